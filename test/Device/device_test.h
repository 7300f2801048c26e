//===- device_test.h - What the device tests share --------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test is a program that checks its own results: what it computes must not
// depend on being instrumented or traced. What the trace must hold stands in
// its TRACE lines (see check_trace.py), how it is compiled in its BUILD lines,
// and what run-iket is told besides in a RUN-IKET line (see run-device.sh).
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TEST_DEVICE_TEST_H
#define IKET_TEST_DEVICE_TEST_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <iket/iket.h>

/// The exit status of a test that finds no GPU.
constexpr int SkipStatus = 77;

inline int Failures = 0;

/// Reports one check.
inline void expect(bool Right, const char *What) {
  std::printf("%s: %s\n", Right ? "PASS" : "FAIL", What);
  Failures += !Right;
}

/// Ends the program when a CUDA call fails.
inline void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::printf("FAIL: %s: %s\n", What, cudaGetErrorString(Error));
  bool NoGpu =
      Error == cudaErrorNoDevice || Error == cudaErrorInsufficientDriver;
  std::exit(NoGpu ? SkipStatus : 2);
}

/// Waits for the kernels launched so far.
inline void synchronize() {
  check(cudaGetLastError(), "launch");
  check(cudaDeviceSynchronize(), "kernel");
}

/// Zeroed memory on the device with a copy on the host.
template <class T> class Array {
public:
  explicit Array(int Size)
      : Size(Size), Host(static_cast<T *>(std::calloc(Size, sizeof(T)))) {
    check(cudaMalloc(&Data, Size * sizeof(T)), "cudaMalloc");
    check(cudaMemset(Data, 0, Size * sizeof(T)), "cudaMemset");
  }
  ~Array() {
    cudaFree(Data);
    std::free(Host);
  }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;

  T *device() const { return Data; }
  T &operator[](int I) { return Host[I]; }
  void upload() {
    check(cudaMemcpy(Data, Host, Size * sizeof(T), cudaMemcpyHostToDevice),
          "upload");
  }
  void download() {
    synchronize();
    check(cudaMemcpy(Host, Data, Size * sizeof(T), cudaMemcpyDeviceToHost),
          "download");
  }

private:
  int Size;
  T *Host, *Data = nullptr;
};

/// Lets some 200 ns pass, so that neighbouring events differ in time: the timer
/// that records read advances in steps of 32 ns.
__device__ inline void pauseWarp() {
  long long Start = clock64();
  while (clock64() - Start < 400)
    ;
}

/// The program's verdict and exit status. It also goes to the end of the file
/// that DEVICE_TEST_REPORT names: a tracer may keep the output to itself.
inline int finish() {
  const char *Verdict = Failures ? "FAILED" : "PASSED";
  std::printf("%s\n", Verdict);
  if (const char *Path = std::getenv("DEVICE_TEST_REPORT"))
    if (FILE *Report = std::fopen(Path, "a")) {
      std::fprintf(Report, "%s\n", Verdict);
      std::fclose(Report);
    }
  return Failures ? 1 : 0;
}

#endif // IKET_TEST_DEVICE_TEST_H
