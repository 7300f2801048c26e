//===- AtExit.h - Ending a recording when the process exits -----*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_ATEXIT_H
#define IKET_RUNTIME_ATEXIT_H

namespace iket::runtime {

/// Calls \p Function when the process exits or quick_exits, once at least.
///
/// NVIDIA's library ends all recording in an exit handler that it registers
/// with the first kernel, so after ours; handlers run in reverse, and stopping
/// a session after that fails. What the main thread's thread_local objects do
/// at the end comes before all exit handlers. So called from the main thread,
/// this comes in time; from another one it does only where nothing was
/// launched.
void beforeExit(void (*Function)());

/// Call this once recording has started: isExiting() tells then whether exit
/// handlers have run, NVIDIA's among them.
void watchForExit();
bool isExiting();

} // namespace iket::runtime

#endif // IKET_RUNTIME_ATEXIT_H
