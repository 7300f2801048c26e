//===- common.h - What the examples share -----------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_EXAMPLES_COMMON_H
#define IKET_EXAMPLES_COMMON_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <iket/iket.h>
#include <vector>

/// Ends the program with a message when a CUDA call fails.
inline void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "error: %s: %s\n", What, cudaGetErrorString(Error));
  std::exit(2);
}

/// An array on the device that is copied back by host().
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(const std::vector<T> &Host) : Size(Host.size()) {
    check(cudaMalloc(&Data, Size * sizeof(T)), "cudaMalloc");
    check(
        cudaMemcpy(Data, Host.data(), Size * sizeof(T), cudaMemcpyHostToDevice),
        "cudaMemcpy");
  }
  ~DeviceArray() { cudaFree(Data); }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  T *get() const { return Data; }
  std::vector<T> host() const {
    std::vector<T> Host(Size);
    check(
        cudaMemcpy(Host.data(), Data, Size * sizeof(T), cudaMemcpyDeviceToHost),
        "cudaMemcpy");
    return Host;
  }

private:
  T *Data = nullptr;
  size_t Size;
};

/// What this executable's device code was compiled for. The two queries are
/// constants in a kernel: they are asked there.
struct BuildInfo {
  bool Instrumented;
  bool RuntimePayloads;
};

static __global__ void queryBuild(BuildInfo *Info) {
  Info->Instrumented = iket::enabled();
  Info->RuntimePayloads = iket::runtime_payloads_enabled();
}

/// Waits for the kernels, reports whether \p Right holds and how the program
/// was built. Returns the program's exit status.
inline int finish(bool Right) {
  DeviceArray<BuildInfo> Info(std::vector<BuildInfo>(1));
  queryBuild<<<1, 1>>>(Info.get());
  check(cudaGetLastError(), "launch");
  check(cudaDeviceSynchronize(), "kernel");
  BuildInfo B = Info.host().front();
  std::printf("instrumented: %s\n", B.Instrumented ? "yes" : "no");
  std::printf("runtime payloads: %s\n", B.RuntimePayloads ? "yes" : "no");
  std::printf("result: %s\n", Right ? "right" : "WRONG");
  return Right ? 0 : 1;
}

#endif // IKET_EXAMPLES_COMMON_H
