// Pushed at entry, popped before each of the returns and not where the function
// traps or an assertion fails; still so after inlining. The function itself is
// gone, as it is without the attribute.
// REQUIRES: cuda, frontend, oracle
// RUN: %one-flag-clang -O2 -c %s -o %t.2 && %oracle --counts %t.2 | %filecheck %s
// RUN: %one-flag-clang -O0 -c %s -o %t.0 && %oracle --counts %t.0 | %filecheck %s --check-prefix=O0
// RUN: %one-flag-clang -O2 -S %s -o - | %filecheck %s --check-prefix=PTX
// CHECK: kernel k [[#POINTS:]] points
// CHECK-NEXT: {{[1-9]}} pop_range
// CHECK-NEXT: 1 scan
// O0: kernel k 2 points
// O0-NEXT: 1 pop_range
// O0-NEXT: 1 scan
// PTX-NOT: .func{{.*}}scan

#include <assert.h>
#include <iket/iket.h>

[[iket::range("scan")]] static inline __device__ int scan(int x, int *e) {
  if (x < 0)
    return -1;
  if (x == 77) {
    *e = 1;
    __trap();
  }
  for (int i = 0; i < x; i++)
    if (e[i] == x)
      return i;
  assert(x != 5);
  return x * 2;
}
extern "C" __global__ void k(int *p) {
  p[threadIdx.x] = scan(p[threadIdx.x], p);
}
