//===- ProfileRecord.cpp - How iket profile records -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Nvidia/Library.h"
#include "iket/session.h"
#include "profile/ChildProcess.h"
#include "profile/Profile.h"
#include <algorithm>
#include <filesystem>
#include <sys/mman.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace iket::tool {

/// Settles the method, and says why. Throws UsageError where there is none.
void ProfileCommand::chooseMethod() {
  if (std::string Holder = runtime::hookHolder(); !Holder.empty())
    throw UsageError(Holder + " already has the programs that are started "
                              "here, and only one tool can: unset it, or run "
                              "without that tool");
  if (Settings.Library.empty())
    Settings.Library = runtime::findLibrary();
  // The program may load it from another directory.
  if (!Settings.Library.empty())
    Settings.Library = fs::absolute(Settings.Library);
  Settings.Inject = findInjectLibrary();
  Settings.RunIket =
      findProgram(Settings.RunIket.empty() ? "run-iket" : Settings.RunIket);
  std::string NoSession;
  if (Settings.Library.empty())
    NoSession = "NVIDIA's library is not in any Python environment on PATH "
                "(pip install nvidia-cutlass-dsl-libs-base, or --library)";
  else if (!fs::exists(Settings.Library))
    NoSession = "there is no " + Settings.Library;
  else if (Settings.Inject.empty())
    NoSession =
        std::string(runtime::InjectName) + " is not beside this program";
  bool Auto = Method == "auto";
  if (Method == "session" || (Auto && NoSession.empty())) {
    if (!NoSession.empty())
      throw UsageError("no method session: " + NoSession);
    Settings.Method = ProfileMethod::Session;
    if (Auto)
      note("recording in one run, by a session with " + Settings.Library);
  } else {
    if (Settings.RunIket.empty())
      throw UsageError((Auto ? NoSession + "; and there is no run-iket on PATH"
                             : "no method run-iket: it is not on PATH") +
                       (Auto ? "" : "; --run-iket names it"));
    Settings.Method = ProfileMethod::RunIket;
    if (Auto)
      note("recording in two runs, by " + Settings.RunIket + ", since " +
           NoSession);
  }
}

/// True when a process ended in a way that no session in it survives.
bool ProfileCommand::needsRunIket(const ProfileRun &Run) const {
  return !Once && Run.Status == 0 && !wasInterrupted() && Method == "auto" &&
         Settings.Method == ProfileMethod::Session &&
         !Settings.RunIket.empty() && Settings.Ranks.empty() &&
         std::any_of(Run.Reports.begin(), Run.Reports.end(), [](auto &R) {
           return R.Code == int(errc::process_exiting);
         });
}

void ProfileCommand::useRunIket() {
  Settings.Method = ProfileMethod::RunIket;
  Settings.EventsPerWarp = EventsPerWarp;
  Settings.BufferBytes = BufferBytes;
}

/// Throws std::invalid_argument for filters that can't be understood: better
/// now than after the program has run.
void ProfileCommand::checkFilters() const {
  constexpr std::string_view Text =
      R"({"launches":[],"stringTable":[],"locationTable":[]})";
  int Fd = ::memfd_create("iket-filters", MFD_CLOEXEC);
  if (Fd < 0 || ::write(Fd, Text.data(), Text.size()) < 0)
    return; // They are checked again when they are used.
  trace::file Empty("/proc/self/fd/" + std::to_string(Fd));
  ::close(Fd);
  Input.filter(Empty, trace::KernelLabels({}));
}

/// What to say of standard input where a program is run again.
static std::string inputNote() {
  return isInputSpent() ? "; it finds what the run before left of its standard "
                          "input"
                        : "";
}

/// Runs the program until no warp loses its events, unless told how much room
/// to give.
ProfileRun ProfileCommand::recordAll(OutputDirectory &Directory) {
  constexpr std::uint64_t Growth = 16, Most = std::uint64_t(1) << 24,
                          MostBuffer = std::uint64_t(32) << 30;
  bool Session = Settings.Method == ProfileMethod::Session;
  session_options Defaults;
  // run-iket finds out by itself, and what was found before is kept.
  if (Session && Settings.EventsPerWarp == 0)
    Settings.EventsPerWarp =
        EventsPerWarp ? EventsPerWarp : Defaults.max_events_per_warp;
  if (Session && Settings.BufferBytes == 0)
    Settings.BufferBytes = BufferBytes ? BufferBytes : Defaults.buffer_bytes;
  for (;;) {
    ProfileRun Run = profileOnce(Settings, Directory);
    bool Aborted = Session && !BufferBytes && Run.abortedWhileRecording() &&
                   Settings.BufferBytes < MostBuffer;
    if (Once || wasInterrupted() || (Run.Status != 0 && !Aborted))
      return Run;
    std::string Why;
    if (Aborted) {
      Why = "the program was aborted while recording, as NVIDIA's library does "
            "where launches in flight fill its buffer";
      Settings.BufferBytes *= 8;
      SearchedBuffer = true;
    } else if (std::uint64_t Bytes = Run.neededBuffer();
               !BufferBytes && Bytes > Settings.BufferBytes) {
      Why = "the buffer was too small";
      Settings.BufferBytes = Bytes;
      SearchedBuffer = true;
    } else if (!EventsPerWarp && Run.lostWarps() &&
               Settings.EventsPerWarp < Most) {
      Why = "some warps had more events than there was room for";
      Settings.EventsPerWarp *= Growth;
      SearchedEvents = true;
      if (!BufferBytes)
        Settings.BufferBytes *= Growth / 4;
    } else
      return Run;
    note(Why + ": running the program again, with room for " +
         counted(Settings.EventsPerWarp, "event") + " in each warp and " +
         sizeText(Settings.BufferBytes) + " in all (--once prevents it)" +
         inputNote());
  }
}

/// Records, by run-iket where a session is not enough.
ProfileRun ProfileCommand::record(OutputDirectory &Directory) {
  ProfileRun Run = recordAll(Directory);
  if (!needsRunIket(Run))
    return Run;
  note("recording could not end before the process did, since CUDA was "
       "initialised or exit() called outside the main thread: recording in two "
       "more runs, by " +
       Settings.RunIket + " (--once prevents it)" + inputNote());
  useRunIket();
  return recordAll(Directory);
}

} // namespace iket::tool
