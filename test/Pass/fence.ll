; With fence=memory a kernel that records passes its noalias pointers on, so that
; events may use what they point to; a device function loses noalias; what either
; calls loses !invariant.load. A kernel without events, and all with fence=none,
; stay as they are, and nothing of it is left when events are lowered.
; RUN: %opt -passes='iket-prepare,verify' -S %s | %filecheck %s
; RUN: %opt -passes='iket-prepare<fence=none>,verify' -S %s | %filecheck %s --check-prefix=NONE
; RUN: %opt -passes='iket,verify' -S %s | %filecheck %s --check-prefix=LOWERED

target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [2 x i8] c"a\00"
declare void @__iket_mark(ptr)

; CHECK-LABEL: define ptx_kernel void @k(ptr noalias %p, ptr %q, ptr noalias byval(i32) %s)
; CHECK-NEXT:    call void asm sideeffect "", "l"(ptr %p) #[[HOLD:[0-9]+]]
; CHECK-NEXT:    %v = call i32 @reads(ptr %p)
; NONE-LABEL:  define ptx_kernel void @k(
; NONE-NEXT:     %v = call
; LOWERED-NOT: asm sideeffect ""
define ptx_kernel void @k(ptr readonly noalias %p, ptr %q, ptr noalias byval(i32) %s) {
  %v = call i32 @reads(ptr %p)
  call void @records(ptr %q)
  ret void
}
; CHECK-LABEL: define i32 @reads(
; CHECK-NEXT:    load i32, ptr %p, align 4{{$}}
; NONE-LABEL:  define i32 @reads(
; NONE-NEXT:     load i32, ptr %p, align 4, !invariant.load
define i32 @reads(ptr noalias %p) {
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 %v
}
; CHECK: define void @records(ptr %p)
; NONE:  define void @records(ptr noalias %p)
define void @records(ptr noalias %p) {
  call void @__iket_mark(ptr @a)
  ret void
}
; CHECK-LABEL: define ptx_kernel void @plain(ptr noalias readonly %p)
; CHECK-NEXT:    load i32, ptr %p, align 4, !invariant.load
define ptx_kernel void @plain(ptr readonly noalias %p) {
  %v = load i32, ptr %p, !invariant.load !0
  ret void
}
; CHECK: attributes #[[HOLD]] = { nounwind willreturn memory(inaccessiblemem: readwrite) "iket-hold" }
!0 = !{}
