; Names reach their calls through any address space, at constant offsets,
; through phis, selects and constant tables; a choice becomes a switch over ids.
; The strings are gone afterwards.
; RUN: %opt -passes='iket,verify' -S %s | %filecheck %s

target triple = "nvptx64-nvidia-cuda"

@generic = private unnamed_addr constant [8 x i8] c"generic\00"
@const = internal addrspace(4) constant [6 x i8] c"const\00"
@global = internal addrspace(1) constant [7 x i8] c"global\00"
@packed = internal constant [2 x [4 x i8]] [[4 x i8] c"one\00", [4 x i8] c"two\00"]
@padded = internal constant [16 x i8] c"padded\00\00\00\00\00\00\00\00\00\00"
@table = internal unnamed_addr addrspace(1) constant [2 x ptr] [ptr @left, ptr @right]
@left = private unnamed_addr constant [5 x i8] c"left\00"
@right = private unnamed_addr constant [6 x i8] c"right\00"

declare void @__iket_mark(ptr)
declare void @__iket_range_push(ptr)

; The ids lie where the pointers to the names did.
; CHECK: @iket.name_ids = private addrspace(1) constant [17 x i8] c"\06\00\00\00\00\00\00\00\07\00\00\00\00\00\00\00\00", align 2
; CHECK-NOT: @generic
; CHECK: @__iket_evt_decl_generic_1_attrs
; CHECK: @__iket_evt_decl_const_2_attrs
; CHECK: @__iket_evt_decl_global_3_attrs
; CHECK: @__iket_evt_decl_two_4_attrs
; CHECK: @__iket_evt_decl_padded_5_attrs
; CHECK: @__iket_evt_decl_left_6_attrs
; CHECK: @__iket_evt_decl_right_7_attrs

; CHECK-LABEL: define ptx_kernel void @constant(
; CHECK:         [[PMEVENT]] 1)
; CHECK:         [[PMEVENT]] 2)
; CHECK:         [[PMEVENT]] 3)
; CHECK:         [[PMEVENT]] 4)
; CHECK:         [[PMEVENT]] 5)
define ptx_kernel void @constant() #0 {
  call void @__iket_mark(ptr @generic)
  call void @__iket_mark(ptr addrspacecast (ptr addrspace(4) @const to ptr))
  call void @__iket_mark(ptr addrspacecast (ptr addrspace(1) @global to ptr))
  call void @__iket_mark(ptr getelementptr (i8, ptr @packed, i64 4))
  call void @__iket_mark(ptr @padded)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @select(
; CHECK:         %[[ID:.*]] = select i1 %c, i32 6, i32 7
; CHECK-NEXT:    switch i32 %[[ID]], label %[[RIGHT:.*]] [
; CHECK-NEXT:      i32 6, label %[[LEFT:.*]]
; CHECK-NEXT:    ]
; CHECK:       [[LEFT]]:
; CHECK:         [[PMEVENT]] 6)
; CHECK:       [[RIGHT]]:
; CHECK:         [[PMEVENT]] 7)
define ptx_kernel void @select(i1 %c) #0 {
  %n = select i1 %c, ptr @left, ptr @right
  call void @__iket_mark(ptr %n)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @phi(
; CHECK:         %[[ID:.*]] = phi i32 [ 6, %0 ], [ %[[NEXT:.*]], %[[LATCH:.*]] ]
; CHECK:         switch i32 %[[ID]]
; CHECK:       [[LATCH]]:
; CHECK:         %[[NEXT]] = select i1 %c, i32 %[[ID]], i32 7
define ptx_kernel void @phi(i1 %c, i1 %d) #0 {
  br label %body
body:
  %n = phi ptr [ @left, %0 ], [ %m, %body ]
  call void @__iket_mark(ptr %n)
  %m = select i1 %c, ptr %n, ptr @right
  br i1 %d, label %body, label %exit
exit:
  ret void
}

; CHECK-LABEL: define ptx_kernel void @lookup(
; CHECK:         %[[ENTRY:.*]] = getelementptr inbounds ptr, ptr addrspace(1) @iket.name_ids, i64 %i
; CHECK-NEXT:    %[[WORD:.*]] = load i16, ptr addrspace(1) %[[ENTRY]], align 2
; CHECK-NEXT:    %[[ID:.*]] = zext i16 %[[WORD]] to i32
; CHECK-NEXT:    switch i32 %[[ID]]
define ptx_kernel void @lookup(i64 %i) #0 {
  %entry = getelementptr inbounds ptr, ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 %i
  %n = load ptr, ptr %entry
  call void @__iket_mark(ptr %n)
  ret void
}

; One name on all paths needs no choice.
; CHECK-LABEL: define ptx_kernel void @same(
; CHECK-NOT:     switch
; CHECK:         [[PMEVENT]] 6)
; CHECK-NEXT:    ret void
define ptx_kernel void @same(i1 %c) #0 {
  %n = select i1 %c, ptr @left, ptr @left
  call void @__iket_mark(ptr %n)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
