//===- SessionState.cpp - A session, and those of this process ------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/SessionState.h"
#include "Runtime/AtExit.h"
#include "Runtime/Executable.h"
#include "Runtime/Locks.h"
#include "Runtime/Output.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace iket {

using State = session::state;
using Guard = std::lock_guard<std::mutex>;

bool session::state::isActive() const {
  return Now != Stopped && Owner == ::getpid();
}

namespace runtime {
namespace {

[[noreturn]] void fail(errc Code, const std::string &What) {
  throw error(Code, What);
}

/// Throws unless the options are possible, before anything is touched.
void checkOptions(const session_options &O) {
  if (O.max_events_per_warp == 0 || O.max_events_per_warp > UINT32_MAX)
    fail(errc::invalid_argument, "max_events_per_warp is " +
                                     std::to_string(O.max_events_per_warp) +
                                     ", not 1 to 4294967295");
  if (O.buffer_bytes == 0)
    fail(errc::invalid_argument, "buffer_bytes is 0");
  if (O.cluster && O.lifetimes_only)
    fail(errc::invalid_argument,
         "cluster and lifetimes_only cannot be combined");
  if (O.cluster &&
      ((*O.cluster)[1] > UINT16_MAX || (*O.cluster)[2] > UINT16_MAX))
    fail(errc::invalid_argument, "y or z of cluster is over 65535");
}

} // namespace

Sessions &Sessions::get() {
  static auto &S = *new Sessions(
      nvidiaRecorder()); // Sessions may stop after static destructors.
  return S;
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

void Sessions::goOnAfter(const error &Failed) {
  State &S = *Active.back();
  try {
    S.Recording->start();
  } catch (const error &Again) {
    S.Now = State::Stopped;
    Active.pop_back();
    throw error(errc(Failed.code().value()),
                std::string(Failed.what()) +
                    "; and the session that was recording could not go on (" +
                    Again.what() + ")",
                Failed.nvidia_code() != 0);
  }
}

void Sessions::start(const SessionPtr &S) {
  Guard Lock(Locks::get().Sessions);
  dropForked();
  if (S->isActive())
    fail(errc::still_active, "starting a session twice");
  S->Now = State::Stopped;
  checkOptions(S->Options);
  if (std::string Holder = Recorder.holder(); !OwnsHook && !Holder.empty())
    return standAside(*S, Holder);
  S->StoodAside = false;
  State *Outer = Active.empty() ? nullptr : Active.back().get();
  if (Outer && !Outer->Abandoned && !S->Options.override_active)
    fail(errc::session_active, "another session of this process is recording");
  if (S->Options.runtime_payloads)
    requireRuntimePayloads();
  // What the session has recorded so far stays where it is until the new
  // recording has started, so that a start that fails loses nothing.
  bool Anew = S->Options.reset_events && S->Recorded;
  std::shared_ptr<Recording> New =
      Recorder.prepare(S->Options, Anew ? nullptr : S->Recording);
  try {
    if (Outer)
      Outer->Recording->stop();
    New->start();
  } catch (const error &Failed) {
    if (Outer)
      goOnAfter(Failed);
    throw;
  }
  if (Outer && Outer->Abandoned)
    Active.pop_back();
  watchForExit();
  S->Recording = std::move(New);
  S->Owner = ::getpid();
  S->Now = State::Active;
  S->Recorded = S->Unsaved = true;
  Active.push_back(S);
}

void Sessions::stop(State &S) {
  Guard Lock(Locks::get().Sessions);
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
  auto Try = [&](State &T, void (Recording::*Do)()) {
    try {
      (T.Recording.get()->*Do)();
      return true;
    } catch (...) {
      Failed = Failed ? Failed : std::current_exception();
      return false;
    }
  };
  if (!Try(S, &Recording::stop) && isExiting())
    Failed = std::make_exception_ptr(
        error(errc::process_exiting, "stopping the session"));
  if (!Active.empty() && !Try(*Active.back(), &Recording::start)) {
    Active.back()->Now = State::Stopped;
    Active.pop_back();
  }
  if (Failed)
    std::rethrow_exception(Failed);
}

void Sessions::abandon(State &S) {
  Guard Lock(Locks::get().Sessions);
  S.Abandoned = true;
}

void Sessions::reset(State &S) {
  Guard Lock(Locks::get().Sessions);
  if (S.isActive())
    fail(errc::still_active, "discarding what a session records");
  if (S.Recording && S.Owner == ::getpid() && S.Recorded)
    S.Recording->clear();
  S.Recorded = S.Unsaved = false;
}

void Sessions::restart(State &S) {
  Guard Lock(Locks::get().Sessions);
  dropForked();
  if (!S.isActive() || S.Now == State::Aside)
    return;
  bool Recording = Active.back().get() == &S; // If not, it is paused already.
  try {
    if (Recording)
      S.Recording->stop();
    S.Recording->clear();
    if (Recording)
      S.Recording->start();
  } catch (const error &Failed) {
    if (Recording)
      goOnAfter(Failed);
    throw;
  }
}

std::string Sessions::save(State &S, const std::string &Wanted) {
  Guard Lock(Locks::get().Sessions);
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
  auto Write = [&](const std::string &Where) { S.Recording->save(Where); };
  // A directory of iket profile's that is gone is not to come back.
  writeWhole(Path, Write, /*MakeDirectory=*/Wanted.empty() || !OwnsHook);
  S.Unsaved = false;
  return Path;
}

void Sessions::setOptions(State &S, session_options Options) {
  Guard Lock(Locks::get().Sessions);
  if (S.isActive())
    fail(errc::still_active, "changing a session's options");
  S.Options = std::move(Options);
}

session_options Sessions::options(const State &S) {
  Guard Lock(Locks::get().Sessions);
  return S.Options;
}

bool Sessions::isUnsaved(const State &S) {
  Guard Lock(Locks::get().Sessions);
  return S.Unsaved && S.Owner == ::getpid();
}

bool Sessions::isActive(const State &S) {
  Guard Lock(Locks::get().Sessions);
  return S.isActive();
}

bool Sessions::isRecording(const State &S) {
  Guard Lock(Locks::get().Sessions);
  return S.isActive() && !Active.empty() && Active.back().get() == &S;
}

bool Sessions::isAnyRecording() {
  Guard Lock(Locks::get().Sessions);
  return !Active.empty() && Active.back()->isActive();
}

Losses Sessions::losses(const State &S) {
  Guard Lock(Locks::get().Sessions);
  return S.Recording ? S.Recording->losses() : Losses();
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
  Guard Lock(Locks::get().Sessions);
  return outputDirLocked(nullptr);
}

std::string Sessions::outputDir(const State &S) {
  Guard Lock(Locks::get().Sessions);
  return outputDirLocked(&S);
}

void Sessions::setOutputDir(const std::string &Wanted) {
  Guard Lock(Locks::get().Sessions);
  Directory = Wanted;
}

} // namespace runtime
} // namespace iket
