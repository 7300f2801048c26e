//===- Library.h - Finding and loading NVIDIA's library ---------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_NVIDIA_LIBRARY_H
#define IKET_RUNTIME_NVIDIA_LIBRARY_H

#include "Runtime/Nvidia/Abi.h"
#include <string>
#include <vector>

namespace iket::runtime {

/// NVIDIA's library, loaded. It stays so to the end of the process.
struct Library {
  std::string Path;
  nvidia::Api Api;
};

/// Loads the library at \p Path or, for "", the one that findLibrary() finds.
/// Throws iket::error.
const Library &loadLibrary(const std::string &Path);

/// Where NVIDIA's library is: IKET_INJECTION_LIBRARY if set; else the first
/// that the Python environments in use have; "" if none. Starts no Python.
std::string findLibrary();

/// The directories that findLibrary() looks through, in order: those of
/// PYTHONPATH, and the site-packages of VIRTUAL_ENV, of CONDA_PREFIX, of each
/// python3 and run-iket on PATH, and of the user.
std::vector<std::string> pythonPackageDirs();

/// The tool that holds this process's profiling hook, or is about to, as
/// "CUDA_INJECTION64_PATH (/x/libtool.so)"; "" if none does.
std::string hookHolder();

} // namespace iket::runtime

#endif // IKET_RUNTIME_NVIDIA_LIBRARY_H
