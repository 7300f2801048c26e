// One name, two kinds: a mark and a range of the same name are two
// events, whose payloads may differ.
// REQUIRES: cuda, oracle

// RUN: %iket-clang -O3 -mllvm -iket-runtime-payloads -c %s -o %t
// RUN: %oracle %t | %filecheck %s --implicit-check-not="{{^event|^range|^kernel}}"
// CHECK:      event 1 x NATIVE_DUMP I32 NOT_IN_RANGE
// CHECK-NEXT: event 2 x NATIVE_DUMP FP32 RANGE_START
// CHECK-NEXT: event 31 pop_range
// CHECK-NEXT: range x PUSH_POP
// CHECK-NEXT: kernel _Z1kf 3 points
// CHECK-NEXT:   x
// CHECK-NEXT:   x
// CHECK-NEXT:   pop_range

#include <iket/iket.h>

__global__ void k(float f) {
  __iket_mark("x", 1);
  __iket_range_push("x", f);
  __iket_range_pop();
}
