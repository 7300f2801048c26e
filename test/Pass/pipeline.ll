; Loading the plugin puts both passes into every default pipeline, O0 too. The
; pre-link half of an LTO build only prepares; the link lowers. (Clang flags a
; module for LTO, and without the flag LLVM 19 cannot tell.) Events hold loads
; and stores in place, are unrolled with their loop and merged with none.
; RUN: %opt -passes='default<O0>' -S %s | %filecheck %s --check-prefixes=CHECK,O0
; RUN: %opt -passes='default<O1>' -S %s | %filecheck %s --check-prefixes=CHECK,OPT
; RUN: %opt -passes='default<O2>' -S %s | %filecheck %s --check-prefixes=CHECK,OPT
; RUN: %opt -passes='default<O3>' -S %s | %filecheck %s --check-prefixes=CHECK,OPT
; RUN: sed 's/^;LTO //' %s > %t.lto.ll
; RUN: %opt -passes='lto-pre-link<O2>' -S %t.lto.ll | %filecheck %s --check-prefix=PRELINK
; RUN: %opt -passes='lto-pre-link<O2>' -S %t.lto.ll | %opt -passes='lto<O2>' -S | %filecheck %s --check-prefixes=CHECK,OPT
; RUN: %opt -passes='thinlto-pre-link<O2>' -S %t.lto.ll | %filecheck %s --check-prefix=PRELINK

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [2 x i8] c"a\00"
@b = private unnamed_addr constant [2 x i8] c"b\00"
define linkonce_odr void @__iket_mark(ptr %0) alwaysinline {
  ret void
}

; CHECK: @__iket_evt_decl_a_1_attrs
; CHECK: @__iket_evt_decl_b_2_attrs
; PRELINK: declare void @__iket_mark(ptr)
; PRELINK-NOT: @__iket_evt_decl

; Both loads of %p stay, one on each side of the event.
; CHECK-LABEL: define{{.*}} ptx_kernel void @loads(
; CHECK:         load i32, ptr %p
; CHECK:         [[PMEVENT]] 1)
; CHECK:         load i32, ptr %p
; CHECK:         ret void
define ptx_kernel void @loads(ptr %p, ptr %q) #0 {
  %x = load i32, ptr %p
  call void @__iket_mark(ptr @a)
  %y = load i32, ptr %p
  %z = add i32 %x, %y
  store i32 %z, ptr %q
  ret void
}

; Four turns make four records.
; CHECK-LABEL: define{{.*}} ptx_kernel void @unrolled(
; O0:            [[PMEVENT]] 1)
; O0-NOT:        [[PMEVENT]]
; OPT-COUNT-4:   [[PMEVENT]] 1)
; OPT-NOT:       [[PMEVENT]]
; CHECK:         ret void
define ptx_kernel void @unrolled(ptr %p) #0 {
  br label %body
body:
  %i = phi i32 [ 0, %0 ], [ %j, %body ]
  call void @__iket_mark(ptr @a)
  store volatile i32 %i, ptr %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, 4
  br i1 %c, label %body, label %exit, !llvm.loop !0
exit:
  ret void
}

; Two arms keep their own event.
; CHECK-LABEL: define{{.*}} ptx_kernel void @arms(
; CHECK:         br i1
; CHECK:         [[PMEVENT]] {{[12]}})
; CHECK:         br label
; CHECK:         [[PMEVENT]] {{[12]}})
; CHECK:         ret void
define ptx_kernel void @arms(i1 %c) #0 {
  br i1 %c, label %then, label %else
then:
  call void @__iket_mark(ptr @a)
  br label %join
else:
  call void @__iket_mark(ptr @b)
  br label %join
join:
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
;LTO !llvm.module.flags = !{!2}
;LTO !2 = !{i32 1, !"EnableSplitLTOUnit", i32 0}
