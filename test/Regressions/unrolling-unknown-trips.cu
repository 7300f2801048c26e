// Case C02, second half: `#pragma unroll 4` over a trip count that is known
// only at run time. Around a convergent call LLVM does not unroll such a loop,
// since lanes may leave it at different turns, which the remainder's own loop
// would record again. That is the price of counts that are right in diverged
// warps, and the plugin says so. A loop with a known trip count is unrolled as ever.
// REQUIRES: cuda

// RUN: %plain-clang -O3 -S %s -o - | %filecheck %s --check-prefixes=CHECK,PLAIN --implicit-check-not=fma.rn.f32
// RUN: %iket-clang -O3 -S %s -o - 2>%t.err | %filecheck %s --check-prefixes=CHECK,EVENTS --implicit-check-not=fma.rn.f32 --implicit-check-not=pmevent
// RUN: %filecheck %s --check-prefix=SAYS < %t.err
// CHECK-LABEL: .visible .entry _Z7unknownPfi(
// PLAIN-COUNT-5: fma.rn.f32
// EVENTS: {{pmevent.mask[[:space:]]+1;}}
// EVENTS: fma.rn.f32
// CHECK: // -- End function
// SAYS: warning: iket: #pragma unroll has no effect on the loop around 'turn'

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
