// A loop of unknown trip count is not unrolled around an event: our warning, at the
// event, stands for LLVM's, which names neither. One of known count is unrolled.
// REQUIRES: cuda
// RUN: %iket-clang -O2 -S %s -o %t.ptx 2>&1 | %filecheck %s --implicit-check-not=warning:
// RUN: %filecheck %s --input-file=%t.ptx --check-prefix=PTX
// RUN: %iket-clang -O2 -Werror -mllvm -iket-no-warn=unroll -S %s -o %t.ptx

#include <iket/iket.h>

__global__ void counted(float *p, int n) {
#pragma unroll 4
  for (int i = 0; i < n; i++) {
    // CHECK: unroll.cu:[[#@LINE+1]]:{{.*}} warning: iket: #pragma unroll has no effect on the loop around 'turn': its trip count is not a constant, and warps whose lanes leave it at different turns would record copies; make the trip count constant, or drop the pragma [no-warn=unroll]
    iket::mark("turn");
    p[i * 32 + threadIdx.x] *= 2.f;
  }
}
__global__ void scoped(float *p, int n) {
#pragma unroll
  for (int i = 0; i < n; i++)
    // CHECK: unroll.cu:[[#@LINE+1]]:{{.*}} warning: iket: #pragma unroll has no effect on the loop around 'scope'
    IKET_SCOPE("scope") p[i * 32 + threadIdx.x] *= 2.f;
}
// PTX-LABEL: .entry _Z5knownPf(
// PTX-COUNT-8: pmevent.mask
// PTX-NOT:     pmevent.mask
__global__ void known(float *p) {
#pragma unroll
  for (int i = 0; i < 8; i++) {
    iket::mark("known");
    p[i * 32 + threadIdx.x] *= 2.f;
  }
}
