// Case C02, second half: `#pragma unroll 4` over a trip count that is known
// only at run time. LLVM does not unroll such a loop around a convergent call,
// since the remainder would need a loop of its own; then the event costs the
// unrolling, and clang warns that the pragma failed. Four turns in a row and
// one in the remainder is what the same loop has without the event.
// REQUIRES: cuda
// XFAIL: *

// RUN: %plain-clang -O3 -S %s -o - | %filecheck %s --check-prefixes=CHECK,PLAIN --implicit-check-not=fma.rn.f32
// RUN: %iket-clang -O3 -Werror=pass-failed -S %s -o - | %filecheck %s --check-prefixes=CHECK,EVENTS --implicit-check-not=fma.rn.f32 --implicit-check-not=pmevent
// CHECK-LABEL: .visible .entry _Z7unknownPfi(
// PLAIN-COUNT-5: fma.rn.f32
// EVENTS-COUNT-5: {{pmevent.mask[[:space:]]+1;(.|[[:space:]])*fma.rn.f32}}
// CHECK: // -- End function

#include <iket/iket.h>

__global__ void unknown(float *p, int n) {
  float v = 0;
#pragma unroll 4
  for (int i = 0; i < n; i++) {
    __iket_mark("turn");
    v += p[i] * p[i + 1];
  }
  p[threadIdx.x] = v;
}
