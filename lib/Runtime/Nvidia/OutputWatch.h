//===- OutputWatch.h - What NVIDIA's library prints -------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_NVIDIA_OUTPUTWATCH_H
#define IKET_RUNTIME_NVIDIA_OUTPUTWATCH_H

#include "iket/session.h"
#include <memory>
#include <string>

namespace iket::runtime {

/// Reads along with standard output and error. NVIDIA's library tells of lost
/// warps and of the reason for a failure there and nowhere else.
///
/// Both go through pipes meanwhile. What the program prints is passed on as it
/// comes, and the lines of NVIDIA's library go to standard error, so that they
/// never stand in the midst of a program's output. A process that was started
/// meanwhile keeps its pipe, which is served for as long as this process lives.
/// Lost is what has just been printed when this process is killed, calls
/// _exit() or becomes another by exec during a watch; and what a process that
/// was started meanwhile prints after the end of this one. Hence a watch is to
/// last for one call.
class OutputWatch {
public:
  /// Lines of NVIDIA's library below \p Wanted are read, but not shown.
  explicit OutputWatch(log_level Wanted = log_level::warning);
  ~OutputWatch();
  OutputWatch(const OutputWatch &) = delete;
  OutputWatch &operator=(const OutputWatch &) = delete;

  /// Ends the watch and returns the lines of NVIDIA's library.
  std::string finish() noexcept;

private:
  class Stream;
  std::shared_ptr<Stream> Out, Err;
};

} // namespace iket::runtime

#endif // IKET_RUNTIME_NVIDIA_OUTPUTWATCH_H
