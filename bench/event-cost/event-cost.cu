//===- event-cost.cu - What an event costs a kernel -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times a push and a pop around N dependent multiply-adds, over the same kernel
// without events, for the plugin's records and for the form that NVIDIA's
// compiler emits. The file is compiled twice, with the plugin, and without it
// but with -DNVIDIA_FORM, and linked into one executable: each half is a cubin
// with declarations of its own, and all kernels take turns within one run.
//
//   event-cost [--turns N] [--samples N] [--shape nested|flat] [--json FILE]
//
// Two shapes. In a loop of straight-line code ptxas itself finds that the
// slot's address does not change, and both forms become the same instructions
// ("flat"). Around an inner loop it does not ("nested").
//
// Two clocks. cudaEvent times launches; --turns is then chosen so that one
// takes some milliseconds. A traced warp has room for 256 records only:
// run-iket wants
// --turns 100, launches that are too short for cudaEvent, so there the warps'
// own clocks count, from the first turn to the last. Ratios are taken within a
// sample, so that a drifting GPU clock does not enter them.
//
//===----------------------------------------------------------------------===//

#include <cuda_runtime.h>

using Kernel = void (*)(float *, unsigned *, int, int, float, float);

// 132 multiprocessors of 16 warps each.
constexpr int Blocks = 132, Threads = 512;

enum Form { Plain, Event, Payload, FormCount };

/// One compilation's kernels.
using KernelTable = Kernel[2][4][FormCount];
extern KernelTable IketKernels, NvidiaKernels;

#ifdef NVIDIA_FORM

#include "nvidia-form.h"

#define TABLE NvidiaKernels
NVIDIA_DECLARE_META
NVIDIA_DECLARE_PUSH(nvidia_event, 1, 0)
NVIDIA_DECLARE_PUSH(nvidia_payload, 2, 5)

template <Form F> __device__ inline void push(int Turn) {
  if constexpr (F == Event)
    nvidia::event<1>();
  else if constexpr (F == Payload)
    nvidia::event<2>(Turn);
}
template <Form F> __device__ inline void pop() {
  if constexpr (F != Plain)
    nvidia::event<31>();
}

#else

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iket/iket.h>
#include <vector>

#define TABLE IketKernels
constexpr int Warps = Blocks * Threads / 32;
constexpr int Lengths[] = {4, 16, 64, 256};

template <Form F> __device__ inline void push(int Turn) {
  if constexpr (F == Event)
    iket::range_push("iket_event");
  else if constexpr (F == Payload)
    iket::range_push("iket_payload", Turn);
}
template <Form F> __device__ inline void pop() {
  if constexpr (F != Plain)
    iket::range_pop();
}

#endif

namespace {

/// N is 0 for the nested shape, whose length is known at run time only.
template <int N, Form F>
__global__ void chain(float *Out, unsigned *Cycles, int Turns, int Length,
                      float A, float B) {
  float X = threadIdx.x;
  __syncthreads();
  long long Start = clock64();
  // Unrolled, the kernels would differ in more than their events.
#pragma clang loop unroll(disable)
  for (int Turn = 0; Turn < Turns; ++Turn) {
    push<F>(Turn);
    if constexpr (N != 0) {
#pragma unroll
      for (int I = 0; I < N; ++I)
        X = __fmaf_rn(X, A, B);
    } else {
#pragma clang loop unroll(disable)
      for (int I = 0; I < Length; I += 4)
#pragma unroll
        for (int J = 0; J < 4; ++J)
          X = __fmaf_rn(X, A, B);
    }
    pop<F>();
  }
  // Waits for the chain to end.
  if (X == 12345.0f)
    Out[1] = X;
  long long End = clock64();
  Out[blockIdx.x * blockDim.x + threadIdx.x] = X;
  if (threadIdx.x % 32 == 0)
    Cycles[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = End - Start;
}

} // namespace

#define ROW(N)                                                                 \
  { chain<N, Plain>, chain<N, Event>, chain<N, Payload> }
KernelTable TABLE = {{ROW(0), ROW(0), ROW(0), ROW(0)},
                     {ROW(4), ROW(16), ROW(64), ROW(256)}};

#ifndef NVIDIA_FORM

namespace {

void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "error: %s: %s\n", What, cudaGetErrorString(Error));
  bool NoGpu =
      Error == cudaErrorNoDevice || Error == cudaErrorInsufficientDriver;
  std::exit(NoGpu ? 77 : 2);
}

struct Sample {
  float Milliseconds, Cycles;
};

class Bench {
public:
  Bench() {
    check(cudaMalloc(&Out, Blocks * Threads * sizeof(float)), "cudaMalloc");
    check(cudaMalloc(&Cycles, Warps * sizeof(unsigned)), "cudaMalloc");
    check(cudaEventCreate(&Before), "cudaEventCreate");
    check(cudaEventCreate(&After), "cudaEventCreate");
  }

  Sample time(Kernel K, int Turns, int Length) {
    check(cudaEventRecord(Before), "cudaEventRecord");
    K<<<Blocks, Threads>>>(Out, Cycles, Turns, Length, 0.999f, 0.5f);
    check(cudaGetLastError(), "launch");
    check(cudaEventRecord(After), "cudaEventRecord");
    check(cudaDeviceSynchronize(), "kernel");
    Sample S = {};
    check(cudaEventElapsedTime(&S.Milliseconds, Before, After), "time");
    check(cudaMemcpy(Host.data(), Cycles, Warps * sizeof(unsigned),
                     cudaMemcpyDeviceToHost),
          "cudaMemcpy");
    double Sum = 0;
    for (unsigned C : Host)
      Sum += C;
    S.Cycles = float(Sum / Warps);
    return S;
  }

private:
  float *Out;
  unsigned *Cycles;
  cudaEvent_t Before, After;
  std::vector<unsigned> Host = std::vector<unsigned>(Warps);
};

float median(std::vector<float> V) {
  std::sort(V.begin(), V.end());
  size_t Mid = V.size() / 2;
  return V.size() % 2 ? V[Mid] : (V[Mid - 1] + V[Mid]) / 2;
}

struct Contender {
  const char *Name;
  const KernelTable *Table;
  Form F;
};

// The first is what the others are measured by.
const Contender Contenders[] = {{"plain", &IketKernels, Plain},
                                {"iket_event", &IketKernels, Event},
                                {"nvidia_event", &NvidiaKernels, Event},
                                {"iket_payload", &IketKernels, Payload},
                                {"nvidia_payload", &NvidiaKernels, Payload},
                                {"nvidia_plain", &NvidiaKernels, Plain}};
constexpr int Count = sizeof(Contenders) / sizeof(*Contenders);

} // namespace

int main(int Argc, char **Argv) {
  int FixedTurns = 0, Samples = 31;
  const char *Json = nullptr, *Only = nullptr;
  for (int I = 1; I + 1 < Argc; I += 2) {
    if (!std::strcmp(Argv[I], "--turns"))
      FixedTurns = std::atoi(Argv[I + 1]);
    else if (!std::strcmp(Argv[I], "--samples"))
      Samples = std::atoi(Argv[I + 1]);
    else if (!std::strcmp(Argv[I], "--shape"))
      Only = Argv[I + 1];
    else if (!std::strcmp(Argv[I], "--json"))
      Json = Argv[I + 1];
  }
  FILE *File = Json ? std::fopen(Json, "w") : nullptr;
  if (File)
    std::fprintf(File, "{\"warps\": %d, \"samples\": %d, \"rows\": [", Warps,
                 Samples);

  Bench B;
  std::printf("%d warps, medians of %d, time over the plain kernel's by "
              "cudaEvent (by the warps' clocks)\n%-7s %3s %7s %8s",
              Warps, Samples, "shape", "N", "turns", "plain");
  for (int C = 1; C < Count; ++C)
    std::printf("  %15s", Contenders[C].Name);
  std::printf("\n");

  bool First = true;
  for (int Row = 0; Row < 8; ++Row) {
    bool Flat = Row >= 4;
    const char *Shape = Flat ? "flat" : "nested";
    if (Only && std::strcmp(Only, Shape))
      continue;
    int N = Lengths[Row % 4];
    // Four warps share a scheduler: a plain turn takes 4 N cycles and some.
    int Turns = FixedTurns ? FixedTurns : 4000000 / (4 * N + 20);
    std::vector<Sample> All[Count];
    // The first round warms up.
    for (int Round = 0; Round <= Samples; ++Round)
      for (int I = 0; I < Count; ++I) {
        int C = (I + Round) % Count;
        const Contender &Who = Contenders[C];
        Sample S = B.time((*Who.Table)[Flat][Row % 4][Who.F], Turns, N);
        if (Round)
          All[C].push_back(S);
      }

    auto Ratio = [&](int C, float Sample::*Clock) {
      std::vector<float> Ratios;
      for (int I = 0; I < Samples; ++I)
        Ratios.push_back(All[C][I].*Clock / (All[0][I].*Clock));
      return median(Ratios);
    };
    std::vector<float> Plains;
    for (const Sample &S : All[0])
      Plains.push_back(S.Milliseconds);
    float PlainTime = median(Plains);
    std::printf("%-7s %3d %7d %5.2f ms", Shape, N, Turns, PlainTime);
    if (File)
      std::fprintf(File,
                   "%s\n  {\"shape\": \"%s\", \"n\": %d, \"turns\": %d, "
                   "\"plain_ms\": %.5f",
                   First ? "" : ",", Shape, N, Turns, PlainTime);
    First = false;
    for (int C = 1; C < Count; ++C) {
      float ByEvent = Ratio(C, &Sample::Milliseconds);
      float ByClock = Ratio(C, &Sample::Cycles);
      std::printf("  %6.3f (%6.3f)", ByEvent, ByClock);
      if (File)
        std::fprintf(File,
                     ",\n   \"%s\": {\"cuda_event\": %.4f, \"clock\": %.4f}",
                     Contenders[C].Name, ByEvent, ByClock);
    }
    std::printf("\n");
    if (File)
      std::fprintf(File, "}");
  }
  if (File) {
    std::fprintf(File, "\n]}\n");
    std::fclose(File);
  }
  return 0;
}

#endif
