//===- Handle.cpp - A session of NVIDIA's library -------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Handle.h"
#include "Runtime/OutputWatch.h"
#include <algorithm>
#include <unistd.h>
#include <utility>

namespace iket::runtime {
namespace {

[[noreturn]] void fail(errc Code, const std::string &What) {
  throw error(Code, What);
}

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
  N.MaxEventsPerWarp = O.max_events_per_warp;
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

template <class Fn>
void watched(const Library &L, log_level Wanted, Losses &Lost, const char *What,
             Fn Call) {
  OutputWatch Watch(Wanted);
  nvidia::Result R = Call(L.Api);
  std::string Lines = Watch.finish();
  Lost.read(Lines);
  if (R == 0)
    return;
  std::string Text = std::string(What) + " failed: NVIDIA's library returned " +
                     std::to_string(R);
  if (std::string Said = gist(Lines); !Said.empty())
    Text += " and says \"" + Said + "\"";
  throw error(errc(R), Text, /*from_nvidia=*/true);
}

} // namespace

void checkOptions(const session_options &O) {
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

void call(session::state &S, const char *What, Action Do) {
  watched(*S.Library, S.Options.log, S.Lost, What,
          [&](const nvidia::Api &A) { return (A.*Do)(S.Handle); });
}

void saveTrace(session::state &S, const std::string &Path) {
  watched(*S.Library, S.Options.log, S.Lost, "saving the trace",
          [&](const nvidia::Api &A) {
            return A.SaveTrace(S.Handle, Path.c_str());
          });
}

template <class Fn> void PreparedHandle::call(const char *What, Fn Call) {
  watched(Library, S.Options.log, Lost, What, Call);
}

PreparedHandle::PreparedHandle(session::state &S)
    : S(S), Library(loadLibrary(S.Options.library)), Handle(S.Handle) {
  IsNew = !S.Handle || S.Owner != ::getpid() || S.Library != &Library ||
          (S.Options.reset_events && S.Recorded);
  nvidia::Options Bytes = encode(S.Options, Library);
  if (IsNew)
    call("making a session",
         [&](const nvidia::Api &A) { return A.Create(&Handle); });
  try {
    call("setting the session's options",
         [&](const nvidia::Api &A) { return A.SetOptions(Handle, &Bytes); });
  } catch (...) {
    discard();
    throw;
  }
}

void PreparedHandle::start() {
  call("starting the session",
       [&](const nvidia::Api &A) { return A.Start(Handle); });
}

void PreparedHandle::commit() {
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

void PreparedHandle::discard() {
  if (std::exchange(IsNew, false))
    Library.Api.Destroy(Handle);
}

} // namespace iket::runtime
