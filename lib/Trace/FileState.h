//===- FileState.h - What an open trace holds -------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_FILESTATE_H
#define IKET_TRACE_FILESTATE_H

#include "iket/trace.h"
#include <set>

namespace iket::trace {

struct file::state {
  std::string Path;
  int Fd = -1;
  std::uint64_t Size = 0;
  options Opts;
  std::vector<std::string> Names, Kernels;
  std::vector<warp_location> Locations;
  /// Those of which something could not be read.
  std::set<std::size_t> BadLocations;
  std::vector<launch> Launches;
  /// The file broke off before a table, so indices into it can't be checked.
  bool NamesLost = false, LocationsLost = false;
  /// A time that most of the first launch is near, once it was read.
  mutable std::optional<std::uint64_t> TypicalTime;

  /// The launches whose findings were reported: once is enough, however often a
  /// launch is read.
  mutable std::vector<bool> Checked;

  state() = default;
  state(const state &) = delete;
  state &operator=(const state &) = delete;
  ~state();

  void report(problem P) const {
    if (Opts.on_problem)
      Opts.on_problem(P);
  }
};

/// Reads the tables and the launches' heads of the file that \p S has open.
void readIndex(file::state &S);

/// Reads the events of one launch.
void readLaunch(const file::state &S, const launch &L, visitor &V);

} // namespace iket::trace

#endif // IKET_TRACE_FILESTATE_H
