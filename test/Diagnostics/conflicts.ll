; What the reader could not tell apart, or would get wrong, is an error at the
; second place that names the first.
; RUN: %split-file %s %t
; RUN: %not %opt -passes=iket -disable-output %t/none-and-int.ll 2>&1 | %filecheck-raw %s --check-prefix=NONE-AND-INT
; RUN: %not %opt -passes='iket<runtime-payloads>' -disable-output %t/none-and-int.ll 2>&1 | %filecheck-raw %s --check-prefix=NONE-AND-INT
; RUN: %not %opt -passes=iket -disable-output %t/int-and-float.ll 2>&1 | %filecheck-raw %s --check-prefix=INT-AND-FLOAT
; RUN: %not %opt -passes=iket -disable-output %t/start-and-end.ll 2>&1 | %filecheck-raw %s --check-prefix=START-AND-END
; RUN: %not %opt -passes=iket -disable-output %t/no-end-payload.ll 2>&1 | %filecheck-raw %s --check-prefix=NO-END-PAYLOAD
; RUN: %not %opt -passes=iket -disable-output %t/token-and-push.ll 2>&1 | %filecheck-raw %s --check-prefix=TOKEN-AND-PUSH
; RUN: %not %opt -passes=iket -disable-output %t/hash.ll 2>&1 | %filecheck-raw %s --check-prefix=HASH
; RUN: %not %opt -passes=iket -disable-output %t/end-unknown.ll 2>&1 | %filecheck-raw %s --check-prefix=END-UNKNOWN
; RUN: %not %opt -passes=iket -disable-output %t/end-push.ll 2>&1 | %filecheck-raw %s --check-prefix=END-PUSH
; RUN: %not %opt -passes=iket -disable-output %t/end-number.ll 2>&1 | %filecheck-raw %s --check-prefix=END-NUMBER
; RUN: %opt -passes=iket -disable-output %t/mark-and-range.ll 2>&1 | %filecheck %s --check-prefix=FINE --allow-empty

; NONE-AND-INT: error: k.cu:2:0: in function k void (): iket: mark 'x' has a payload of type int32 here and none at k.cu:1; give all of them one type, or different names
; INT-AND-FLOAT: error: k.cu:2:0: in function k void (): iket: push 'x' has a payload of type float32 here and int32 at k.cu:1; give all of them one type, or different names
; START-AND-END: error: k.cu:2:0: in function k void (): iket: range 'x' ends with a payload of type float32 but starts with uint32 at k.cu:1; give both one type
; NO-END-PAYLOAD: error: k.cu:2:0: in function k void (): iket: range 'x' ends with a payload of type none but starts with uint32 at k.cu:1; give both one type
; TOKEN-AND-PUSH: error: k.cu:2:0: in function k void (): iket: 'x' names both a nested range and a token range (k.cu:1), which the profiler cannot tell apart; rename one
; HASH: error: k.cu:2:0: in function k void (): iket: ranges 'liquid' and 'costarring' (k.cu:1) have the same hash, by which the profiler knows them; rename one
; END-UNKNOWN: error: k.cu:1:0: in function k void (): iket: range_end names 'x', which no range_start in this module starts; start it, or end it by its token
; END-PUSH: error: k.cu:2:0: in function k void (): iket: range_end names 'x', a nested range pushed at k.cu:1; close it with range_pop
; END-NUMBER: error: k.cu:2:0: in function k void (): iket: range_end takes a token that no range_start returned; keep what range_start returns, or take sentinel_token()
; FINE-NOT: {{.}}

;--- none-and-int.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_mark(ptr, ptr, i32)
declare void @__iket_mark_i32(ptr, i32, ptr, i32)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_mark(ptr @x, ptr @f, i32 1)
  call void @__iket_mark_i32(ptr @x, i32 1, ptr @f, i32 2)
  ret void
}
;--- int-and-float.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_range_push_i32(ptr, i32, ptr, i32)
declare void @__iket_range_push_f32(ptr, float, ptr, i32)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_range_push_i32(ptr @x, i32 1, ptr @f, i32 1)
  call void @__iket_range_push_f32(ptr @x, float 1.0, ptr @f, i32 2)
  ret void
}
;--- start-and-end.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare i32 @__iket_range_start_u32(ptr, i32, ptr, i32)
declare void @__iket_range_end_f32(i32, float, ptr, i32)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  %t = call i32 @__iket_range_start_u32(ptr @x, i32 1, ptr @f, i32 1)
  call void @__iket_range_end_f32(i32 %t, float 1.0, ptr @f, i32 2)
  ret void
}
;--- no-end-payload.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare i32 @__iket_range_start_u32(ptr, i32, ptr, i32)
declare void @__iket_range_end(i32, ptr, i32)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  %t = call i32 @__iket_range_start_u32(ptr @x, i32 1, ptr @f, i32 1)
  call void @__iket_range_end(i32 %t, ptr @f, i32 2)
  ret void
}
;--- token-and-push.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare i32 @__iket_range_start(ptr, ptr, i32)
declare void @__iket_range_end(i32)
declare void @__iket_range_push(ptr, ptr, i32)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  %t = call i32 @__iket_range_start(ptr @x, ptr @f, i32 1)
  call void @__iket_range_end(i32 %t)
  call void @__iket_range_push(ptr @x, ptr @f, i32 2)
  ret void
}
;--- hash.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [11 x i8] c"costarring\00"
@y = private unnamed_addr constant [7 x i8] c"liquid\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_range_push(ptr, ptr, i32)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_range_push(ptr @x, ptr @f, i32 1)
  call void @__iket_range_push(ptr @y, ptr @f, i32 2)
  ret void
}
;--- end-unknown.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_range_end_name(ptr, ptr, i32)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_range_end_name(ptr @x, ptr @f, i32 1)
  ret void
}
;--- end-push.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_range_push(ptr, ptr, i32)
declare void @__iket_range_end_name(ptr, ptr, i32)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_range_push(ptr @x, ptr @f, i32 1)
  call void @__iket_range_end_name(ptr @x, ptr @f, i32 2)
  ret void
}
;--- end-number.ll
target triple = "nvptx64-nvidia-cuda"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_range_end(i32, ptr, i32)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_range_end(i32 5, ptr @f, i32 2)
  ret void
}
;--- mark-and-range.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
declare void @__iket_mark(ptr)
declare void @__iket_range_push(ptr)
declare void @__iket_range_pop()
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_mark(ptr @x)
  call void @__iket_range_push(ptr @x)
  call void @__iket_range_pop()
  ret void
}
