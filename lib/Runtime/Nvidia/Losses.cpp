//===- Losses.cpp - Events that did not fit -------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Nvidia/Losses.h"
#include <algorithm>
#include <charconv>

namespace iket::runtime {
namespace {

/// The number that \p Text begins with; 0 without one.
std::uint64_t numberAt(std::string_view Text) {
  std::uint64_t Value = 0;
  std::from_chars(Text.data(), Text.data() + Text.size(), Value);
  return Value;
}

/// What follows \p Key in \p Line; empty where it is not there.
std::string_view after(std::string_view Line, std::string_view Key) {
  std::size_t At = Line.find(Key);
  return At == Line.npos ? std::string_view() : Line.substr(At + Key.size());
}

/// The lines that tell of a loss, as version 4.8.1 words them:
///   ... N warp record(s) dropped ... maxTsCntPerWarp=LIMIT ... kernel: NAME.
///   ...
///   ... trace buffer is too small. ... to at least BYTES bytes ...
/// A kernel's name ends at ". ", which no mangled or demangled name holds.
bool readDropped(std::string_view Line, warp_loss &L) {
  std::size_t At = Line.find(" warp record(s) dropped");
  if (At == Line.npos)
    return false;
  std::size_t Begin = At;
  while (Begin != 0 && Line[Begin - 1] >= '0' && Line[Begin - 1] <= '9')
    --Begin;
  L.warps = numberAt(Line.substr(Begin, At - Begin));
  // Of the room that it was given, one is never used.
  std::uint64_t Room = numberAt(after(Line, "maxTsCntPerWarp="));
  L.limit = Room == 0 ? 0 : Room - 1;
  std::string_view Name = after(Line, "kernel: ");
  L.kernel = Name.substr(0, Name.find(". "));
  return L.warps != 0;
}

} // namespace

void readLosses(std::string_view Lines, Losses &All) {
  while (!Lines.empty()) {
    std::size_t End = std::min(Lines.find('\n'), Lines.size());
    std::string_view Line = Lines.substr(0, End);
    Lines.remove_prefix(std::min(End + 1, Lines.size()));
    if (Line.find("buffer is too small") != Line.npos)
      All.BufferBytes =
          std::max(All.BufferBytes, numberAt(after(Line, "at least ")));
    warp_loss New;
    if (!readDropped(Line, New))
      continue;
    auto Known = std::find_if(All.Warps.begin(), All.Warps.end(), [&](auto &L) {
      return L.kernel == New.kernel && L.limit == New.limit;
    });
    if (Known == All.Warps.end())
      All.Warps.push_back(std::move(New));
    else
      Known->warps += New.warps;
  }
}

} // namespace iket::runtime
