//===- Report.h - What an injected session tells iket profile ---*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_REPORT_H
#define IKET_RUNTIME_REPORT_H

#include "Runtime/Recorder.h"
#include <string>

namespace iket::runtime {

/// Environment variables with which `iket profile` tells the injected library
/// what to do. Without them it records with the defaults into output_dir().
inline constexpr char ProfileDirVariable[] = "IKET_PROFILE_DIR";
inline constexpr char ProfileEventsVariable[] = "IKET_PROFILE_EVENTS_PER_WARP";
inline constexpr char ProfileBufferVariable[] = "IKET_PROFILE_BUFFER_BYTES";
inline constexpr char ProfileClusterVariable[] = "IKET_PROFILE_CLUSTER";
inline constexpr char ProfileLifetimesVariable[] = "IKET_PROFILE_LIFETIMES";
inline constexpr char ProfileDeferVariable[] = "IKET_PROFILE_DEFER_READBACK";
inline constexpr char ProfileRanksVariable[] = "IKET_PROFILE_RANKS";
inline constexpr char ProfileLogVariable[] = "IKET_PROFILE_LOG";

/// The library that `iket profile` injects.
inline constexpr char InjectName[] = "libIketInject.so";
/// A report's file is called by its process and this.
inline constexpr char ReportSuffix[] = ".report";
/// Behind a report's path: the process was seen to abort.
inline constexpr char AbortedSuffix[] = ".aborted";

/// How one process image fared. It is written when the session starts, without
/// an end, and again at the end.
struct Report {
  long Pid = 0;
  std::string Rank;
  bool Ended = false;
  bool Aborted = false; ///< By abort(), whether a trace was saved or not.
  std::string Trace;    ///< The path of the trace; empty if there is none.
  int Code = 0;         ///< iket::errc of what failed; 0: nothing did.
  std::string Message;
  Losses Lost;

  /// Makes an empty report in \p Directory, which is to exist, and returns its
  /// path: "iket_pid_42.report", or "iket_pid_42_2.report" where that is taken.
  /// A process has one for each program that it execs; and the machines that
  /// share a directory have the same numbers. Throws iket::error.
  static std::string reserve(const std::string &Directory,
                             const std::string &Rank, long Pid);
  /// Writes \p Path, whole or not at all.
  void write(const std::string &Path) const;
  /// Reads one; lines that it doesn't know are left out.
  static Report read(const std::string &Path);
};

} // namespace iket::runtime

#endif // IKET_RUNTIME_REPORT_H
