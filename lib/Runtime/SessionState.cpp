//===- SessionState.cpp - A session, and those of this process ------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/SessionState.h"
#include "Runtime/AtExit.h"
#include "Runtime/Executable.h"
#include "Runtime/Output.h"
#include "Runtime/OutputWatch.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>
#include <utility>

namespace iket {

using State = session::state;

session::state::state(session_options Options) : Options(std::move(Options)) {}

session::state::~state() {
  // A handle that a child of fork() has a copy of is not the child's.
  if (Handle && Owner == ::getpid())
    Library->Api.Destroy(Handle);
}

bool session::state::isActive() const {
  return Now != Stopped && Owner == ::getpid();
}

namespace runtime {
namespace {

[[noreturn]] void fail(errc Code, const std::string &What) {
  throw error(Code, What);
}

/// Throws unless the options are possible, before anything is touched.
void check(const session_options &O) {
  if (O.max_events_per_warp == 0 || O.max_events_per_warp > UINT32_MAX)
    fail(errc::invalid_argument, "max_events_per_warp is " +
                                     std::to_string(O.max_events_per_warp) +
                                     ", not 1 to 4294967295");
  if (O.buffer_bytes == 0)
    fail(errc::invalid_argument, "buffer_bytes is 0");
  if (O.cluster && O.lifetimes_only)
    fail(errc::invalid_argument,
         "cluster and lifetimes_only can't be combined");
  if (O.cluster &&
      ((*O.cluster)[1] > UINT16_MAX || (*O.cluster)[2] > UINT16_MAX))
    fail(errc::invalid_argument, "y or z of cluster is over 65535");
}

/// The bytes that NVIDIA's library takes for options.
nvidia::Options encode(const session_options &O, const Library &L) {
  nvidia::Options N = {};
  N.Size = sizeof N;
  if (nvidia::Result R = L.Api.OptionsInit(&N); R != 0)
    fail(errc(R), "NVIDIA's library has no default options");
  N.Flags = (O.cluster ? nvidia::OneCluster : 0u) |
            (O.defer_readback ? nvidia::DeferReadback : 0u) |
            (O.lifetimes_only ? nvidia::LifetimesOnly : 0u);
  N.MaxEventsPerWarp = O.max_events_per_warp;
  N.BufferBytes = O.buffer_bytes;
  N.Contexts = O.contexts.empty() ? nullptr : O.contexts.data();
  N.NumContexts = O.contexts.size();
  if (O.cluster) {
    N.Cluster.X = (*O.cluster)[0];
    N.Cluster.Y = std::uint16_t((*O.cluster)[1]);
    N.Cluster.Z = std::uint16_t((*O.cluster)[2]);
  }
  N.LogLevel = std::uint32_t(O.log);
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

/// Calls into NVIDIA's library and adds what it prints of losses to \p Lost.
/// Throws iket::error, which begins with \p What.
template <class Fn>
void call(const Library &L, Losses &Lost, const char *What, Fn Call) {
  OutputWatch Watch;
  nvidia::Result R = Call(L.Api);
  std::string Lines = Watch.finish();
  Lost.read(Lines);
  if (R == 0)
    return;
  std::string Text = std::string(What) + " failed: NVIDIA's library returned " +
                     std::to_string(R);
  if (std::string Said = gist(Lines); !Said.empty())
    Text += " and says \"" + Said + "\"";
  throw error(errc(R), Text);
}
template <class Fn> void call(State &S, const char *What, Fn Call) {
  call(*S.Library, S.Lost, What, Call);
}

/// A handle with a session's options, ready to start. What the session has
/// recorded so far stays where it is until commit(), so that a start that fails
/// loses nothing.
class PreparedHandle {
public:
  explicit PreparedHandle(State &S)
      : S(S), Library(loadLibrary(S.Options.library)), Handle(S.Handle) {
    IsNew = !S.Handle || S.Owner != ::getpid() || S.Library != &Library ||
            (S.Options.reset_events && S.Recorded);
    nvidia::Options Bytes = encode(S.Options, Library);
    if (IsNew)
      call(Library, Lost, "making a session",
           [&](const nvidia::Api &A) { return A.Create(&Handle); });
    try {
      call(Library, Lost, "setting the session's options",
           [&](const nvidia::Api &A) { return A.SetOptions(Handle, &Bytes); });
    } catch (...) {
      discard();
      throw;
    }
  }
  ~PreparedHandle() { discard(); }
  PreparedHandle(const PreparedHandle &) = delete;
  PreparedHandle &operator=(const PreparedHandle &) = delete;

  void start() {
    call(Library, Lost, "starting the session",
         [&](const nvidia::Api &A) { return A.Start(Handle); });
  }

  /// Makes it the session's.
  void commit() {
    if (IsNew) {
      if (S.Handle && S.Owner == ::getpid())
        S.Library->Api.Destroy(S.Handle);
      S.Lost = {};
    }
    S.Library = &Library;
    S.Handle = Handle;
    S.Owner = ::getpid();
    IsNew = false;
  }

private:
  void discard() {
    if (std::exchange(IsNew, false))
      Library.Api.Destroy(Handle);
  }

  State &S;
  const runtime::Library &Library;
  nvidia::Handle Handle;
  bool IsNew = false;
  Losses Lost;
};

} // namespace

Sessions &Sessions::get() {
  static auto &S = *new Sessions; // Sessions may stop after static destructors.
  return S;
}

Sessions::Sessions() {
  // No other thread may hold the mutex in a child.
  ::pthread_atfork([] { get().Mutex.lock(); }, [] { get().Mutex.unlock(); },
                   [] { get().Mutex.unlock(); });
}

void Sessions::dropForked() {
  Active.erase(std::remove_if(Active.begin(), Active.end(),
                              [](auto &S) { return !S->isActive(); }),
               Active.end());
}

void Sessions::standAside(State &S, const std::string &Holder) {
  S.Now = State::Aside;
  S.Owner = ::getpid();
  S.StoodAside = true;
  if (!std::exchange(SaidAside, true))
    std::fprintf(stderr,
                 "iket: note: this program's own session records nothing: %s "
                 "has the process, and only one tool can\n",
                 Holder.c_str());
}

void Sessions::start(const SessionPtr &S) {
  std::lock_guard<std::mutex> Lock(Mutex);
  dropForked();
  if (S->isActive())
    fail(errc::still_active, "starting a session twice");
  S->Now = State::Stopped;
  check(S->Options);
  if (std::string Holder = hookHolder(); !OwnsHook && !Holder.empty())
    return standAside(*S, Holder);
  S->StoodAside = false;
  State *Outer = Active.empty() ? nullptr : Active.back().get();
  if (Outer && !Outer->Abandoned && !S->Options.override_active)
    fail(errc::session_active, "another session of this process is recording");
  if (S->Options.runtime_payloads)
    requireRuntimePayloads();
  PreparedHandle Prepared(*S);
  if (Outer)
    call(*Outer, "pausing the session that is recording",
         [&](const nvidia::Api &A) { return A.Stop(Outer->Handle); });
  try {
    Prepared.start();
  } catch (const error &Failed) {
    if (!Outer)
      throw;
    try {
      call(*Outer, "letting the session go on",
           [&](const nvidia::Api &A) { return A.Start(Outer->Handle); });
    } catch (const error &Again) {
      Outer->Now = State::Stopped;
      Active.pop_back();
      throw error(errc(Failed.code().value()),
                  std::string(Failed.what()) +
                      "; and the session that was recording could not go on (" +
                      Again.what() + ")");
    }
    throw;
  }
  if (Outer && Outer->Abandoned)
    Active.pop_back();
  watchForExit();
  Prepared.commit();
  S->Now = State::Active;
  S->Recorded = S->Unsaved = true;
  Active.push_back(S);
}

void Sessions::stop(State &S) {
  std::lock_guard<std::mutex> Lock(Mutex);
  dropForked();
  if (!S.isActive())
    fail(errc::not_started, "stopping a session");
  if (std::exchange(S.Now, State::Stopped) == State::Aside)
    return;
  auto It = std::find_if(Active.begin(), Active.end(),
                         [&](auto &A) { return A.get() == &S; });
  bool Recording = It + 1 == Active.end();
  SessionPtr Self = *It; // Its object may be gone.
  Active.erase(It);
  if (!Recording)
    return; // It was taken over, and is stopped already.
  // Whatever comes of it, the session below goes on.
  std::exception_ptr Failed;
  auto Try = [&](State &T, const char *What,
                 nvidia::Result (*nvidia::Api::*Function)(nvidia::Handle)) {
    try {
      call(T, What,
           [&](const nvidia::Api &A) { return (A.*Function)(T.Handle); });
      return true;
    } catch (...) {
      Failed = Failed ? Failed : std::current_exception();
      return false;
    }
  };
  if (!Try(S, "stopping the session", &nvidia::Api::Stop) && isExiting())
    Failed = std::make_exception_ptr(
        error(errc::process_exiting, "stopping the session"));
  if (!Active.empty() && !Try(*Active.back(), "letting the session below go on",
                              &nvidia::Api::Start)) {
    Active.back()->Now = State::Stopped;
    Active.pop_back();
  }
  if (Failed)
    std::rethrow_exception(Failed);
}

void Sessions::abandon(State &S) {
  std::lock_guard<std::mutex> Lock(Mutex);
  S.Abandoned = true;
}

void Sessions::reset(State &S) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (S.isActive())
    fail(errc::still_active, "discarding what a session records");
  S.Lost = {};
  if (S.Handle && S.Owner == ::getpid() && S.Recorded)
    call(S, "discarding what was recorded",
         [&](const nvidia::Api &A) { return A.ClearTraceData(S.Handle); });
  S.Recorded = S.Unsaved = false;
}

std::string Sessions::save(State &S, const std::string &Wanted) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (S.isActive() && S.Now == State::Active)
    fail(errc::still_active, "saving a trace");
  if (S.StoodAside)
    return "";
  if (!S.Recorded || S.Owner != ::getpid())
    fail(errc::nothing_recorded, "saving a trace");
  std::string Path =
      Wanted.empty()
          ? freePath(pathIn(outputDirLocked(&S), default_trace_name()))
          : Wanted;
  writeWhole(Path, [&](const std::string &Temporary) {
    call(S, "saving the trace", [&](const nvidia::Api &A) {
      return A.SaveTrace(S.Handle, Temporary.c_str());
    });
  });
  S.Unsaved = false;
  return Path;
}

void Sessions::setOptions(State &S, session_options Options) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (S.isActive())
    fail(errc::still_active, "changing a session's options");
  S.Options = std::move(Options);
}

bool Sessions::isActive(const State &S) {
  std::lock_guard<std::mutex> Lock(Mutex);
  return S.isActive();
}

bool Sessions::isRecording(const State &S) {
  std::lock_guard<std::mutex> Lock(Mutex);
  return S.isActive() && !Active.empty() && Active.back().get() == &S;
}

bool Sessions::isAnyRecording() {
  std::lock_guard<std::mutex> Lock(Mutex);
  return !Active.empty() && Active.back()->isActive();
}

Losses Sessions::losses(const State &S) {
  std::lock_guard<std::mutex> Lock(Mutex);
  return S.Lost;
}

std::string Sessions::outputDirLocked(const State *S) const {
  if (S && !S->Options.output_dir.empty())
    return S->Options.output_dir;
  for (auto It = Active.rbegin(); It != Active.rend(); ++It)
    if ((*It)->isActive() && !(*It)->Options.output_dir.empty())
      return (*It)->Options.output_dir;
  if (!Directory.empty())
    return Directory;
  const char *Value = std::getenv("IKET_OUTPUT_DIR");
  return Value && *Value ? Value : "iket_output";
}

std::string Sessions::outputDir() {
  std::lock_guard<std::mutex> Lock(Mutex);
  return outputDirLocked(nullptr);
}

std::string Sessions::outputDir(const State &S) {
  std::lock_guard<std::mutex> Lock(Mutex);
  return outputDirLocked(&S);
}

void Sessions::setOutputDir(const std::string &Wanted) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Directory = Wanted;
}

} // namespace runtime
} // namespace iket
