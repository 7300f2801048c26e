// A producer warp fills a ring of two stages and three consumer warps empty it.
// The producer is slow on purpose: the trace shows who waits for whom, and
// docs/guide.md reads it.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: event {{[0-9]+}} load NATIVE_DUMP I32 RANGE_START
// CHECK: event {{[0-9]+}} wait_full NATIVE_DUMP I32 RANGE_START

// TRACE: kernel pipeline
// TRACE: warps 32
// TRACE: range load 256
// TRACE: range wait_empty 256
// TRACE: range wait_full 768
// TRACE: range compute 768

#include "device_test.h"

constexpr int Ctas = 8, Tiles = 32, Stages = 2, TileSize = 96, Consumers = 3;

/// Filled[S] and Emptied[S] count how often a stage was filled, and emptied by
/// each consumer.
extern "C" __global__ void pipeline(const float *In, float *Out) {
  __shared__ float Ring[Stages][TileSize];
  __shared__ volatile int Filled[Stages], Emptied[Consumers][Stages];
  int Warp = threadIdx.x / 32, Lane = threadIdx.x % 32;
  if (threadIdx.x < Stages) {
    Filled[threadIdx.x] = 0;
    for (int C = 0; C < Consumers; ++C)
      Emptied[C][threadIdx.x] = 0;
  }
  __syncthreads();

  if (Warp == 0) {
    for (int T = 0; T < Tiles; ++T) {
      int S = T % Stages;
      iket::range_push("wait_empty", T);
      for (int C = 0; C < Consumers; ++C)
        while (Emptied[C][S] != T / Stages)
          __nanosleep(20);
      iket::range_pop();
      iket::scoped_range Load("load", T);
      __nanosleep(1500); // The slow half.
      for (int I = Lane; I < TileSize; I += 32)
        Ring[S][I] = In[(blockIdx.x * Tiles + T) * TileSize + I];
      __threadfence_block();
      __syncwarp();
      if (Lane == 0)
        Filled[S] = T / Stages + 1;
    }
    return;
  }

  float Sum = 0;
  int Consumer = Warp - 1;
  for (int T = 0; T < Tiles; ++T) {
    int S = T % Stages;
    iket::range_push("wait_full", T);
    while (Filled[S] != T / Stages + 1)
      __nanosleep(20);
    __threadfence_block();
    iket::range_pop();
    iket::scoped_range Compute("compute", T);
    float X = Ring[S][Consumer * 32 + Lane];
#pragma unroll 1
    for (int I = 0; I < 64; ++I)
      X = X * 0.5f + 1.f;
    Sum += X;
    __syncwarp();
    if (Lane == 0)
      Emptied[Consumer][S] = T / Stages + 1;
  }
  Out[blockIdx.x * Consumers * 32 + Consumer * 32 + Lane] = Sum;
}

int main() {
  Array<float> In(Ctas * Tiles * TileSize), Out(Ctas * Consumers * 32);
  pipeline<<<Ctas, (1 + Consumers) * 32>>>(In.device(), Out.device());
  Out.download();
  bool Right = true;
  for (int I = 0; I < Ctas * Consumers * 32; ++I)
    Right &= Out[I] > 63.9f && Out[I] < 64.1f;
  expect(Right, "each consumer sums up 32 tiles");
  return finish();
}
