; A leftover __iket_* call would fail in ptxas as an unresolved symbol. Each way
; to leave one is an error here, by name.
; RUN: %split-file %s %t
; RUN: %not %opt -passes=iket -disable-output %t/unknown.ll 2>&1 | %filecheck-raw %s --check-prefix=UNKNOWN
; RUN: %not %opt -passes=iket -disable-output %t/type.ll 2>&1 | %filecheck-raw %s --check-prefix=TYPE
; RUN: %not %opt -passes=iket -disable-output %t/address.ll 2>&1 | %filecheck-raw %s --check-prefix=ADDRESS
; RUN: %not %opt -passes=iket -disable-output %t/indirect.ll 2>&1 | %filecheck-raw %s --check-prefix=INDIRECT

; UNKNOWN: error: {{.*}}: in function k void (): iket: '__iket_marc' is not an Iket builtin; see docs/ir-contract.md for their names
; TYPE: error: {{.*}}: in function k void (): iket: '__iket_mark_i32' is declared with another type; declare it as void @__iket_mark_i32(ptr name, i32 payload[, ptr file, i32 line])
; ADDRESS: error: {{.*}}: in function k void (ptr): iket: '__iket_mark' is used other than by a direct call; call it by its name
; INDIRECT: error: {{.*}}: in function k void (): iket: '__iket_mark' is used other than by a direct call; call it by its name

;--- unknown.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
declare void @__iket_marc(ptr)
declare void @__iket_range_pop()
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_range_pop()
  call void @__iket_marc(ptr @x)
  ret void
}
;--- type.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
declare void @__iket_mark_i32(ptr, i64)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_mark_i32(ptr @x, i64 1)
  ret void
}
;--- address.ll
target triple = "nvptx64-nvidia-cuda"
declare void @__iket_mark(ptr)
define ptx_kernel void @k(ptr %p) "target-cpu"="sm_90" {
  store ptr @__iket_mark, ptr %p
  ret void
}
;--- indirect.ll
target triple = "nvptx64-nvidia-cuda"
@x = private unnamed_addr constant [2 x i8] c"x\00"
declare void @__iket_mark(ptr)
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_mark(ptr @x, i32 1)
  ret void
}
