//===----------------------------------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The smallest traced program: one mark and one range around the work.
//
//===----------------------------------------------------------------------===//

#include "../common.h"

__global__ void saxpy(float A, const float *X, float *Y, int N) {
  __iket_mark("start");
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N) {
    IKET_SCOPED_RANGE("work");
    Y[I] = A * X[I] + Y[I];
  }
}

int main(int Argc, char **Argv) {
  begin(Argc, Argv);
  constexpr int N = 1 << 12;
  std::vector<float> X(N), Y(N, 1.0f);
  for (int I = 0; I < N; ++I)
    X[I] = float(I);
  DeviceArray<float> DX(X), DY(Y);

  saxpy<<<N / 128, 128>>>(2.0f, DX.get(), DY.get(), N);
  check(cudaGetLastError(), "launch");

  bool Right = true;
  std::vector<float> Result = DY.host();
  for (int I = 0; I < N; ++I)
    Right &= Result[I] == 2.0f * I + 1.0f;
  return finish(Right);
}
