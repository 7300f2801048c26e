; Options travel with a file to the link, which has none of its own: payloads are
; recorded, the slot is that of the files, and a range that auto=kernels added is not
; added again. What was said in other words is the same, what differs is refused,
; and of an option that is given twice the last counts.
; RUN: sed 's/^;LTO //' %s > %t.ll
; RUN: %opt -iket-runtime-payloads -iket-slot=0x10 -iket-auto=kernels -passes='lto-pre-link<O2>' -S %t.ll -o %t.a.ll
; RUN: %opt -passes='lto<O2>' -S %t.a.ll | %filecheck %s
; RUN: %opt -passes='iket-prepare<runtime-payloads;slot=0x10;auto=kernels>' -S %t.ll | %opt -passes=iket -S | %filecheck %s
; RUN: sed 's/@k(/@other(/' %t.ll > %t.other.ll
; RUN: %opt -iket-runtime-payloads=false -iket-runtime-payloads -iket-slot=32 -iket-slot=16 -passes='lto-pre-link<O2>' %t.other.ll -o %t.b.bc
; RUN: %llvm-link %t.a.ll %t.b.bc -o %t.ab.bc
; RUN: %opt -passes='lto<O2>' -S %t.ab.bc | %filecheck %s
; RUN: %opt -iket-runtime-payloads -iket-slot=16 -iket-only=k -passes='lto-pre-link<O2>' %t.other.ll -o %t.only.bc
; RUN: %llvm-link %t.a.ll %t.only.bc -o %t.differ.bc
; RUN: %not %opt -passes='lto<O2>' -disable-output %t.differ.bc 2>&1 | %filecheck-raw %s --check-prefix=DIFFER

target triple = "nvptx64-nvidia-cuda"

@work = private unnamed_addr constant [5 x i8] c"work\00"
declare void @__iket_mark_i32(ptr, i32)

; DIFFER: error: {{.*}}iket: files that are linked were compiled with different values of the option only, none and 'k'; compile all of them alike
; CHECK: @__iket_evt_decl_k_1_attrs
; CHECK: @__iket_evt_decl_work_2_attrs = {{.*}} c"<\00\00\00\02\00\00\00\03\00\00\00\05\00
; CHECK-NOT: @__iket_evt_decl_k{{.*}} =
; CHECK-LABEL: @k(i32 %x)
; CHECK: or i32 %{{.*}}, 16
; CHECK-COUNT-2: store volatile
; CHECK: store volatile i32 %x,
; CHECK: store volatile
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @k(i32 %x) #0 {
  call void @__iket_mark_i32(ptr @work, i32 %x)
  ret void
}

attributes #0 = { "target-cpu"="sm_90" "target-features"="+ptx80" }
;LTO !llvm.module.flags = !{!0}
;LTO !0 = !{i32 1, !"ThinLTO", i32 0}
