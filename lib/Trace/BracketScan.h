//===- BracketScan.h - The end of a JSON array or object --------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_BRACKETSCAN_H
#define IKET_TRACE_BRACKETSCAN_H

#include <cstdint>

namespace iket::trace {

/// Finds the bracket that closes a value, at the speed of memory rather than
/// that of a parser: a trace's tables lie behind its events as a rule, so every
/// reader first steps over all of them. Feed it the text from the opening
/// bracket on, in pieces of any size.
class BracketScan {
public:
  /// Scans [P, End) and returns where it stopped: behind the closing bracket
  /// once done(), else End.
  const char *run(const char *P, const char *End);
  bool done() const { return Done; }

private:
  const char *runBytes(const char *P, const char *End);

  std::uint64_t Depth = 0;
  bool InString = false, Escaped = false, Done = false;
};

} // namespace iket::trace

#endif // IKET_TRACE_BRACKETSCAN_H
