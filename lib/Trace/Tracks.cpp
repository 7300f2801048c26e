//===- Tracks.cpp - Which launches can share a track ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Tracks.h"
#include <algorithm>

namespace iket::trace {

bool SpanSet::take(std::uint64_t Start, std::uint64_t End) {
  auto Next = std::upper_bound(
      Taken.begin(), Taken.end(), Start,
      [](std::uint64_t Time, const Span &S) { return Time < S.Start; });
  if (Next != Taken.end() && End >= Next->Start)
    return false;
  if (Next != Taken.begin()) {
    Span &Before = *(Next - 1);
    if (Before.End > Start)
      return false;
    if (Before.End == Start) {
      Before.End = End;
      return true;
    }
  }
  Taken.insert(Next, {Start, End});
  if (Taken.size() > MaxSpans)
    forgetGaps();
  return true;
}

/// Makes one span of every two neighbours.
void SpanSet::forgetGaps() {
  std::size_t Half = (Taken.size() + 1) / 2;
  for (std::size_t I = 0; I != Half; ++I)
    Taken[I] = {Taken[2 * I].Start,
                Taken[std::min(2 * I + 1, Taken.size() - 1)].End};
  Taken.resize(Half);
}

std::size_t LaunchTracks::place(std::uint64_t Start, std::uint64_t End) {
  std::size_t Track = 0;
  while (Track != Tracks.size() && !Tracks[Track].take(Start, End))
    ++Track;
  if (Track == Tracks.size())
    Tracks.emplace_back().take(Start, End);
  return Track;
}

Contexts::Contexts(const file &Trace) {
  for (const launch &L : Trace.launches())
    Ids.push_back(L.context);
  std::sort(Ids.begin(), Ids.end());
  Ids.erase(std::unique(Ids.begin(), Ids.end()), Ids.end());
}

std::uint32_t Contexts::indexOf(const launch &L) const {
  return static_cast<std::uint32_t>(
      std::lower_bound(Ids.begin(), Ids.end(), L.context) - Ids.begin());
}

std::string Contexts::name(std::size_t Index) const {
  return Ids.size() < 2 ? "" : "context " + std::to_string(Ids[Index]);
}

WarpTrack WarpTracks::place(const WarpEvents &E, std::uint32_t Context) {
  // Not the warp's lifetime: a token range may end behind it.
  WarpEvents Events = E;
  if (!E.empty())
    Events.Life = nullptr;
  std::uint64_t Start = Events.start(), End = Events.end();
  std::size_t Place = Context * Locations + E.Location;
  if (Own[Place].take(Start, End))
    return {E.Location, Context, 0, Place};
  std::vector<FurtherTrack> &Tracks = Further[Place];
  std::uint32_t I = 0;
  while (I != Tracks.size() && !Tracks[I].Taken.take(Start, End))
    ++I;
  if (I == Tracks.size()) {
    Tracks.push_back({{}, NextId++});
    Tracks[I].Taken.take(Start, End);
  }
  return {E.Location, Context, I + 1, Tracks[I].Id};
}

} // namespace iket::trace
