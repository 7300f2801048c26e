//===- Recorder.cpp - Recording by NVIDIA's library -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Recorder.h"
#include "Runtime/Nvidia/Library.h"
#include "Runtime/Nvidia/Losses.h"
#include "Runtime/Nvidia/OutputWatch.h"
#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace iket::runtime {
namespace {

/// The bytes that NVIDIA's library takes for options.
nvidia::Options encode(const session_options &O, const Library &L) {
  nvidia::Options N = {};
  N.Size = sizeof N;
  if (nvidia::Result R = L.Api.OptionsInit(&N); R != 0)
    throw error(errc(R), "NVIDIA's library has no default options",
                /*from_nvidia=*/true);
  N.Flags = (O.cluster ? nvidia::OneCluster : 0u) |
            (O.defer_readback ? nvidia::DeferReadback : 0u) |
            (O.lifetimes_only ? nvidia::LifetimesOnly : 0u);
  // It keeps all records of a warp only while there is room for one more.
  N.MaxEventsPerWarp =
      std::min<std::uint64_t>(O.max_events_per_warp + 1, UINT32_MAX);
  N.BufferBytes = O.buffer_bytes;
  N.Contexts = O.contexts.empty() ? nullptr : O.contexts.data();
  N.NumContexts = O.contexts.size();
  if (O.cluster) {
    N.Cluster.X = (*O.cluster)[0];
    N.Cluster.Y = std::uint16_t((*O.cluster)[1]);
    N.Cluster.Z = std::uint16_t((*O.cluster)[2]);
  }
  // Below warning it tells of no lost warps, and discover() would find none.
  N.LogLevel = std::uint32_t(std::max(O.log, log_level::warning));
  return N;
}

/// NVIDIA's lines without their time stamps, as one sentence.
std::string gist(const std::string &Lines) {
  std::string Text;
  for (std::size_t At = 0; At < Lines.size();) {
    std::size_t End = std::min(Lines.find('\n', At), Lines.size());
    std::string Line = Lines.substr(At, End - At);
    while (!Line.empty() && Line[0] == '[') {
      std::size_t Close = Line.find("] ");
      Line.erase(0, Close == Line.npos ? Line.size() : Close + 2);
    }
    if (!Line.empty())
      Text += (Text.empty() ? "" : " ") + Line;
    At = End + 1;
  }
  return Text;
}

/// Says what is known of a crash of NVIDIA's library in stop(), and leaves the
/// rest to who handled the signal before.
class CrashNote {
public:
  CrashNote() {
    // The stream itself is watched meanwhile, and what is in there dies too.
    Stderr = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    Thread = ::gettid();
    for (std::size_t I = 0; I != Signals.size(); ++I) {
      struct sigaction New = {};
      New.sa_handler = handle;
      sigemptyset(&New.sa_mask);
      ::sigaction(Signals[I], &New, &Before[I]);
    }
  }
  ~CrashNote() {
    restore();
    ::close(Stderr);
  }

private:
  static void restore() {
    for (std::size_t I = 0; I != Signals.size(); ++I)
      ::sigaction(Signals[I], &Before[I], nullptr);
  }
  static void handle(int) {
    constexpr std::string_view Text =
        "iket: error: NVIDIA's library crashed while it stopped recording. It "
        "does so where a module whose kernels it recorded was unloaded before: "
        "unload modules (cuModuleUnload, cudaLibraryUnload) after stop()\n";
    if (::gettid() == Thread) {
      [[maybe_unused]] ssize_t Written =
          ::write(Stderr, Text.data(), Text.size());
    }
    restore(); // The instruction runs again, and the signal comes again.
  }

  static constexpr std::array<int, 2> Signals = {SIGSEGV, SIGBUS};
  static inline int Stderr = -1;
  static inline pid_t Thread;
  static inline std::array<struct sigaction, Signals.size()> Before;
};

/// A session of NVIDIA's library.
class NvidiaRecording : public Recording {
public:
  explicit NvidiaRecording(const Library &L) : L(L), Owner(::getpid()) {
    call("making a session",
         [&](const nvidia::Api &A) { return A.Create(&Handle); });
  }
  ~NvidiaRecording() override {
    // A handle that a child of fork() has a copy of is not the child's.
    if (Handle && isOurs())
      L.Api.Destroy(Handle);
  }

  bool canGoOn(const Library &Wanted) const {
    return isOurs() && &L == &Wanted;
  }
  void setOptions(const session_options &O) {
    Log = O.log;
    nvidia::Options Bytes = encode(O, L);
    call("setting the session's options",
         [&](const nvidia::Api &A) { return A.SetOptions(Handle, &Bytes); });
  }

  void start() override { call("starting the session", &nvidia::Api::Start); }
  void stop() override {
    CrashNote Note;
    call("stopping the session", &nvidia::Api::Stop);
  }
  void clear() override {
    call("discarding what was recorded", &nvidia::Api::ClearTraceData);
    Lost = {};
  }
  void save(const std::string &Path) override {
    call("saving the trace", [&](const nvidia::Api &A) {
      return A.SaveTrace(Handle, Path.c_str());
    });
  }
  const Losses &losses() const override { return Lost; }

private:
  bool isOurs() const { return Owner == ::getpid(); }
  void call(const char *What,
            nvidia::Result (*nvidia::Api::*Do)(nvidia::Handle)) {
    call(What, [&](const nvidia::Api &A) { return (A.*Do)(Handle); });
  }
  /// Calls the library, and keeps what it prints of losses. Throws iket::error,
  /// which begins with \p What.
  template <class Fn> void call(const char *What, Fn Call);

  const Library &L;
  const pid_t Owner;
  nvidia::Handle Handle = nullptr;
  log_level Log = log_level::warning;
  Losses Lost;
};

template <class Fn> void NvidiaRecording::call(const char *What, Fn Call) {
  OutputWatch Watch(Log);
  nvidia::Result R = Call(L.Api);
  std::string Lines = Watch.finish();
  readLosses(Lines, Lost);
  if (R == 0)
    return;
  std::string Text = std::string(What) + " failed: NVIDIA's library returned " +
                     std::to_string(R);
  if (std::string Said = gist(Lines); !Said.empty())
    Text += " and says \"" + Said + "\"";
  throw error(errc(R), Text, /*from_nvidia=*/true);
}

class NvidiaRecorder : public Recorder {
public:
  std::shared_ptr<Recording>
  prepare(const session_options &O,
          std::shared_ptr<Recording> Earlier) override {
    const Library &L = loadLibrary(O.library);
    auto R = std::static_pointer_cast<NvidiaRecording>(Earlier);
    if (!R || !R->canGoOn(L))
      R = std::make_shared<NvidiaRecording>(L);
    R->setOptions(O);
    return R;
  }
  std::string holder() override { return hookHolder(); }
};

} // namespace

Recorder &nvidiaRecorder() {
  static auto &R = *new NvidiaRecorder; // Sessions may stop after destructors.
  return R;
}

} // namespace iket::runtime
