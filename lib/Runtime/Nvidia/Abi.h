//===- Abi.h - NVIDIA's in-process recorder ---------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What NVIDIA's library for recording from inside a process exports, as version
// 1 of its C interface has it. It is loaded when a session starts, so these
// declarations are all that is needed of it to build.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_NVIDIA_ABI_H
#define IKET_RUNTIME_NVIDIA_ABI_H

#include <cstddef>
#include <cstdint>

namespace iket::nvidia {

/// The version of the interface; a newer minor only adds to it.
inline constexpr std::uint32_t ApiMajor = 1;

/// The file, and where it lies in a Python environment's site-packages.
inline constexpr char LibraryName[] = "libiket_injection.so";
inline constexpr const char *PackagePaths[] = {
    "nvidia_cutlass_dsl/dsl_packages/iket/profiler",
    "nvidia_cutlass_dsl/python_packages/iket/profiler", "iket/profiler"};

/// 0 is success; the others are iket::errc.
using Result = std::uint32_t;
using Handle = struct OpaqueSession *;

enum Flags : std::uint32_t {
  OneCluster = 1u << 0,
  DeferReadback = 1u << 1, ///< Until stop.
  LifetimesOnly = 1u << 2
};

/// Zeroed, with Size set, then initialised by the library. Fields are only ever
/// added at the end, and an older and shorter struct stays valid.
struct Options {
  std::uint32_t Size;
  std::uint32_t Flags;
  std::uint64_t MaxEventsPerWarp; ///< Time stamps; at least 1.
  std::uint64_t BufferBytes;      ///< On the device, for each context.
  const void *const *Contexts;    ///< CUcontexts; none: all.
  std::uint64_t NumContexts;
  struct {
    std::uint32_t X;
    std::uint16_t Y, Z;
  } Cluster;
  std::uint32_t LogLevel; ///< 0 errors, 1 warnings, 2 all.
};
static_assert(sizeof(Options) == 56 && offsetof(Options, Flags) == 4 &&
              offsetof(Options, MaxEventsPerWarp) == 8 &&
              offsetof(Options, BufferBytes) == 16 &&
              offsetof(Options, Contexts) == 24 &&
              offsetof(Options, NumContexts) == 32 &&
              offsetof(Options, Cluster) == 40 &&
              offsetof(Options, LogLevel) == 48);

/// The functions; each symbol is "IketProfilingSession" and the member's name.
struct Api {
  Result (*GetApiVersion)(std::uint32_t *Major, std::uint32_t *Minor);
  Result (*OptionsInit)(Options *);
  Result (*Create)(Handle *);
  Result (*Destroy)(Handle);
  Result (*SetOptions)(Handle, const Options *);
  Result (*Start)(Handle);
  Result (*Stop)(Handle);
  Result (*ClearTraceData)(Handle);
  Result (*SaveTrace)(Handle, const char *Path);
};

} // namespace iket::nvidia

#endif // IKET_RUNTIME_NVIDIA_ABI_H
