; With long-names a name of more than 32 bytes is declared by its hash, beside a
; global with the text; the length counts the NUL. Range and event share nothing.
; RUN: %opt -passes='iket<long-names>,verify' -S %s | %filecheck %s
; RUN: %not %opt -passes=iket -S %s 2>&1 | %filecheck-raw %s --check-prefix=ERROR

; ERROR: error: {{.*}}iket: event name 'a_name_of_exactly_33_bytes_in_all' is 33 bytes long, the limit is 32; shorten it or give the option long-names

target triple = "nvptx64-nvidia-cuda"

@n32 = private unnamed_addr constant [33 x i8] c"a_name_of_exactly_32_bytes_in_al\00"
@n33 = private unnamed_addr constant [34 x i8] c"a_name_of_exactly_33_bytes_in_all\00"
declare void @__iket_mark(ptr)
declare void @__iket_range_push(ptr)

; CHECK: @__iket_evt_decl_a_name_of_exactly_32_bytes_in_al_1_attrs = {{.*}}\00 \00\00\00a_name_of_exactly_32_bytes_in_al"
; CHECK: @__iket_evt_decl_h[[HASH:[0-9a-f]+]]_2_attrs = {{.*}}\22\00\00\00h[[HASH]]\00
; CHECK: @__iket_string_decl_evt_h[[HASH]]_str = addrspace(1) global [34 x i8] c"a_name_of_exactly_33_bytes_in_all\00", align 1
; CHECK: @__iket_evt_decl_h[[HASH]]_3_attrs
; CHECK: @__iket_range_decl_h[[HASH]]_{{[0-9]+}}_attrs = {{.*}}\22\00\00\00h[[HASH]]\00
; CHECK: @__iket_string_decl_rng_h[[HASH]]_str = addrspace(1) global [34 x i8]
define ptx_kernel void @k() #0 {
  call void @__iket_mark(ptr @n32)
  call void @__iket_mark(ptr @n33)
  call void @__iket_range_push(ptr @n33)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
