// Ranges that overlap, and tokens that travel through branches and loops.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// BUILD: O3 = -O3
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: event {{[0-9]+}} first NATIVE_DUMP NO_PAYLOAD RANGE_START_END

// TRACE: kernel overlap
// TRACE: warps 4
// TRACE: range first 4
// TRACE: range second 4
// TRACE: range third 4
// TRACE: depth 2

// Warps 2 and 4 take one arm, 1, 5 and 7 the other; every third none.
// TRACE: kernel branches
// TRACE: warps 8
// TRACE: range even 2
// TRACE: range odd 3
// TRACE: range always 8
// TRACE: payload range odd i32: 1 5 7 -1 -5 -7

// One load is in flight while the last is used.
// TRACE: kernel pipeline
// TRACE: warps 4
// TRACE: range stage 40
// TRACE: mark use 40
// TRACE: payload mark use i32: 0*4 1*4 2*4 3*4 4*4 5*4 6*4 7*4 8*4 9*4

#include "device_test.h"

extern "C" __global__ void overlap(int *P) {
  iket::token First = iket::range_start("first");
  pauseWarp();
  iket::token Second = iket::range_start("second");
  pauseWarp();
  iket::range_end(First);
  pauseWarp();
  P[threadIdx.x] += 1;
  iket::range_start("third");
  pauseWarp();
  iket::range_end(Second);
  pauseWarp();
  iket::range_end("third");
}

extern "C" __global__ void branches(int *P) {
  int Warp = threadIdx.x / 32;
  iket::token Always = iket::range_start("always");
  iket::token Even = iket::sentinel_token(), Odd = iket::sentinel_token();
  if (Warp % 3 != 0) {
    if (Warp % 2 == 0)
      Even = iket::range_start("even");
    else
      Odd = iket::range_start("odd", Warp);
  } else if (Warp == 0 || Warp == 6) {
    Even = iket::sentinel_token();
  }
  pauseWarp();
  P[threadIdx.x] += Warp;
  iket::range_end(Even);
  iket::range_end(Odd, -Warp);
  pauseWarp();
  iket::range_end(Always);
}

extern "C" __global__ void pipeline(int *P) {
  iket::token Loading = iket::range_start("stage");
  pauseWarp();
#pragma unroll 1
  for (int Turn = 0; Turn < 10; ++Turn) {
    iket::range_end(Loading);
    Loading = iket::sentinel_token();
    if (Turn + 1 < 10)
      Loading = iket::range_start("stage");
    iket::mark("use", Turn);
    P[threadIdx.x] += Turn;
    pauseWarp();
  }
  iket::range_end(Loading);
}

int main() {
  constexpr int N = 256;
  Array<int> P(N);
  overlap<<<1, 128>>>(P.device());
  branches<<<1, N>>>(P.device());
  pipeline<<<1, 128>>>(P.device());
  P.download();
  bool Right = true;
  for (int I = 0; I < N; ++I)
    Right &= P[I] == (I < 128 ? 1 + 45 : 0) + I / 32;
  expect(Right, "values");
  return finish();
}
