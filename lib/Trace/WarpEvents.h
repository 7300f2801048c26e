//===- WarpEvents.h - A launch, warp by warp --------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_WARPEVENTS_H
#define IKET_TRACE_WARPEVENTS_H

#include "Trace/Filter.h"
#include "iket/trace.h"
#include <functional>

namespace iket::trace {

/// A run of elements of a vector.
template <typename T> struct Span {
  const T *First = nullptr, *Last = nullptr;
  const T *begin() const { return First; }
  const T *end() const { return Last; }
  std::size_t size() const { return std::size_t(Last - First); }
  bool empty() const { return First == Last; }
};

/// A range, small enough to hold those of a whole launch.
struct WarpRange {
  std::uint64_t Start, End;
  std::uint32_t Name, Location;
  std::uint32_t Index; ///< Position in the launch's array.
  std::uint32_t Extra
      : 29; ///< 0, or 1 more than its place in WarpEvents::Extras.
  std::uint32_t Token : 1;
  std::uint32_t Unclosed : 1;
  std::uint32_t Wanted : 1; ///< Always, unless read with readNested().
  std::uint64_t duration() const { return End - Start; }
};
static_assert(sizeof(WarpRange) == 32);

/// What few ranges have.
struct WarpRangeExtra {
  payload Start, End;
  std::uint32_t EndLocation; ///< Where a token range ended.
};

struct WarpMark {
  std::uint64_t Time;
  std::uint32_t Name, Location;
  std::uint32_t Index;
  payload Value;
};

/// The events of one warp in one launch. Ranges are in the order in which they
/// were entered, so that a nested one comes after the one around it.
struct WarpEvents {
  std::uint32_t Location = 0;
  const lifetime *Life = nullptr; ///< Null where the trace has none.
  /// The warp ran and recorded nothing at all, wanted or not.
  bool Silent = false;
  Span<WarpRange> Ranges;
  Span<WarpMark> Marks;
  const std::vector<WarpRangeExtra> *Extras = nullptr;

  const WarpRangeExtra *extra(const WarpRange &R) const {
    return R.Extra ? &(*Extras)[R.Extra - 1] : nullptr;
  }
  bool empty() const { return Ranges.empty() && Marks.empty(); }
  /// First and last nanosecond known of the warp: its lifetime, or the span of
  /// its events.
  std::uint64_t start() const;
  std::uint64_t end() const;
};

/// Locations in the order in which people look for a warp: by SM, CTA (slowest
/// axis first) and warp, as numbers. rank[I] is the place of location I.
std::vector<std::uint32_t> rankLocations(const std::vector<warp_location> &);

/// Reads a launch's wanted events and hands them over warp by warp, in the
/// order of rankLocations. This takes 32 bytes a range for the launch at hand;
/// one of more than MaxEventsAtOnce is read several times, some of its warps
/// each time, so that memory stays bounded however long a trace is.
class WarpReader {
public:
  static constexpr std::uint64_t MaxEventsAtOnce = 6'000'000;

  WarpReader(const file &Trace, const Filter &Wanted,
             std::uint64_t MaxEvents = MaxEventsAtOnce);
  void read(const launch &L, const std::function<void(const WarpEvents &)> &F);
  /// The same with all ranges of the wanted warps, as it takes those that are
  /// not wanted to tell what is nested in those that are.
  void readNested(const launch &L,
                  const std::function<void(const WarpEvents &)> &F);

private:
  enum class Take { Wanted, Nested };
  void read(const launch &L, Take What,
            const std::function<void(const WarpEvents &)> &F);

  const file &Trace;
  const Filter &Wanted;
  std::vector<std::uint32_t> Rank;
  std::uint64_t MaxEvents;
};

} // namespace iket::trace

#endif // IKET_TRACE_WARPEVENTS_H
