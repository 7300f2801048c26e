//===- Inject.cpp - The library that iket profile injects -----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CUDA driver loads the library that CUDA_INJECTION64_PATH names when a
// process initialises CUDA, and calls InitializeInjection(): in every process
// that uses CUDA and in no other, before its first kernel. A session starts
// there. It ends, and its trace is saved, when the process exits, aborts or is
// told to terminate.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Inject.h"
#include "Runtime/AtExit.h"
#include "Runtime/Executable.h"
#include "Runtime/Output.h"
#include "Runtime/Report.h"
#include "Runtime/SessionState.h"
#include "Support/Numbers.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unistd.h>

namespace iket::runtime {

// The program is not ours to make demands on.
void requireRuntimePayloads() {}

namespace {

std::string variable(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

std::uint64_t number(const char *Name, std::uint64_t Default) {
  std::string Text = variable(Name);
  return Text.empty() ? Default : std::strtoull(Text.c_str(), nullptr, 10);
}

session_options optionsFromEnvironment() {
  session_options O;
  O.max_events_per_warp = number(ProfileEventsVariable, O.max_events_per_warp);
  O.buffer_bytes = number(ProfileBufferVariable, O.buffer_bytes);
  O.lifetimes_only = !variable(ProfileLifetimesVariable).empty();
  O.defer_readback = !variable(ProfileDeferVariable).empty();
  O.log = log_level(number(ProfileLogVariable, std::uint64_t(O.log)));
  unsigned X, Y, Z;
  if (std::sscanf(variable(ProfileClusterVariable).c_str(), "%u,%u,%u", &X, &Y,
                  &Z) == 3)
    O.cluster = {{X, Y, Z}};
  return O;
}

/// True when \p Rank is in \p List, such as "0,4-7", or when either is empty.
bool wantsRank(const std::string &List, const std::string &Rank) {
  if (List.empty() || Rank.empty())
    return true;
  NumberSet Wanted;
  std::optional<std::uint64_t> Number = parseNumber(Rank);
  return Wanted.add(List) && Number && Wanted.contains(*Number);
}

/// The session of this process.
class Injected {
public:
  static Injected &get() {
    static auto &I = *new Injected; // Outlives everything that may end it.
    return I;
  }

  void begin() {
    std::string Rank = processRank();
    if (!wantsRank(variable(ProfileRanksVariable), Rank))
      return;
    std::string Directory = variable(ProfileDirVariable);
    // A process that outlives iket profile has nobody to record for.
    ForProfile = !Directory.empty();
    if (ForProfile && ::access(Directory.c_str(), W_OK) != 0)
      return;
    Result.Pid = ::getpid();
    Result.Rank = Rank;
    Sessions::get().OwnsHook = true;
    guarded([&] {
      if (ForProfile)
        File = Report::reserve(Directory, Rank, Result.Pid);
      Recording.emplace(optionsFromEnvironment());
      Recording->start();
    });
    tell();
    if (Result.Code != 0)
      return;
    auto AtExit = [] { Injected::get().end(); };
    beforeExit(AtExit);
    endOnSignals(AtExit, File.empty() ? "" : File + AbortedSuffix);
  }

  /// Stops and saves, once.
  void end() {
    // A child of fork() has nothing to end, and its parent may just hold the
    // mutex.
    if (Result.Pid != ::getpid())
      return;
    std::lock_guard<std::mutex> Lock(Mutex);
    if (Result.Ended || !Recording || !Recording->is_active())
      return;
    Result.Ended = true;
    guarded([&] { Recording->stop(); });
    if (ForProfile && ::access(File.c_str(), W_OK) != 0)
      return; // iket profile has ended meanwhile.
    // A capture that ended badly may still have launches to show.
    guarded([&] {
      Result.Trace = Recording->save(ForProfile ? traceBeside(File) : "");
    });
    guarded([&] {
      Result.Lost.Warps = Recording->lost_warps();
      Result.Lost.BufferBytes = Recording->needed_buffer_bytes();
    });
    tell();
  }

private:
  static std::string traceBeside(const std::string &Report) {
    return Report.substr(0, Report.size() - std::strlen(ReportSuffix)) +
           ".trace.json";
  }
  template <class Fn> void guarded(Fn Body) {
    try {
      Body();
    } catch (const error &E) {
      note(E.code().value(), E.what());
    } catch (const std::exception &E) {
      note(int(errc::unknown), E.what());
    }
  }
  void note(int Code, const std::string &Message) {
    if (Result.Code == 0) {
      Result.Code = Code;
      Result.Message = Message;
    }
  }

  /// To iket profile or, without it, to the user.
  void tell() {
    if (!File.empty()) {
      try {
        Result.write(File);
        return;
      } catch (const std::exception &E) {
        note(int(errc::bad_output_directory), E.what());
      }
    }
    if (Result.Code != 0)
      std::fprintf(stderr, "iket: error: %s\n", Result.Message.c_str());
    else if (Result.Ended)
      std::fprintf(stderr, "iket: recorded %s\n", Result.Trace.c_str());
  }

  std::mutex Mutex;
  bool ForProfile = false;
  std::string File; ///< The report's.
  std::optional<session> Recording;
  Report Result;
};

} // namespace
} // namespace iket::runtime

/// What the driver calls. The result says that all is well: the program goes on
/// whether it is recorded or not.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  static std::once_flag Once;
  std::call_once(Once, [] { iket::runtime::Injected::get().begin(); });
  return 1;
}
