//===- Profile.h - iket profile ---------------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_PROFILE_H
#define IKET_TOOLS_PROFILE_H

#include "Command.h"
#include "Terminal.h"
#include "Trace/Summary.h"
#include "iket/events.h"
#include "input/TraceInput.h"
#include "profile/ProfileRun.h"
#include <optional>

namespace iket::tool {

/// Everything that `iket profile` knows in the course of its work.
struct ProfileCommand {
  ProfileSettings Settings;
  TraceInput Input;
  std::string Output, Method = "auto", Postprocess = "all", Log = "warning";
  std::uint64_t EventsPerWarp = 0, BufferBytes = 0;
  unsigned Repeat = 1;
  bool Clobber = false, Keep = false, Once = false;

  trace::Summary Summary;
  std::uint64_t Launches = 0, MostEvents = 0;
  bool SearchedEvents = false, SearchedBuffer = false;
  std::optional<std::vector<events::table>> Tables; ///< Once they were read.

  int run();
  void chooseMethod();
  bool needsRunIket(const ProfileRun &Run) const;
  void useRunIket();
  void checkFilters() const;
  ProfileRun recordAll(OutputDirectory &Directory);
  ProfileRun record(OutputDirectory &Directory);
  const std::vector<events::table> &programTables();
  void take(const runtime::Report &R, OutputDirectory &Directory);
  std::uint64_t look(const trace::file &Trace);
  bool reportProcess(const runtime::Report &R) const;
  void reportLosses(const ProfileRun &Run) const;
  void explainNothing(const ProfileRun &Run);
};

inline void note(const std::string &Text) { complain(Severity::Note, Text); }
inline void warn(const std::string &Text) { complain(Severity::Warning, Text); }

} // namespace iket::tool

#endif // IKET_TOOLS_PROFILE_H
