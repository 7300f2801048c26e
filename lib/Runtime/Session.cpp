//===- Session.cpp - Recording from inside a program ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Apart.h"
#include "Runtime/AtExit.h"
#include "Runtime/Locks.h"
#include "Runtime/Output.h"
#include "Runtime/SessionState.h"
#include <cstdio>
#include <cstdlib>

namespace iket {

using runtime::Sessions;

/// Runs \p Body, and makes a code of what it throws.
template <class Fn> static void coded(std::error_code &Code, Fn Body) noexcept {
  Code.clear();
  try {
    Body();
  } catch (const std::system_error &E) {
    Code = E.code();
  } catch (const std::bad_alloc &) {
    Code = errc::out_of_memory;
  } catch (...) {
    Code = errc::unknown;
  }
}

/// Reports a failure where there is no caller that could.
static void complain(const std::exception &E) {
  std::fprintf(stderr, "iket: error: %s\n", E.what());
}

//===----------------------------------------------------------------------===//
// Sessions
//===----------------------------------------------------------------------===//

session::session(session_options Options)
    : self(std::make_shared<state>(std::move(Options))) {}

session::session(session &&) noexcept = default;

session &session::operator=(session &&Other) noexcept {
  if (this == &Other)
    return *this;
  session Old(std::move(*this)); // Ends as its destructor says.
  self = std::move(Other.self);
  return *this;
}

session::~session() {
  if (!self)
    return;
  Sessions &All = Sessions::get();
  try {
    if (All.isActive(*self)) {
      if (!self->Options.stop_on_destroy) {
        All.abandon(*self);
        return;
      }
      stop();
    }
    if (self->Options.save_on_destroy && All.isUnsaved(*self))
      save(self->Options.save_as);
  } catch (const std::exception &E) {
    complain(E);
  }
}

session::state &session::own() const {
  if (!self)
    throw error(errc::invalid_state, "using a session that was moved from");
  return *self;
}

void session::start() {
  own();
  Sessions::get().start(self);
}
void session::stop() {
  runtime::apart([&] { Sessions::get().stop(own()); });
}
void session::reset() {
  runtime::apart([&] { Sessions::get().reset(own()); });
}
std::string session::save(const std::string &Path) {
  std::string Saved;
  runtime::apart([&] { Saved = Sessions::get().save(own(), Path); });
  return Saved;
}

void session::start(std::error_code &Code) noexcept {
  coded(Code, [&] { start(); });
}
void session::stop(std::error_code &Code) noexcept {
  coded(Code, [&] { stop(); });
}
void session::reset(std::error_code &Code) noexcept {
  coded(Code, [&] { reset(); });
}
std::string session::save(const std::string &Path,
                          std::error_code &Code) noexcept {
  std::string Saved;
  coded(Code, [&] { Saved = save(Path); });
  return Saved;
}

void session::restart() {
  runtime::apart([&] { Sessions::get().restart(own()); });
}

bool session::is_active() const noexcept {
  return self && Sessions::get().isActive(*self);
}
bool session::is_recording() const noexcept {
  return self && Sessions::get().isRecording(*self);
}

std::vector<warp_loss> session::lost_warps() const {
  return Sessions::get().losses(own()).Warps;
}
std::uint64_t session::needed_buffer_bytes() const noexcept {
  return self ? Sessions::get().losses(*self).BufferBytes : 0;
}

session_options session::options() const {
  return Sessions::get().options(own());
}
void session::set_options(session_options Options) {
  Sessions::get().setOptions(own(), std::move(Options));
}

std::string session::output_dir() const {
  return Sessions::get().outputDir(own());
}
std::string session::output_path(const std::string &Name) const {
  return runtime::pathIn(output_dir(), Name);
}

std::uint64_t session::discover(const std::function<void()> &Workload) {
  // Sixteen times the room each time: a warp that records a million events is
  // found in the fourth run.
  constexpr std::uint64_t Growth = 16, Most = std::uint64_t(1) << 28;
  for (;;) {
    reset();
    start();
    try {
      Workload();
    } catch (...) {
      std::error_code Ignored;
      stop(Ignored);
      throw;
    }
    stop();
    runtime::Losses Lost = Sessions::get().losses(*self);
    session_options Next = options();
    if (Lost.BufferBytes > Next.buffer_bytes)
      Next.buffer_bytes = Lost.BufferBytes;
    else if (Lost.Warps.empty())
      return Next.max_events_per_warp;
    else if (Next.max_events_per_warp < Most) {
      Next.max_events_per_warp *= Growth;
      Next.buffer_bytes *= Growth / 4;
    } else
      throw error(errc::feature_not_supported,
                  "a warp of " + Lost.Warps.front().kernel + " has over " +
                      std::to_string(Next.max_events_per_warp) + " events");
    set_options(std::move(Next));
  }
}

session record(session_options Options) {
  Options.save_on_destroy = true;
  session S(std::move(Options));
  S.start();
  return S;
}

session record(session_options Options, std::error_code &Code) noexcept {
  Options.save_on_destroy = true;
  session S(std::move(Options));
  S.start(Code);
  return S;
}

//===----------------------------------------------------------------------===//
// The process's own recording
//===----------------------------------------------------------------------===//

using Guard = std::lock_guard<std::mutex>;

/// What start_recording() started; guarded by Locks::Process.
static std::optional<session> &processRecording() {
  static auto &Session = *new std::optional<session>;
  return Session;
}

void start_recording(session_options Options) {
  Guard Lock(runtime::Locks::get().Process);
  std::optional<session> &Own = processRecording();
  if (Own && Own->is_active())
    throw error(errc::still_active, "starting to record twice");
  session Started(std::move(Options));
  Started.start();
  Own = std::move(Started);
  static std::once_flag Once;
  std::call_once(Once, [] {
    runtime::beforeExit([] {
      try {
        stop_recording();
      } catch (const std::exception &E) {
        complain(E);
      }
    });
  });
}

std::string stop_recording() {
  std::string Saved;
  runtime::apart([&] {
    Guard Lock(runtime::Locks::get().Process);
    std::optional<session> &Own = processRecording();
    if (!Own)
      return;
    session Ended = std::move(*Own);
    Own.reset();
    if (!Ended.is_active()) // This is a child of fork().
      return;
    Ended.stop();
    Saved = Ended.save();
  });
  return Saved;
}

bool is_recording() noexcept { return Sessions::get().isAnyRecording(); }

void reset() {
  runtime::apart([] {
    Guard Lock(runtime::Locks::get().Process);
    std::optional<session> &Own = processRecording();
    if (Own)
      Own->restart();
  });
}

//===----------------------------------------------------------------------===//
// Where traces go
//===----------------------------------------------------------------------===//

void set_output_dir(const std::string &Directory) {
  Sessions::get().setOutputDir(Directory);
}
std::string output_dir() { return Sessions::get().outputDir(); }
std::string output_path(const std::string &Name) {
  return runtime::pathIn(output_dir(), Name);
}

} // namespace iket
