; A module that is lowered already is left alone. Events that come to it later
; cannot get ids of their own: that is an error, not a second numbering.
; RUN: %opt -passes='iket,verify' -S %s -o %t.once.ll
; RUN: %opt -passes='iket,iket-lower,iket,verify' -S %s -o %t.more.ll
; RUN: diff %t.once.ll %t.more.ll
; RUN: %filecheck %s < %t.once.ll
; RUN: sed 's/^define ptx_kernel void @k/define ptx_kernel void @later/; s/c"a/c"b/' %s > %t.late.ll
; RUN: %llvm-link -S %t.once.ll %t.late.ll -o %t.linked.ll
; RUN: %not %opt -passes=iket -S %t.linked.ll 2>&1 | %filecheck-raw %s --check-prefix=LATE

; CHECK: !iket.lowered = !{![[STAMP:[0-9]+]]}
; CHECK: ![[STAMP]] = !{!"{{[0-9]+\.[0-9]+\.[0-9]+}}"}

; LATE: error: k.cu:9:0: in function later void (): iket: this event was added after iket-lower; link first, lower once

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [2 x i8] c"a\00"
@file = private unnamed_addr constant [5 x i8] c"k.cu\00"
declare void @__iket_mark(ptr, ptr, i32)
define ptx_kernel void @k() #0 {
  call void @__iket_mark(ptr @a, ptr @file, i32 9)
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
