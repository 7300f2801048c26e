// Under nvcc the annotations are no-ops on both sides, whatever its host compiler.
// REQUIRES: nvcc
// RUN: %nvcc -std=c++17 -arch=sm_90 -I%include -Werror all-warnings -allow-unsupported-compiler -ccbin %clang-host -c %s -o %t.o
// RUN: %nvcc -std=c++17 -arch=sm_90 -I%include -ptx %s -o %t.ptx
// RUN: %filecheck %s < %t.ptx
// CHECK: .entry k(
// CHECK-NOT: {{iket|call}}

#include <iket/iket.h>
#include <iket/iket_device_apis.cuh>

CREATE_IKET_PUSH_POP_RANGE(Load);

IKET_RANGE("range") __device__ int twice(int x) { return 2 * x; }

extern "C" __global__ void k(int *p, float f) {
  iket::scoped_range r("a", f);
  __iket_mark("b", 1);
  IKET_RANGE_PUSH(Load);
  p[0] = iket::enabled();
  IKET_RANGE_POP();
  iket::keep(f);
}
void host() { iket::mark("c"); }
