//===- Apart.h - Work that no signal handler interrupts ---------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stopping and saving take time and hold locks. A handler of the program's may
// interrupt its thread in that time and call exit(), whose handlers would wait
// for those locks for ever. So the work is done by a thread that takes no
// signals, and the program's own only waits.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_APART_H
#define IKET_RUNTIME_APART_H

#include <functional>

namespace iket::runtime {

/// How long an end of the process waits for recording to end.
inline constexpr int GraceMilliseconds = 10'000;

/// Calls \p Body in a thread of its own and waits for it, whatever signals and
/// cancellations come. Throws what Body throws.
void apart(const std::function<void()> &Body);

/// The same, but gives up after GraceMilliseconds: false, and Body goes on. It
/// must not throw, nor refer to anything that ends before the process.
bool apartInTime(std::function<void()> Body);

/// Some thread is within apart().
bool isWorkingApart();

/// Tells that recording could not be ended within the time after \p What.
void reportNoEnd(const char *What);

} // namespace iket::runtime

#endif // IKET_RUNTIME_APART_H
