// Case C02, second half. A change of the branch layout once kept a compiler
// from unrolling a hot loop and cost a quarter of its speed; an event must not
// do the same. A loop that unrolls without events unrolls alike with them: as
// often, and without a new complaint that it could not.
// REQUIRES: cuda

// A trip count known when compiling: all 64 multiply-adds in a row, both ways.
// RUN: %plain-clang -O3 -S %s -o - | %filecheck %s --check-prefix=KNOWN --implicit-check-not=fma.rn.f32
// RUN: %iket-clang -O3 -S %s -o - | %filecheck %s --check-prefix=KNOWN --implicit-check-not=fma.rn.f32
// KNOWN-LABEL: .visible .entry _Z5knownPf(
// KNOWN-COUNT-64: fma.rn.f32
// KNOWN: // -- End function

#include <iket/iket.h>

__global__ void known(float *p) {
  float v = 0;
#pragma unroll
  for (int i = 0; i < 64; i++) {
    __iket_mark("turn");
    v += p[i] * p[i + 1];
  }
  p[threadIdx.x] = v;
}
