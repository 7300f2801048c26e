; auto=kernels gives every kernel a range under its demangled short name, cut at
; a character's boundary to what a declaration holds, without any event in the
; source. Functions with a range of their own keep just that. Older front ends
; name kernels in !nvvm.annotations. A static kernel of relocatable code has the
; name that the source gives it. Where a user's range has the name and is of another
; sort, the automatic one yields.
; RUN: %opt -passes='iket<auto=kernels>,verify' -S %s | %filecheck %s
; RUN: %opt -passes='iket<auto=none>,verify' -S %s | %filecheck %s --check-prefix=NONE

; CHECK: @__iket_evt_decl_add_1_attrs
; CHECK: @__iket_evt_decl_{{(a{30})}}___2_attrs = {{.*}} \00\00\00{{(a{30})}}\C3\A9"
; CHECK: @__iket_evt_decl_mine_3_attrs
; CHECK: @__iket_evt_decl_local_4_attrs
; CHECK: @__iket_evt_decl_load___5_attrs = {{.*}}\06\00\00\00load()\00
; CHECK: @__iket_evt_decl_load_6_attrs
; CHECK: @__iket_evt_decl_annotated_7_attrs
; CHECK: @__iket_evt_decl_conv2D1_8_attrs
; CHECK-NOT: {{^@__iket_evt_decl}}
; CHECK: define ptx_kernel void @_ZN2ns3addIiEEvT_
; CHECK: [[PMEVENT]] 1)
; CHECK: [[PMEVENT]] 31)
; NONE-NOT: @__iket_evt_decl_{{[^ml]}}

target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @_ZN2ns3addIiEEvT_(i32 %x) #0 {
  ret void
}
define ptx_kernel void @"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\C3\A9bcd"() #0 {
  ret void
}
define ptx_kernel void @named() #1 {
  ret void
}
define ptx_kernel void @_ZL5localPi__intern__92e0a1b2c3d4e5f6() #0 {
  ret void
}
@load_name = private constant [5 x i8] c"load\00"
declare void @__iket_range_push_i32(ptr, i32)
declare void @__iket_range_pop()
define ptx_kernel void @load(i32 %x) #0 {
  call void @__iket_range_push_i32(ptr @load_name, i32 %x)
  call void @__iket_range_pop()
  ret void
}
define void @annotated() #0 {
  ret void
}
define void @_Z7conv2D2v() #0 {
  ret void
}
define ptx_kernel void @_Z7conv2D1v() #0 {
  call void @_Z7conv2D2v()
  ret void
}
define void @bounds() #0 {
  ret void
}
define void @device() #0 {
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
attributes #1 = { "target-cpu"="sm_90" "llvm.assume"="ompx_iket.range\0Amine\0Aa.cu\0A1\0A" }
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @annotated, !"maxntidx", i32 64, !"kernel", i32 1}
!1 = !{ptr @bounds, !"maxntidx", i32 64}
