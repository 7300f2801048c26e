; A token is its event's id at run time. What is known is recorded directly; a
; choice becomes a switch over the ids that can reach the end; the sentinel ends
; nothing; a token from elsewhere may be any token range of the same payload.
; RUN: %opt -passes='iket,verify' -S %s | %filecheck %s

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [2 x i8] c"a\00"
@b = private unnamed_addr constant [2 x i8] c"b\00"
@push = private unnamed_addr constant [5 x i8] c"push\00"
@named = private unnamed_addr constant [6 x i8] c"named\00"

declare i32 @__iket_range_start(ptr)
declare void @__iket_range_end(i32)
declare void @__iket_range_end_name(ptr)
declare void @__iket_range_pop()
declare i32 @__iket_sentinel_token()

; a and b are token ranges (position 4, one id for start and end), push is an
; alias of range_push (position 1), named ends by its name.
; CHECK: @__iket_evt_decl_a_1_attrs = {{.*}} c"<\00\00\00\01\00\00\00\03\00\00\00\00\00\00\00\04\00
; CHECK: @__iket_range_decl_a_3826002220_attrs = addrspace(1) global [72 x i8] c"H\00\00\00\00\00\00\00,)\0C\E4\FF\FF\FF\FF\01\00\00\00\01\00\00\00
; CHECK: @__iket_evt_decl_b_2_attrs = {{.*}} c"<\00\00\00\02\00\00\00\03\00\00\00\00\00\00\00\04\00
; CHECK: @__iket_evt_decl_push_3_attrs = {{.*}} c"<\00\00\00\03\00\00\00\03\00\00\00\00\00\00\00\01\00
; CHECK: @__iket_range_decl_push_{{[0-9]*}}_attrs = addrspace(1) global [72 x i8] c"H\00\00\00\00\00\00\00{{.*}}\FF\FF\FF\FF\02\00\00\00\00\00\00\00
; CHECK: @__iket_evt_decl_named_4_attrs = {{.*}} c"<\00\00\00\04\00\00\00\03\00\00\00\00\00\00\00\04\00

; CHECK-LABEL: define ptx_kernel void @known(
; CHECK:         [[PMEVENT]] 1)
; CHECK:         [[PMEVENT]] 2)
; CHECK:         [[PMEVENT]] 1)
; CHECK:         [[PMEVENT]] 2)
; CHECK-NOT:     switch
; CHECK:         ret void
define ptx_kernel void @known() #0 {
  %a = call i32 @__iket_range_start(ptr @a)
  %b = call i32 @__iket_range_start(ptr @b)
  call void @__iket_range_end(i32 %a)
  call void @__iket_range_end(i32 %b)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @chosen(
; CHECK:         %t = phi i32 [ 1, %one ], [ 2, %two ]
; CHECK-NEXT:    switch i32 %t, label %[[LAST:.*]] [
; CHECK-NEXT:      i32 1, label %[[FIRST:.*]]
; CHECK-NEXT:    ]
; CHECK:       [[FIRST]]:
; CHECK:         [[PMEVENT]] 1)
; CHECK:       [[LAST]]:
; CHECK:         [[PMEVENT]] 2)
; CHECK:         ret void
define ptx_kernel void @chosen(i1 %c) #0 {
  br i1 %c, label %one, label %two
one:
  %a = call i32 @__iket_range_start(ptr @a)
  br label %join
two:
  %b = call i32 @__iket_range_start(ptr @b)
  br label %join
join:
  %t = phi i32 [ %a, %one ], [ %b, %two ]
  call void @__iket_range_end(i32 %t)
  ret void
}

; In a loop: the first turn ends the sentinel, which is nothing.
; CHECK-LABEL: define ptx_kernel void @loop(
; CHECK:         %t = phi i32 [ 0, %0 ], [ 1, %[[LATCH:.*]] ]
; CHECK:         switch i32 %t, label %[[LATCH]] [
; CHECK-NEXT:      i32 1, label
; CHECK-NEXT:    ]
define ptx_kernel void @loop(i32 %n) #0 {
  %s = call i32 @__iket_sentinel_token()
  br label %body
body:
  %i = phi i32 [ 0, %0 ], [ %j, %body ]
  %t = phi i32 [ %s, %0 ], [ %u, %body ]
  call void @__iket_range_end(i32 %t)
  %u = call i32 @__iket_range_start(ptr @a)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %body, label %exit
exit:
  call void @__iket_range_end(i32 %u)
  ret void
}

; CHECK-LABEL: define void @elsewhere(
; CHECK:         switch i32 %t, label %[[NOTHING:.*]] [
; CHECK-NEXT:      i32 1, label
; CHECK-NEXT:      i32 2, label
; CHECK-NEXT:      i32 4, label
; CHECK-NEXT:    ]
define void @elsewhere(i32 %t) #0 {
  call void @__iket_range_end(i32 %t)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @aliases(
; CHECK:         [[PMEVENT]] 3)
; CHECK:         [[PMEVENT]] 31)
; CHECK:         [[PMEVENT]] 4)
; CHECK:         [[PMEVENT]] 4)
; CHECK-NEXT:    ret void
define ptx_kernel void @aliases() #0 {
  %p = call i32 @__iket_range_start(ptr @push)
  call void @__iket_range_pop()
  %n = call i32 @__iket_range_start(ptr @named)
  call void @__iket_range_end_name(ptr @named)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
