; A mark becomes a timer read, a volatile store to the slot and a trigger, and
; the module declares it.
; RUN: %opt -passes='iket,verify' -S %s | %filecheck %s

target triple = "nvptx64-nvidia-cuda"

@.str = private unnamed_addr constant [5 x i8] c"load\00"

declare void @__iket_mark(ptr)

; CHECK: @__iket_meta_info = addrspace(1) global [48 x i8] c"0\00\00\00\00\00\00\00\05\00\00\00\1F\00\00\00 \00\00\00<\00\00\00\9D\F1\BE\BA\00\00\00\00\03\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00", align 1
; CHECK: @__iket_evt_decl_load_1_attrs = addrspace(1) global [60 x i8] c"<\00\00\00\01\00\00\00\03\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\04\00\00\00load
; CHECK-NOT: @.str

; CHECK-LABEL: define ptx_kernel void @k(
; CHECK:         %[[RANK:.*]] = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
; CHECK-NEXT:    %[[WINDOW:.*]] = shl i32 %[[RANK]], 24
; CHECK-NEXT:    %[[OFFSET:.*]] = or i32 %[[WINDOW]], 1008
; CHECK-NEXT:    %[[SLOT:.*]] = inttoptr i32 %[[OFFSET]] to ptr addrspace(3)
; CHECK-NEXT:    store i32 1, ptr %p
; CHECK-NEXT:    %[[TIME:.*]] = call i32 [[TIMER]]
; CHECK-NEXT:    %[[WORD:.*]] = or i32 %[[TIME]], 1
; CHECK-NEXT:    store volatile i32 %[[WORD]], ptr addrspace(3) %[[SLOT]], align 4
; CHECK-NEXT:    [[PMEVENT]] 1)
; CHECK-NEXT:    ret void
; CHECK-NOT:   @__iket_mark
define ptx_kernel void @k(ptr %p) #0 {
  store i32 1, ptr %p
  call void @__iket_mark(ptr @.str)
  ret void
}

attributes #0 = { "target-cpu"="sm_90" }
