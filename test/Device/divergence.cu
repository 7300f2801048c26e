// Lanes and warps that take different ways. A record is the warp's, its payload
// the first active lane's.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: kernel diverge 6 points
// CHECK-NEXT: 1 all
// CHECK-NEXT: 1 even warp
// CHECK-NEXT: 1 high lanes
// CHECK-NEXT: 1 low lanes
// CHECK-NEXT: 1 odd lanes
// CHECK-NEXT: 1 turn

// TRACE: kernel diverge
// TRACE: warps 4
// TRACE: mark all 4
// TRACE: mark 'low lanes' 4
// TRACE: mark 'high lanes' 4
// TRACE: mark 'odd lanes' 4
// TRACE: mark 'even warp' 2
// TRACE: mark turn 16
// TRACE: payload mark all i32: 0 100 200 300
// TRACE: payload mark 'low lanes' i32: 0 100 200 300
// TRACE: payload mark 'high lanes' i32: 12 112 212 312
// TRACE: payload mark 'odd lanes' f32: 3 103 203 303
// TRACE: payload mark 'even warp' i32: 0 200
// TRACE: payload mark turn i32: 0 8 16 24 100 108 116 124 200 208 216 224 300 308 316 324

#include "device_test.h"

extern "C" __global__ void diverge(int *P) {
  int Lane = threadIdx.x % 32, Warp = threadIdx.x / 32;
  int X = Warp * 100 + Lane, Sum = 0;
  iket::mark("all", X);
  if (Lane < 12) {
    iket::mark("low lanes", X);
    Sum += P[threadIdx.x] + 1;
  } else {
    iket::mark("high lanes", X);
    Sum += P[threadIdx.x] + 2;
  }
  __syncwarp();
  if (Lane % 4 == 3) {
    iket::mark("odd lanes", float(X));
    P[threadIdx.x] += 1000;
  }
  __syncwarp();
  if (Warp % 2 == 0) {
    iket::mark("even warp", X);
    P[threadIdx.x] += 2000;
  }
  __syncwarp();
  // Lane 0 makes one turn, lane 31 four: the first active lane moves on.
#pragma unroll 1
  for (int Turn = 0; Turn <= Lane / 8; ++Turn) {
    iket::mark("turn", X);
    P[threadIdx.x] += Sum;
    __syncwarp(__activemask());
  }
}

int main() {
  constexpr int N = 128;
  Array<int> P(N);
  diverge<<<1, N>>>(P.device());
  P.download();
  bool Right = true;
  for (int I = 0; I < N; ++I) {
    int Lane = I % 32, Sum = Lane < 12 ? 1 : 2;
    int Want = (Lane % 4 == 3 ? 1000 : 0) + (I / 32 % 2 ? 0 : 2000) +
               Sum * (Lane / 8 + 1);
    Right &= P[I] == Want;
  }
  expect(Right, "values");
  return finish();
}
