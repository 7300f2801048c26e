// A mark, nested scopes and whole functions: what most programs use, at the
// usual levels of optimisation. At -O0 ptxas must optimise (payloads are lost
// otherwise).
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// BUILD: no-payloads = -O3 -g
// BUILD: O0 = -O0 -Xcuda-ptxas -O1 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=payload-O0
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s

// CHECK: kernel saxpy 10 points
// CHECK-NEXT: 1 block
// CHECK-NEXT: 1 compute
// CHECK-NEXT: 1 load
// CHECK-NEXT: 4 pop_range
// CHECK-NEXT: 1 scale
// CHECK-NEXT: 1 start
// CHECK-NEXT: 1 work

// TRACE: kernel saxpy
// TRACE: launches 1
// TRACE: warps 32
// TRACE: mark start 32
// TRACE: range work 32
// TRACE: range load 32
// TRACE: range compute 32
// TRACE: range scale 32
// TRACE: mark block 32
// TRACE: depth 3
// TRACE: payload mark block i32: 0*4 1*4 2*4 3*4 4*4 5*4 6*4 7*4
// TRACE: payload range compute f32: 2.5*32

#include "device_test.h"

IKET_RANGE("scale") __device__ float scale(float A, float X) {
  pauseWarp();
  return A * X;
}

extern "C" __global__ void saxpy(float A, const float *X, float *Y) {
  iket::mark("start");
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  iket::scoped_range Work("work");
  float V;
  {
    iket::scoped_range Load("load");
    V = X[I];
    pauseWarp();
  }
  pauseWarp();
  IKET_SCOPE("compute", A) {
    pauseWarp();
    V = scale(A, V);
    pauseWarp();
  }
  Y[I] += V;
  pauseWarp();
  iket::mark("block", int(blockIdx.x));
}

int main() {
  constexpr int N = 1024;
  Array<float> X(N), Y(N);
  for (int I = 0; I < N; ++I)
    X[I] = float(I), Y[I] = 1.0f;
  X.upload();
  Y.upload();
  saxpy<<<N / 128, 128>>>(2.5f, X.device(), Y.device());
  Y.download();
  bool Right = true;
  for (int I = 0; I < N; ++I)
    Right &= Y[I] == 2.5f * float(I) + 1.0f;
  expect(Right, "saxpy");
  return finish();
}
