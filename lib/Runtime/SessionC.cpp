//===- SessionC.cpp - The same for C --------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "iket/executable.h"
#include "iket/session.h"
#include "iket/session_c.h"
#include <algorithm>
#include <cstring>
#include <new>

using namespace iket;

static_assert(IKET_LIBRARY_NOT_FOUND == int(errc::library_not_found) &&
              IKET_NO_DRIVER == int(errc::no_driver) &&
              IKET_NOT_THE_LIBRARY == int(errc::not_the_library) &&
              IKET_LIBRARY_VERSION == int(errc::library_version) &&
              IKET_SESSION_ACTIVE == int(errc::session_active) &&
              IKET_NOT_STARTED == int(errc::not_started) &&
              IKET_STILL_ACTIVE == int(errc::still_active) &&
              IKET_NOTHING_RECORDED == int(errc::nothing_recorded) &&
              IKET_NO_RUNTIME_PAYLOADS == int(errc::no_runtime_payloads) &&
              IKET_BAD_OUTPUT_DIRECTORY == int(errc::bad_output_directory) &&
              IKET_OUT_OF_MEMORY == int(errc::out_of_memory) &&
              IKET_PROCESS_EXITING == int(errc::process_exiting));

struct iket_session {
  session Session;
};

namespace {

thread_local std::string LastError, LastSaved;

/// Runs \p Body; keeps the message of what it throws, and returns its code.
template <class Fn> int coded(Fn Body) noexcept {
  try {
    Body();
    return IKET_SUCCESS;
  } catch (const std::bad_alloc &) {
    return IKET_OUT_OF_MEMORY;
  } catch (const error &E) {
    LastError = E.what();
    return E.code().value();
  } catch (const std::exception &E) {
    LastError = E.what();
    return IKET_UNKNOWN;
  }
}

std::string text(const char *String) { return String ? String : ""; }

session &of(iket_session *S) {
  if (!S)
    throw error(errc::invalid_argument, "the session is NULL");
  return S->Session;
}

session_options convert(const iket_session_options *From) {
  session_options O;
  if (!From)
    return O;
  // A caller built with an older header has fewer fields.
  iket_session_options C;
  iket_session_options_init(&C);
  if (From->size <
      offsetof(iket_session_options, output_dir) + sizeof C.output_dir)
    throw error(errc::invalid_argument,
                "iket_session_options is not initialised");
  std::memcpy(&C, From, std::min(From->size, sizeof C));
  O.output_dir = text(C.output_dir);
  O.library = text(C.library);
  O.save_as = text(C.save_as);
  O.max_events_per_warp = C.max_events_per_warp;
  O.buffer_bytes = C.buffer_bytes;
  if (C.num_contexts && !C.contexts)
    throw error(errc::invalid_argument, "num_contexts is " +
                                            std::to_string(C.num_contexts) +
                                            " and contexts is NULL");
  if (C.num_contexts)
    O.contexts.assign(C.contexts, C.contexts + C.num_contexts);
  if (C.one_cluster)
    O.cluster = {{C.cluster[0], C.cluster[1], C.cluster[2]}};
  O.lifetimes_only = C.lifetimes_only;
  O.defer_readback = C.defer_readback;
  O.log = log_level(C.log_level);
  O.override_active = C.override_active;
  O.stop_on_destroy = C.stop_on_destroy;
  O.reset_events = C.reset_events;
  O.runtime_payloads = C.runtime_payloads;
  O.save_on_destroy = C.save_on_destroy;
  return O;
}

std::size_t copyOut(const std::string &Text, char *Buffer, std::size_t Size) {
  if (Size != 0) {
    std::size_t Length = std::min(Text.size(), Size - 1);
    std::memcpy(Buffer, Text.data(), Length);
    Buffer[Length] = 0;
  }
  return Text.size();
}

} // namespace

void iket_session_options_init_sized(iket_session_options *Result,
                                     std::size_t Size) {
  const session_options O;
  iket_session_options C = {};
  C.size = std::min(Size, sizeof C);
  C.max_events_per_warp = O.max_events_per_warp;
  C.buffer_bytes = O.buffer_bytes;
  C.defer_readback = O.defer_readback;
  C.log_level = int(O.log);
  C.stop_on_destroy = O.stop_on_destroy;
  C.reset_events = O.reset_events;
  std::memset(Result, 0, Size);
  std::memcpy(Result, &C, C.size);
}

int iket_session_create(const iket_session_options *Options,
                        iket_session **Result) {
  return coded([&] {
    if (!Result)
      throw error(errc::invalid_argument, "the result is NULL");
    *Result = nullptr;
    *Result = new iket_session{session(convert(Options))};
  });
}

void iket_session_destroy(iket_session *S) { delete S; }

int iket_session_start(iket_session *S) {
  return coded([&] { of(S).start(); });
}
int iket_session_stop(iket_session *S) {
  return coded([&] { of(S).stop(); });
}
int iket_session_reset(iket_session *S) {
  return coded([&] { of(S).reset(); });
}
int iket_session_save(iket_session *S, const char *Path) {
  LastSaved.clear();
  return coded([&] { LastSaved = of(S).save(text(Path)); });
}

int iket_session_is_active(const iket_session *S) {
  return S && S->Session.is_active();
}
int iket_session_is_recording(const iket_session *S) {
  return S && S->Session.is_recording();
}

std::uint64_t iket_session_lost_warps(const iket_session *S) {
  std::uint64_t Warps = 0;
  coded([&] {
    if (S)
      for (const warp_loss &L : S->Session.lost_warps())
        Warps += L.warps;
  });
  return Warps;
}

std::size_t iket_session_lost_kernel(const iket_session *S, std::size_t Index,
                                     char *Buffer, std::size_t Size,
                                     std::uint64_t *Warps,
                                     std::uint64_t *Limit) {
  warp_loss Loss;
  coded([&] {
    if (!S)
      return;
    std::vector<warp_loss> All = S->Session.lost_warps();
    if (Index < All.size())
      Loss = std::move(All[Index]);
  });
  if (Warps)
    *Warps = Loss.warps;
  if (Limit)
    *Limit = Loss.limit;
  return copyOut(Loss.kernel, Buffer, Size);
}
std::uint64_t iket_session_needed_buffer_bytes(const iket_session *S) {
  return S ? S->Session.needed_buffer_bytes() : 0;
}

int iket_start_recording(const iket_session_options *Options) {
  return coded([&] { start_recording(convert(Options)); });
}
int iket_stop_recording(void) {
  LastSaved.clear();
  return coded([] { LastSaved = stop_recording(); });
}
int iket_is_recording(void) { return is_recording(); }
int iket_reset(void) {
  return coded([] { reset(); });
}

int iket_set_output_dir(const char *Directory) {
  return coded([&] { set_output_dir(text(Directory)); });
}
std::size_t iket_output_dir(char *Buffer, std::size_t Size) {
  std::size_t Length = 0;
  coded([&] { Length = copyOut(output_dir(), Buffer, Size); });
  return Length;
}
std::size_t iket_output_path(const char *Name, char *Buffer, std::size_t Size) {
  std::size_t Length = 0;
  coded([&] { Length = copyOut(output_path(text(Name)), Buffer, Size); });
  return Length;
}

int iket_built_with_runtime_payloads(void) {
  int Answer = -1;
  coded([&] { Answer = built_with_runtime_payloads(); });
  return Answer;
}

const char *iket_last_saved(void) { return LastSaved.c_str(); }
const char *iket_last_error(void) { return LastError.c_str(); }
