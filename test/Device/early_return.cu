// Early returns, of whole warps and of some lanes: every warp closes what it
// opened.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// BUILD: O3 = -O3
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: kernel guarded {{[0-9]+}} points
// CHECK: kernel leaving {{[0-9]+}} points

// The grid has 16 warps; 10 and a half of them have work, so 11 are seen.
// TRACE: kernel guarded
// TRACE: warps 11
// TRACE: range work 11
// TRACE: mark done 11
// TRACE: depth 1

// All warps open the range; odd ones leave it early.
// TRACE: kernel leaving
// TRACE: warps 16
// TRACE: range body 16
// TRACE: range inner 8
// TRACE: depth 2

#include "device_test.h"

extern "C" __global__ void guarded(int *P, int N) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= N)
    return;
  {
    iket::scoped_range Work("work");
    P[I] = I * 3;
    pauseWarp();
  }
  iket::mark("done");
}

extern "C" __global__ void leaving(int *P) {
  iket::scoped_range Body("body");
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  pauseWarp();
  if (I / 32 % 2)
    return;
  iket::scoped_range Inner("inner");
  pauseWarp();
  P[I] = I + 1;
  if (P[I] < 0)
    return;
  pauseWarp();
}

int main() {
  constexpr int N = 512, Guard = 10 * 32 + 16;
  Array<int> P(N), Q(N);
  guarded<<<4, 128>>>(P.device(), Guard);
  leaving<<<4, 128>>>(Q.device());
  P.download();
  Q.download();
  bool Right = true;
  for (int I = 0; I < N; ++I)
    Right &= P[I] == (I < Guard ? I * 3 : 0);
  expect(Right, "guarded");
  Right = true;
  for (int I = 0; I < N; ++I)
    Right &= Q[I] == (I / 32 % 2 ? 0 : I + 1);
  expect(Right, "leaving");
  return finish();
}
