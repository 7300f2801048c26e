; 31 names, or extended=always: ids from 64, time and id in one 64-bit store,
; payloads of either size at offset 8.
; RUN: %opt -passes='iket<extended=always;runtime-payloads>,verify' -S %s | %filecheck %s

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [2 x i8] c"a\00"
@b = private unnamed_addr constant [2 x i8] c"b\00"

declare void @__iket_range_push(ptr)
declare void @__iket_range_pop()
declare void @__iket_mark_i32(ptr, i32)

; The largest id is 4095, the method 5.
; CHECK: @__iket_meta_info = addrspace(1) global [48 x i8] c"0\00\00\00\00\00\00\00\05\00\00\00\FF\0F\00\00
; CHECK: @__iket_evt_decl_a_64_attrs = addrspace(1) global [60 x i8] c"<\00\00\00@\00\00\00\05\00\00\00\00\00
; CHECK: @__iket_evt_decl_b_65_attrs = addrspace(1) global [60 x i8] c"<\00\00\00A\00\00\00\05\00\00\00\05\00

; CHECK-LABEL: define ptx_kernel void @k(
define ptx_kernel void @k(i32 %x) #0 {
; CHECK:         %[[TIME:.*]] = call i32 [[TIMER]]
; CHECK-NEXT:    %[[WIDE:.*]] = zext i32 %[[TIME]] to i64
; CHECK-NEXT:    %[[WORD:.*]] = or i64 %[[WIDE]], 274877906944
; CHECK-NEXT:    store volatile i64 %[[WORD]], ptr addrspace(3) %iket.slot, align 8
; CHECK-NEXT:    [[PMEVENT]] 64)
  call void @__iket_range_push(ptr @a)
; CHECK:         store volatile i64 %{{.*}}, ptr addrspace(3) %iket.slot, align 8
; CHECK-NEXT:    %[[AT8:.*]] = getelementptr inbounds i8, ptr addrspace(3) %iket.slot, i32 8
; CHECK-NEXT:    store volatile i32 %x, ptr addrspace(3) %[[AT8]], align 4
; CHECK:         [[PMEVENT]] 65)
  call void @__iket_mark_i32(ptr @b, i32 %x)
; The pop is 31 here too.
; CHECK:         or i64 %{{.*}}, 133143986176
; CHECK:         [[PMEVENT]] 31)
  call void @__iket_range_pop()
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
