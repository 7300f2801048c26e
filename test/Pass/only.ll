; only=REGEX keeps the events of kernels whose mangled or demangled name
; matches, and of the functions they call. The others' are stripped.
; RUN: %opt -iket-only='first\(' -passes='iket,verify' -S %s | %filecheck %s --check-prefix=DEMANGLED
; RUN: %opt -passes='iket<only=^_Z6second>,verify' -S %s | %filecheck %s --check-prefix=MANGLED
; RUN: %opt -passes='iket<only=nothing>,verify' -S %s | %filecheck %s --check-prefix=NONE

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [2 x i8] c"a\00"
@b = private unnamed_addr constant [2 x i8] c"b\00"
@c = private unnamed_addr constant [2 x i8] c"c\00"
declare void @__iket_mark(ptr)

; DEMANGLED-DAG: @__iket_evt_decl_a_2_attrs
; DEMANGLED-DAG: @__iket_evt_decl_c_1_attrs
; DEMANGLED-NOT: decl_b
; MANGLED-DAG: @__iket_evt_decl_b_1_attrs
; MANGLED-NOT: decl_{{[ac]}}
; NONE-NOT: @__iket
; NONE: ret void

define internal void @helper() noinline #0 {
  call void @__iket_mark(ptr @c)
  ret void
}
define ptx_kernel void @_Z5firstv() #0 {
  call void @__iket_mark(ptr @a)
  call void @helper()
  ret void
}
define ptx_kernel void @_Z6secondv() #0 {
  call void @__iket_mark(ptr @b)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
