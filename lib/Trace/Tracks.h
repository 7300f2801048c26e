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

/// The contexts of a trace's launches. Each has tracks of its own: SM 0 of two
/// contexts may be that of two GPUs.
class Contexts {
public:
  explicit Contexts(const file &Trace);
  std::size_t size() const { return Ids.size(); }
  /// The place of the launch's context among them.
  std::uint32_t indexOf(const launch &L) const;
  /// "context 2", or nothing where the trace has only one.
  std::string name(std::size_t Index) const;

private:
  std::vector<std::uint64_t> Ids;
};

/// Where a warp's events of one launch go.
struct WarpTrack {
  std::uint32_t Location;
  std::uint32_t Context; ///< Its place in Contexts.
  std::uint32_t Number;  ///< 0 for the warp's own track, then 1, 2, …
  std::size_t Id; ///< Unique: of own tracks, then numbers behind them all.
};

/// An SM, a CTA and a warp name a place, and launches on two streams may be in
/// one place at a time. Where a place is taken, the launch that
/// comes later gets a further track for it:
///
///   warp 0      [ launch 0       ]    [ launch 2 ]
///   warp 0 (2)          [ launch 1      ]
class WarpTracks {
public:
  WarpTracks(std::size_t Locations, std::size_t Contexts = 1)
      : Locations(Locations), Own(Locations * Contexts), NextId(Own.size()) {}
  /// The track of \p E, which has events or a lifetime.
  WarpTrack place(const WarpEvents &E, std::uint32_t Context = 0);

private:
  struct FurtherTrack {
    SpanSet Taken;
    std::size_t Id;
  };
  std::size_t Locations;
  std::vector<SpanSet> Own; ///< By context, and there by location.
  std::map<std::size_t, std::vector<FurtherTrack>> Further;
  std::size_t NextId;
};

} // namespace iket::trace

#endif // IKET_TRACE_TRACKS_H
