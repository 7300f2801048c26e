//===- Tracks.h - Which launches can share a track --------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_TRACKS_H
#define IKET_TRACE_TRACKS_H

#include "Trace/WarpEvents.h"
#include <map>

namespace iket::trace {

/// The spans of time that are taken on one track. They come in the order of the
/// file, which is that of time as a rule and not always.
class SpanSet {
public:
  /// Beyond this many a track forgets some of the gaps between its spans: a
  /// late one then gets a further track without need, and memory has a bound.
  static constexpr std::size_t MaxSpans = 4096;

  /// Takes [Start, End] if it lies apart from all that is taken. It may begin
  /// where an earlier comer ends, but not end where one begins: readers keep
  /// the order of the file for equal times, and would nest the one in the
  /// other.
  bool take(std::uint64_t Start, std::uint64_t End);

private:
  struct Span {
    std::uint64_t Start, End;
  };
  void forgetGaps();

  std::vector<Span> Taken; ///< In order of time, apart.
};

/// Launches that run side by side: the track of each.
class LaunchTracks {
public:
  std::size_t place(std::uint64_t Start, std::uint64_t End);

private:
  std::vector<SpanSet> Tracks;
};

/// Where a warp's events of one launch go.
struct WarpTrack {
  std::uint32_t Location;
  std::uint32_t Number; ///< 0 for the warp's own track, then 1, 2, …
  std::size_t Id;       ///< Unique: the location, or a number behind them all.
};

/// An SM, a CTA and a warp name a place, and launches on two streams or two
/// GPUs may be in one place at a time. Where a place is taken, the launch that
/// comes later gets a further track for it:
///
///   warp 0      [ launch 0       ]    [ launch 2 ]
///   warp 0 (2)          [ launch 1      ]
class WarpTracks {
public:
  explicit WarpTracks(std::size_t Locations)
      : Own(Locations), NextId(Locations) {}
  /// The track of \p E, which has events.
  WarpTrack place(const WarpEvents &E);

private:
  struct FurtherTrack {
    SpanSet Taken;
    std::size_t Id;
  };
  std::vector<SpanSet> Own; ///< By location.
  std::map<std::uint32_t, std::vector<FurtherTrack>> Further;
  std::size_t NextId;
};

} // namespace iket::trace

#endif // IKET_TRACE_TRACKS_H
