; A payload in which lanes may differ, here a device function's arguments, is
; stored by the first active lane: elect, then two volatile stores under its
; predicate. One that they share is stored by all. Narrow values are zero-extended, floats keep their bits,
; 64-bit values go to offset 8. What prepares the value stands in front of the
; timer, and the first word does not wait for the election. Without runtime payloads the records are plain and nothing is declared.
; RUN: %opt -passes='iket<runtime-payloads>,verify' -S %s | %filecheck %s
; RUN: %opt -passes='iket,verify' -S %s | %filecheck %s --check-prefix=OFF

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [2 x i8] c"a\00"
@b = private unnamed_addr constant [2 x i8] c"b\00"
@c = private unnamed_addr constant [2 x i8] c"c\00"
@d = private unnamed_addr constant [2 x i8] c"d\00"
@e = private unnamed_addr constant [2 x i8] c"e\00"
@f = private unnamed_addr constant [2 x i8] c"f\00"
@g = private unnamed_addr constant [2 x i8] c"g\00"

declare void @__iket_mark_i32(ptr, i32)
declare void @__iket_mark_i8(ptr, i8)
declare void @__iket_mark_f16(ptr, half)
declare void @__iket_mark_f32(ptr, float)
declare void @__iket_mark_f64(ptr, double)
declare void @__iket_mark_ptr(ptr, ptr)
declare void @__iket_mark_u64(ptr, i64)

; Payload types 5, 1, 11, 13, 14, 15, 16 stand at byte 12.
; CHECK: @__iket_evt_decl_a_1_attrs = addrspace(1) global [60 x i8] c"<\00\00\00\01\00\00\00\03\00\00\00\05\00
; CHECK: @__iket_evt_decl_b_2_attrs = addrspace(1) global [60 x i8] c"<\00\00\00\02\00\00\00\03\00\00\00\01\00
; CHECK: @__iket_evt_decl_c_3_attrs = addrspace(1) global [60 x i8] c"<\00\00\00\03\00\00\00\03\00\00\00\0B\00
; CHECK: @__iket_evt_decl_d_4_attrs = addrspace(1) global [60 x i8] c"<\00\00\00\04\00\00\00\03\00\00\00\0D\00
; CHECK: @__iket_evt_decl_e_5_attrs = addrspace(1) global [60 x i8] c"<\00\00\00\05\00\00\00\03\00\00\00\0E\00
; CHECK: @__iket_evt_decl_f_6_attrs = addrspace(1) global [60 x i8] c"<\00\00\00\06\00\00\00\03\00\00\00\0F\00
; CHECK: @__iket_evt_decl_g_7_attrs = addrspace(1) global [60 x i8] c"<\00\00\00\07\00\00\00\03\00\00\00\10\00
; OFF-COUNT-7: @__iket_evt_decl_{{[a-g]_[1-7]}}_attrs = addrspace(1) global [60 x i8] c"<\00\00\00\{{0[1-7]}}\00\00\00\03\00\00\00\00\00

; OFF-LABEL: define void @k(
; OFF-NOT: elect
; OFF-COUNT-7: store volatile i32
; OFF-NOT: store
; OFF: ret void

; CHECK-LABEL: define void @k(
define void @k(i32 %i32, i8 %i8, half %f16, float %f32, double %f64, ptr %ptr, i64 %i64) #0 {
; CHECK:         %[[MASK:.*]] = call i32 @llvm.nvvm.activemask()
; CHECK-NEXT:    %[[ELECT:.*]] = call {{.*}}elect.sync{{.*}}(i32 %[[MASK]])
; CHECK-NEXT:    %[[FIRST:.*]] = {{extractvalue { i32, i1 }|icmp ne i32}} %[[ELECT]], {{[01]}}
; CHECK-NEXT:    %[[TIME:.*]] = call i32 [[TIMER]]
; CHECK-NEXT:    %[[OR:.*]] = or i32 %[[TIME]], 1
; CHECK-NEXT:    %[[WORD:.*]] = call i32 asm sideeffect "", "=r,0"(i32 %[[OR]])
; CHECK-NEXT:    br i1 %[[FIRST]], label %[[STORE:.*]], label %[[AFTER:.*]]
; CHECK:       [[STORE]]:
; CHECK-NEXT:    store volatile i32 %[[WORD]], ptr addrspace(3) %iket.slot, align 4
; CHECK-NEXT:    %[[AT4:.*]] = getelementptr inbounds i8, ptr addrspace(3) %iket.slot, i32 4
; CHECK-NEXT:    store volatile i32 %i32, ptr addrspace(3) %[[AT4]], align 4
; CHECK-NEXT:    br label %[[AFTER]]
; CHECK:       [[AFTER]]:
; CHECK-NEXT:    [[PMEVENT]] 1)
  call void @__iket_mark_i32(ptr @a, i32 %i32)
; CHECK-NEXT:    %[[ZEXT:.*]] = zext i8 %i8 to i32
; CHECK:         call i32 [[TIMER]]
; CHECK:         store volatile i32 %[[ZEXT]], ptr addrspace(3) %{{.*}}, align 4
; CHECK:         [[PMEVENT]] 2)
  call void @__iket_mark_i8(ptr @b, i8 %i8)
; CHECK-NEXT:    %[[HALF:.*]] = bitcast half %f16 to i16
; CHECK-NEXT:    %[[WIDE:.*]] = zext i16 %[[HALF]] to i32
; CHECK:         store volatile i32 %[[WIDE]]
  call void @__iket_mark_f16(ptr @c, half %f16)
; CHECK:         %[[BITS:.*]] = bitcast float %f32 to i32
; CHECK:         store volatile i32 %[[BITS]]
  call void @__iket_mark_f32(ptr @d, float %f32)
; CHECK:         %[[BITS64:.*]] = bitcast double %f64 to i64
; CHECK:         %[[AT8:.*]] = getelementptr inbounds i8, ptr addrspace(3) %iket.slot, i32 8
; CHECK-NEXT:    store volatile i64 %[[BITS64]], ptr addrspace(3) %[[AT8]], align 8
  call void @__iket_mark_f64(ptr @e, double %f64)
; CHECK:         %[[ADDRESS:.*]] = ptrtoint ptr %ptr to i64
; CHECK:         store volatile i64 %[[ADDRESS]]
  call void @__iket_mark_ptr(ptr @f, ptr %ptr)
; CHECK:         store volatile i64 %i64
  call void @__iket_mark_u64(ptr @g, i64 %i64)
  ret void
}

; Where only a part of a warp may run, and its lanes certainly have one value, all
; of them store it: a kernel's argument, a constant, a register of the CTA, a
; loop's counter. Not in code that whole warps run, nor where the values may
; differ, as behind a loop that lanes leave at different turns.
; CHECK-LABEL: define ptx_kernel void @uniform(
; CHECK:         elect
; CHECK:         store volatile i32 %x
; CHECK:       part:
; CHECK-NOT:     elect
; CHECK:         store volatile i32 %{{.*}}, ptr addrspace(3) %iket.slot, align 4
; CHECK-NEXT:    getelementptr
; CHECK-NEXT:    store volatile i32 %x, ptr addrspace(3) %{{.*}}, align 4
; CHECK-NEXT:    [[PMEVENT]] 1)
; CHECK:         store volatile i32 -7
; CHECK-NEXT:    [[PMEVENT]] 1)
; CHECK:         store volatile i32 %sum
; CHECK-NEXT:    [[PMEVENT]] 1)
; CHECK:         store volatile i32 %turn
; CHECK-NEXT:    [[PMEVENT]] 1)
; CHECK:         elect
; CHECK:         store volatile i32 %turn
; CHECK:         ret void
define ptx_kernel void @uniform(i32 %x) #0 {
entry:
  call void @__iket_mark_i32(ptr @a, i32 %x)
  %cta = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %lane to i1
  br i1 %odd, label %part, label %meet
part:
  call void @__iket_mark_i32(ptr @a, i32 %x)
  call void @__iket_mark_i32(ptr @a, i32 -7)
  %sum = add i32 %cta, %x
  call void @__iket_mark_i32(ptr @a, i32 %sum)
  br label %meet
meet:
  br label %loop
loop:
  %turn = phi i32 [ 0, %meet ], [ %next, %loop ]
  call void @__iket_mark_i32(ptr @a, i32 %turn)
  %next = add i32 %turn, 1
  %more = icmp slt i32 %next, %lane
  br i1 %more, label %loop, label %exit
exit:
  call void @__iket_mark_i32(ptr @a, i32 %turn)
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
attributes #0 = { "target-cpu"="sm_90" }
