; disable strips events that are only declared, and touches nothing where their
; empty bodies vanish by themselves. Modules without events and modules of other
; targets stay as they are, to the letter.
; RUN: %split-file %s %t
; RUN: %opt -passes='iket<disable>,verify' -S %t/declared.ll | %filecheck %s
; RUN: %opt -passes='iket-lower<disable>,verify' -S %t/declared.ll | %filecheck %s
; RUN: %plain-opt -S %t/defined.ll -o %t/defined.before
; RUN: %opt -passes='iket<disable>' -S %t/defined.ll -o %t/defined.after
; RUN: diff %t/defined.before %t/defined.after
; RUN: %plain-opt -S %t/none.ll -o %t/none.before
; RUN: %opt -passes=iket -S %t/none.ll -o %t/none.after
; RUN: diff %t/none.before %t/none.after
; RUN: %plain-opt -S %t/host.ll -o %t/host.before
; RUN: %opt -passes=iket -S %t/host.ll -o %t/host.after
; RUN: diff %t/host.before %t/host.after
; RUN: %plain-opt -O3 -S %t/none.ll -o %t/none.before
; RUN: %opt -O3 -S %t/none.ll -o %t/none.after
; RUN: diff %t/none.before %t/none.after

; CHECK-NOT: @__iket
; CHECK-NOT: @a
; CHECK:      define ptx_kernel void @k(
; CHECK-NEXT:   store i32 0, ptr %p
; CHECK-NEXT:   store i1 false, ptr %p
; CHECK-NEXT:   ret void
; CHECK-NOT: @__iket

;--- declared.ll
target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [2 x i8] c"a\00"
declare i1 @__iket_enabled()
declare i32 @__iket_range_start_i32(ptr, i32)
declare void @__iket_range_end_i32(i32, i32)
define ptx_kernel void @k(ptr %p, i32 %x) #0 {
  %dead = mul i32 %x, 3
  %t = call i32 @__iket_range_start_i32(ptr @a, i32 %dead)
  store i32 %t, ptr %p
  call void @__iket_range_end_i32(i32 %t, i32 %x)
  %e = call i1 @__iket_enabled()
  store i1 %e, ptr %p
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
;--- defined.ll
target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [2 x i8] c"a\00"
define linkonce_odr void @__iket_mark(ptr %0) alwaysinline {
  ret void
}
define ptx_kernel void @k() #0 {
  call void @__iket_mark(ptr @a)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" "llvm.assume"="ompx_iket.range\0Ascan\0Aa.cu\0A12\0A" }
;--- none.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) #0 {
  %x = alloca i32
  store i32 1, ptr %x
  %y = load i32, ptr %x
  store i32 %y, ptr %p
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
;--- host.ll
target triple = "x86_64-pc-linux-gnu"
@a = private unnamed_addr constant [2 x i8] c"a\00"
define linkonce_odr void @__iket_mark(ptr %0) {
  ret void
}
define void @k() {
  call void @__iket_mark(ptr @a)
  ret void
}
