//===----------------------------------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches a small kernel N times, one after the other, and prints how long the
// launches took, in nanoseconds. run.py runs it in all the ways there are.
//
//===----------------------------------------------------------------------===//

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <iket/iket.h>

__global__ void work(float *Data) {
  iket::scoped_range Work("work");
  float X = Data[threadIdx.x];
  for (int I = 0; I < 1000; ++I)
    X = X * 1.0001f + 1.0f;
  Data[threadIdx.x] = X;
}

static void check(cudaError_t Error) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(Error));
  std::exit(Error == cudaErrorNoDevice || Error == cudaErrorInsufficientDriver
                ? 77
                : 2);
}

int main(int Argc, char **Argv) {
  int Launches = Argc > 1 ? std::atoi(Argv[1]) : 1000;
  float *Data;
  check(cudaMalloc(&Data, 256 * sizeof(float)));
  check(cudaMemset(Data, 0, 256 * sizeof(float)));
  work<<<132, 256>>>(Data); // The first launch loads the kernel.
  check(cudaDeviceSynchronize());
  auto Start = std::chrono::steady_clock::now();
  for (int I = 0; I < Launches; ++I) {
    work<<<132, 256>>>(Data);
    check(cudaDeviceSynchronize());
  }
  auto Time = std::chrono::steady_clock::now() - Start;
  std::FILE *Out = std::fopen(Argc > 2 ? Argv[2] : "/dev/stdout", "w");
  if (!Out)
    return 2;
  std::fprintf(Out, "%lld\n",
               (long long)std::chrono::nanoseconds(Time).count());
  return std::fclose(Out);
}
