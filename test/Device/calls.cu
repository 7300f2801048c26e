// Functions that are not inlined, and recursion: their events are their
// caller's warp's.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: event {{[0-9]+}} level NATIVE_DUMP I32 RANGE_START

// TRACE: kernel callers
// TRACE: warps 8
// TRACE: range outside 8
// TRACE: range helper 16
// TRACE: mark inside 16
// TRACE: range level 40
// TRACE: mark bottom 8
// TRACE: depth 6
// TRACE: payload range level i32: 0*8 1*8 2*8 3*8 4*8
// TRACE: payload mark inside i32: 10*8 20*8

#include "device_test.h"

__device__ __noinline__ int helper(int X, int Tag) {
  IKET_FUNC_RANGE();
  pauseWarp();
  iket::mark("inside", Tag);
  pauseWarp();
  return X * 2 + Tag;
}

__device__ __noinline__ int descend(int X, int Level) {
  iket::scoped_range Here("level", Level);
  pauseWarp();
  if (Level == 0) {
    iket::mark("bottom");
    return X;
  }
  int Result = descend(X + Level, Level - 1) + 1;
  pauseWarp();
  return Result;
}

extern "C" __global__ void callers(int *P) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  iket::scoped_range Outside("outside");
  pauseWarp();
  int X = helper(I, 10);
  pauseWarp();
  X = helper(X, 20);
  pauseWarp();
  P[I] = descend(X, 4);
  pauseWarp();
}

int main() {
  constexpr int N = 256;
  Array<int> P(N);
  callers<<<2, N / 2>>>(P.device());
  P.download();
  bool Right = true;
  for (int I = 0; I < N; ++I)
    Right &= P[I] == (I * 2 + 10) * 2 + 20 + 4 + 3 + 2 + 1 + 4;
  expect(Right, "values");
  return finish();
}
