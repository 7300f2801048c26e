// iket::keep pins what a range is to time: the ranges around long arithmetic
// take long, and kept values change neither results nor records.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: kernel kept 5 points

// TRACE: kernel kept
// TRACE: warps 8
// TRACE: range multiply 8
// TRACE: range add 8
// TRACE: mark value 8
// TRACE: shortest multiply >=150
// TRACE: depth 1
// TRACE: payload mark value u32: 0x2bc2161*8

#include "device_test.h"

__host__ __device__ inline unsigned multiply(unsigned X) {
  for (int I = 0; I < 64; ++I)
    X = (X * 1664525u + 1013904223u) ^ X >> 7;
  return X;
}

struct Pair {
  unsigned long long Wide;
  unsigned Narrow;
};

extern "C" __global__ void kept(unsigned *P, unsigned Seed) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned X;
  {
    iket::scoped_range Multiply("multiply");
    X = multiply(Seed);
    iket::keep(X);
  }
  iket::mark("value", X);
  Pair Both;
  {
    iket::scoped_range Add("add");
    Both = {X + 1ull, X ^ unsigned(I)};
    iket::keep(Both);
  }
  P[I] = unsigned(Both.Wide) + Both.Narrow;
}

int main() {
  constexpr int N = 256;
  Array<unsigned> P(N);
  kept<<<2, N / 2>>>(P.device(), 1);
  P.download();
  unsigned X = multiply(1);
  std::printf("value 0x%x\n", X);
  bool Right = true;
  for (int I = 0; I < N; ++I)
    Right &= P[I] == X + 1 + (X ^ unsigned(I));
  expect(Right, "values");
  return finish();
}
