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

WarpTrack WarpTracks::place(const WarpEvents &E) {
  // Not the warp's lifetime: a token range may end behind it.
  WarpEvents Events = E;
  Events.Life = nullptr;
  std::uint64_t Start = Events.start(), End = Events.end();
  if (Own[E.Location].take(Start, End))
    return {E.Location, 0, E.Location};
  std::vector<FurtherTrack> &Tracks = Further[E.Location];
  std::uint32_t I = 0;
  while (I != Tracks.size() && !Tracks[I].Taken.take(Start, End))
    ++I;
  if (I == Tracks.size()) {
    Tracks.push_back({{}, NextId++});
    Tracks[I].Taken.take(Start, End);
  }
  return {E.Location, I + 1, Tracks[I].Id};
}

} // namespace iket::trace
