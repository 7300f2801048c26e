// A reader of one's own may want records below sm_90, at the place
// where the generators that know it put them: the user's shared bytes 0x20 on.
// That takes an option, and a warning says what it costs. Clusters and elected
// lanes do not exist there.
// REQUIRES: cuda

// RUN: %clang-any-arch --cuda-gpu-arch=sm_80 -O3 -mllvm -iket-pre-hopper=emit -mllvm -iket-runtime-payloads -S %s -o %t.s 2>&1 | %filecheck %s --implicit-check-not=warning:
// RUN: %filecheck %s --check-prefix=PTX --implicit-check-not=cluster --implicit-check-not=elect --input-file=%t.s
// PTX: .target sm_80
// PTX: __iket_evt_decl_m_1_attrs[60]
// PTX: mov.u32 %r[[#]], %globaltimer_lo;
// PTX: mov.b64 %[[SLOT:rd[0-9]+]], 32;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{[0-9]+}};
// PTX: st.volatile.shared.b32 [{{.*}}], 7;
// PTX: pmevent.mask 1;

#include <iket/iket.h>

__global__ void k(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  // CHECK: old-slot-on-request.cu:[[#@LINE+1]]:1: warning: iket: records on sm_80 overwrite the kernel's own shared memory; use them only with a reader that expects this [no-warn=pre-hopper]
  __iket_mark("m", 7);
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}
