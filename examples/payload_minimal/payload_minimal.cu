//===----------------------------------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One mark with a value. The value is recorded when the plugin's option
// runtime-payloads is on; otherwise computing it costs nothing.
//
//===----------------------------------------------------------------------===//

#include "../common.h"

__global__ void rotate(int *Data) {
  int Warp = threadIdx.x / 32;
  iket::mark("warp", Warp);
  Data[threadIdx.x] = Data[threadIdx.x] * 2 + Warp;
}

int main(int Argc, char **Argv) {
  begin(Argc, Argv);
  constexpr int N = 128;
  std::vector<int> Data(N);
  for (int I = 0; I < N; ++I)
    Data[I] = I;
  DeviceArray<int> Device(Data);

  rotate<<<1, N>>>(Device.get());
  check(cudaGetLastError(), "launch");

  bool Right = true;
  std::vector<int> Result = Device.host();
  for (int I = 0; I < N; ++I)
    Right &= Result[I] == I * 2 + I / 32;
  return finish(Right);
}
