//===- OutputWatch.h - What NVIDIA's library prints -------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_OUTPUTWATCH_H
#define IKET_RUNTIME_OUTPUTWATCH_H

#include <string>

namespace iket::runtime {

/// Reads along with standard output and error. NVIDIA's library tells of lost
/// warps and of the reason for a failure there and nowhere else.
///
/// What anyone prints meanwhile is held back until finish(), which passes it
/// on: the lines of NVIDIA's library to standard error, so that they never
/// stand in the midst of a program's output, and everything else where it was
/// meant to go. Nothing is lost except in a crash in between; hence a watch is
/// to last for one call.
class OutputWatch {
public:
  OutputWatch();
  ~OutputWatch();
  OutputWatch(const OutputWatch &) = delete;
  OutputWatch &operator=(const OutputWatch &) = delete;

  /// Ends the watch and returns the lines of NVIDIA's library.
  std::string finish() noexcept;

private:
  struct Stream {
    int Fd = -1, Saved = -1, File = -1;
  };
  void divert(Stream &S, int Fd);
  std::string restore(Stream &S);

  Stream Out, Err;
};

} // namespace iket::runtime

#endif // IKET_RUNTIME_OUTPUTWATCH_H
