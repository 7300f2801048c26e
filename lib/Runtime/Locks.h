//===- Locks.h - The mutexes of the runtime ---------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_LOCKS_H
#define IKET_RUNTIME_LOCKS_H

#include <mutex>

namespace iket::runtime {

/// All mutexes that outlast a call, in the order in which they are taken.
/// fork() takes them all, so that none is held for ever in the child by a
/// thread that is not there; it waits for a session that is just stopping.
struct Locks {
  std::mutex Process;  ///< Of what start_recording() started.
  std::mutex AtExit;   ///< Of the functions that an exit calls.
  std::mutex Sessions; ///< Of all sessions and their states.
  std::mutex Library;  ///< Of the libraries that are loaded.

  static Locks &get();

private:
  Locks();
};

} // namespace iket::runtime

#endif // IKET_RUNTIME_LOCKS_H
