; print<iket-events> shows the numbering without changing the module, and reads
; unprepared input. Control characters of names do not reach the terminal.
; RUN: %opt -passes='print<iket-events>' -S %s -o %t.after 2> %t.table
; RUN: %plain-opt -S %s -o %t.before
; RUN: diff %t.before %t.after
; RUN: %filecheck %s --match-full-lines --strict-whitespace < %t.table

target triple = "nvptx64-nvidia-cuda"

@a = private unnamed_addr constant [5 x i8] c"load\00"
@b = private unnamed_addr constant [4 x i8] c"a b\00"
define linkonce_odr void @__iket_mark_f32(ptr %0, float %1) alwaysinline {
  ret void
}
@c = private unnamed_addr constant [16 x i8] c"\1B[31mred\07 \C3\A9\E2\80\AE\00"
declare void @__iket_mark(ptr)
declare void @__iket_range_push(ptr)
declare void @__iket_range_pop()

;      CHECK:Events of '{{.*}}print-events.ll': 3 events, native records
; CHECK-NEXT:  id  kind   payload   points  name
; CHECK-NEXT:   1  push   none           1  a b
; CHECK-NEXT:   2  mark   float32        2  load
; CHECK-NEXT:   3  mark   none           1  \x1b[31mred\x07 é\xe2\x80\xae
;  CHECK-NOT:{{.+}}
define ptx_kernel void @k(float %x) #0 {
  call void @__iket_range_push(ptr @b)
  call void @__iket_mark_f32(ptr @a, float %x)
  call void @__iket_mark_f32(ptr @a, float 1.0)
  call void @__iket_mark(ptr @c)
  call void @__iket_range_pop()
  ret void
}
attributes #0 = { "target-cpu"="sm_90" }
