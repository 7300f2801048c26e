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
#include <cstring>
#include <cuda_runtime.h>
#include <iket/executable.h>
#include <iket/iket.h>
#include <iket/session.h>
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

/// What the command line asks for.
struct Arguments {
  bool Save = false;  ///< --iket-output-dir DIR: save the device code there.
  bool Trace = false; ///< --trace: record this run.
};

/// Tells what this executable declares, and saves its device code if \p Save.
inline void tellDeviceCode(bool Save) {
  constexpr const char *Kinds[] = {"mark", "push", "token", "other"};
  for (const iket::events::table &T : iket::event_tables())
    for (const iket::events::event &E : T.events)
      std::printf("event of %s: %u %s %s\n", T.arch.c_str(), E.id,
                  Kinds[int(E.kind)], E.name.c_str());
  if (Save)
    for (const std::string &Path : iket::save_device_code())
      std::printf("saved: %s\n", Path.c_str());
}

/// Reads the command line, which has --trace if the program \p CanTrace, and
/// tells what this executable declares. Ends the program with a message when it
/// can't.
inline Arguments begin(int Argc, char **Argv, bool CanTrace = false) {
  Arguments Args;
  for (int I = 1; I < Argc; ++I)
    if (std::strcmp(Argv[I], "--iket-output-dir") == 0 && I + 1 < Argc) {
      iket::set_output_dir(Argv[++I]);
      Args.Save = true;
    } else if (CanTrace && std::strcmp(Argv[I], "--trace") == 0) {
      Args.Trace = true;
    } else {
      std::fprintf(stderr, "usage: %s [--iket-output-dir DIR]%s\n", Argv[0],
                   CanTrace ? " [--trace]" : "");
      std::exit(2);
    }
  try {
    tellDeviceCode(Args.Save);
  } catch (const std::exception &E) {
    std::fprintf(stderr, "error: %s\n", E.what());
    std::exit(1);
  }
  return Args;
}

/// Waits for the kernels, reports how the program was built and whether \p
/// Right holds. Returns the program's exit status.
inline int finish(bool Right) {
  DeviceArray<BuildInfo> Info(std::vector<BuildInfo>(1));
  queryBuild<<<1, 1>>>(Info.get());
  check(cudaGetLastError(), "launch");
  check(cudaDeviceSynchronize(), "kernel");
  BuildInfo B = Info.host().front();
  std::printf("instrumented: %s\n", B.Instrumented ? "yes" : "no");
  std::printf("runtime_payloads_enabled: %s\n",
              B.RuntimePayloads ? "yes" : "no");
  std::printf("result: %s\n", Right ? "right" : "WRONG");
  return Right ? 0 : 1;
}

#endif // IKET_EXAMPLES_COMMON_H
