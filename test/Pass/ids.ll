; ids=FILE gives every module of a link the same ids; its globals are then weak,
; so that equal ones merge. What the file lacks or gets wrong is an error.
; RUN: %split-file %s %t
; RUN: %opt -passes='iket<ids=%t/good.json>,verify' -S %t/m.ll | %filecheck %s
; RUN: %not %opt -passes='iket<ids=%t/less.json>' -disable-output %t/m.ll 2>&1 | %filecheck-raw %s --check-prefix=LESS
; RUN: %not %opt -passes='iket<ids=%t/twice.json>' -disable-output %t/m.ll 2>&1 | %filecheck-raw %s --check-prefix=TWICE
; RUN: %not %opt -passes='iket<ids=%t/range.json>' -disable-output %t/m.ll 2>&1 | %filecheck-raw %s --check-prefix=RANGE
; RUN: %not %opt -passes='iket<ids=%t/broken.json>' -disable-output %t/m.ll 2>&1 | %filecheck-raw %s --check-prefix=BROKEN
; RUN: %not %opt -passes='iket<ids=%t/absent.json>' -disable-output %t/m.ll 2>&1 | %filecheck-raw %s --check-prefix=ABSENT
; RUN: %not %opt -passes='iket<ids=%t/version.json>' -disable-output %t/m.ll 2>&1 | %filecheck-raw %s --check-prefix=VERSION
; RUN: %not %opt -passes='iket<ids=%t/hash.json>' -disable-output %t/m.ll 2>&1 | %filecheck-raw %s --check-prefix=HASH
; RUN: %not %opt -passes='iket<ids=%t/kinds.json>' -disable-output %t/m.ll 2>&1 | %filecheck-raw %s --check-prefix=KINDS

; CHECK: @__iket_meta_info = weak addrspace(1) global
; CHECK: @__iket_evt_decl_a_9_attrs = weak addrspace(1) global
; CHECK: @__iket_evt_decl_b_4_attrs = weak addrspace(1) global
; CHECK: @__iket_range_decl_b_{{[0-9]+}}_attrs = weak addrspace(1) global
; CHECK: @iket_relocatable_units_need_device_lto_or_the_option_ids = weak addrspace(1) global [2 x i8]
; CHECK: @iket_units_of_one_link_need_the_same_ids_and_runtime_payloads = weak addrspace(1) global [{{[0-9]+[13579]}} x i8]
; CHECK: [[PMEVENT]] 9)
; CHECK: [[PMEVENT]] 4)
; LESS: error: k.cu:2:0: in function k void (): iket: push 'b' with payload none is not in the ids file '{{.*}}less.json'; make the file anew with 'iket ids' from the manifests of all sources
; TWICE: error: {{.*}}iket: the ids file '{{.*}}' gives the id 9 twice; make it with 'iket ids'
; RANGE: error: {{.*}}iket: the ids file '{{.*}}' gives 'a' the id 31, which is out of range; make it with 'iket ids'
; BROKEN: error: {{.*}}iket: the ids file '{{.*}}' is not JSON: {{.*}}; make it with 'iket ids'
; ABSENT: error: {{.*}}iket: the ids file '{{.*}}absent.json' cannot be read: No such file or directory; make it with 'iket ids'
; VERSION: error: {{.*}}iket: the ids file '{{.*}}' is not of version 1; make it with 'iket ids'
; HASH: error: {{.*}}iket: the ids file '{{.*}}' has ranges 'liquid' and 'costarring', whose names have the same hash, which the profiler cannot tell apart; rename one
; KINDS: error: {{.*}}iket: the ids file '{{.*}}' has two ranges 'a', which the profiler cannot tell apart; rename one

;--- good.json
{"version": 1, "records": "native", "events": [
  {"name": "a", "kind": "mark", "payload": "int32", "id": 9},
  {"name": "a", "kind": "push", "id": 5},
  {"name": "b", "kind": "push", "payload": "none", "id": 4}]}
;--- less.json
{"version": 1, "records": "native", "events": [
  {"name": "a", "kind": "mark", "payload": "int32", "id": 9}]}
;--- twice.json
{"version": 1, "events": [{"name": "a", "kind": "mark", "id": 9}, {"name": "b", "kind": "push", "id": 9}]}
;--- range.json
{"version": 1, "events": [{"name": "a", "kind": "mark", "id": 31}]}
;--- hash.json
{"version": 1, "events": [{"name": "liquid", "kind": "push", "id": 1}, {"name": "costarring", "kind": "push", "id": 2}]}
;--- kinds.json
{"version": 1, "events": [{"name": "a", "kind": "push", "id": 1}, {"name": "a", "kind": "token", "id": 2}]}
;--- broken.json
{"version": 1, "events": [
;--- version.json
{"version": 2, "events": []}
;--- m.ll
target triple = "nvptx64-nvidia-cuda"
@a = private unnamed_addr constant [2 x i8] c"a\00"
@b = private unnamed_addr constant [2 x i8] c"b\00"
@f = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_mark_i32(ptr, i32, ptr, i32)
declare void @__iket_range_push(ptr, ptr, i32)
declare void @__iket_range_pop()
define ptx_kernel void @k() "target-cpu"="sm_90" {
  call void @__iket_mark_i32(ptr @a, i32 1, ptr @f, i32 1)
  call void @__iket_range_push(ptr @b, ptr @f, i32 2)
  call void @__iket_range_pop()
  ret void
}
