; A kept value is stored to the slot's last word, which holds what computes it in
; place through ptxas too. Without any event it costs nothing.
; RUN: %split-file %s %t
; RUN: %opt -passes='iket,verify' -S %t/events.ll | %filecheck %s
; RUN: %opt -passes='iket,verify' -S %t/none.ll | %filecheck %s --check-prefix=NONE

; CHECK:      %[[AT12:.*]] = getelementptr inbounds i8, ptr addrspace(3) %iket.slot, i32 12
; CHECK-NEXT: store volatile i32 %x, ptr addrspace(3) %[[AT12]], align 4
; CHECK:      [[PMEVENT]] 1)
; NONE:       define ptx_kernel void @k(
; NONE-NEXT:    ret void
; NONE-NOT:   @__iket

;--- events.ll
target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [2 x i8] c"a\00"
declare void @__iket_keep(i32)
declare void @__iket_mark(ptr)
define ptx_kernel void @k(i32 %x) #0 {
  call void @__iket_keep(i32 %x)
  call void @__iket_mark(ptr @a)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
;--- none.ll
target triple = "nvptx64-nvidia-cuda"
declare void @__iket_keep(i32)
define ptx_kernel void @k(i32 %x) #0 {
  call void @__iket_keep(i32 %x)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
