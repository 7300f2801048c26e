// Nearly every real kernel returns early where there is nothing to
// do, and users took out all such returns for fear that a range they leave open
// breaks the compiler. It compiles, at any level, and the kernel has exactly
// the points that the source has.
// REQUIRES: cuda, oracle

// RUN: %iket-clang -O0 -c %s -o %t.0
// RUN: %oracle --counts %t.0 | %filecheck %s --implicit-check-not="{{^event|^kernel}}"
// RUN: %iket-clang -O3 -c %s -o %t.3
// RUN: %oracle --counts %t.3 | %filecheck %s --implicit-check-not="{{^event|^kernel}}"
// CHECK:      event 1 body NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 31 pop_range
// CHECK-NEXT: range body PUSH_POP

// A range left open at one return of two.
// CHECK-NEXT: kernel _Z4openPfi 2 points
// CHECK-NEXT:   1 body
// CHECK-NEXT:   1 pop_range

// A scoped range is popped on the way out of each return; clang has them share
// the code.
// CHECK-NEXT: kernel _Z6scopedPfi 2 points
// CHECK-NEXT:   1 body
// CHECK-NEXT:   1 pop_range
// CHECK-NOT:  {{.}}

#include <iket/iket.h>

__global__ void open(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __iket_range_push("body");
  if (i >= n)
    return; // Leaves the range open.
  p[i] += 1.f;
  __iket_range_pop();
}

__global__ void scoped(float *p, int n) {
  iket::scoped_range body("body");
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  p[i] += 1.f;
}
