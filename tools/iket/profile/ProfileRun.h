//===- ProfileRun.h - One recorded run of a program -------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_PROFILERUN_H
#define IKET_TOOLS_PROFILERUN_H

#include "Runtime/Report.h"
#include "profile/OutputDirectory.h"

namespace iket::tool {

/// How a program is recorded.
enum class ProfileMethod {
  Session, ///< By a session that is injected into its processes: one run.
  RunIket  ///< By NVIDIA's run-iket: a run to look, and one to record.
};

struct ProfileSettings {
  std::vector<std::string> Command;
  ProfileMethod Method = ProfileMethod::Session;
  std::string Library; ///< NVIDIA's, for sessions.
  std::string Inject;  ///< Ours.
  std::string RunIket;
  /// Room in each warp and on the device; 0 leaves it to run-iket.
  std::uint64_t EventsPerWarp = 0, BufferBytes = 0;
  std::string Cluster, Ranks;
  bool LifetimesOnly = false, DeferReadback = false;
  unsigned Log = 1;
};

/// What came of a run.
struct ProfileRun {
  int Status = 0; ///< Of the program, as a shell tells it.
  /// One for each process that used CUDA.
  std::vector<runtime::Report> Reports;

  /// True when a process was seen to abort and could save nothing, which is how
  /// NVIDIA's library tells that launches in flight fill its buffer. A
  /// program's own abort() is no such case: its trace is saved, or a handler of
  /// its own leaves nothing to be seen.
  bool abortedWhileRecording() const;
  bool lostWarps() const;
  std::uint64_t neededBuffer() const;
};

/// Runs the program once (with run-iket: twice). Its traces lie in a new
/// directory for intermediate files in \p Output.
ProfileRun profileOnce(const ProfileSettings &S, OutputDirectory &Output);

/// True where standard input can't be read again: a second run finds what the
/// first one left of it.
bool isInputSpent();

/// The library that is injected, beside this program; "" if it is not there.
std::string findInjectLibrary();

} // namespace iket::tool

#endif // IKET_TOOLS_PROFILERUN_H
