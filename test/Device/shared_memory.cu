// All 227 KiB of shared memory that a block can have. Every word keeps its
// value while events are recorded, the first and the last too.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: kernel everything 5 points

// TRACE: kernel everything
// TRACE: warps 32
// TRACE: range fill 32
// TRACE: range read 32
// TRACE: mark turn 320
// TRACE: depth 1
// TRACE: payload mark turn i64: 0*32 1*32 2*32 3*32 4*32 5*32 6*32 7*32 8*32 9*32

#include "device_test.h"

constexpr int Bytes = 227 * 1024, Words = Bytes / 4, Threads = 256;

// Counts in Wrong: the first word, the last, and all.
extern "C" __global__ void everything(unsigned *Wrong) {
  extern __shared__ unsigned Shared[];
  {
    iket::scoped_range Fill("fill");
    for (int I = threadIdx.x; I < Words; I += Threads)
      Shared[I] = ~I * 2654435761u;
  }
  __syncthreads();
#pragma unroll 1
  for (long long Turn = 0; Turn < 10; ++Turn) {
    iket::mark("turn", Turn);
    pauseWarp();
  }
  __syncthreads();
  iket::scoped_range Read("read");
  for (int I = threadIdx.x; I < Words; I += Threads)
    if (Shared[I] != ~I * 2654435761u) {
      atomicAdd(&Wrong[2], 1u);
      if (I == 0)
        atomicAdd(&Wrong[0], 1u);
      if (I == Words - 1)
        atomicAdd(&Wrong[1], 1u);
    }
}

int main() {
  Array<unsigned> Wrong(3);
  check(cudaFuncSetAttribute(everything,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             Bytes),
        "cudaFuncSetAttribute");
  everything<<<4, Threads, Bytes>>>(Wrong.device());
  Wrong.download();
  expect(Wrong[0] == 0, "first word");
  expect(Wrong[1] == 0, "last word");
  expect(Wrong[2] == 0, "all words");
  return finish();
}
