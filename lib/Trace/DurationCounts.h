//===- DurationCounts.h - Exact percentiles of durations --------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_DURATIONCOUNTS_H
#define IKET_TRACE_DURATIONCOUNTS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace iket::trace {

/// How often each duration came up. The timer steps by 32 ns, so millions of
/// ranges have a few thousand different durations, and percentiles can be exact
/// without keeping every value.
class DurationCounts {
public:
  void add(std::uint64_t Duration) { add(Duration, 1); }
  void add(std::uint64_t Duration, std::uint64_t Times);
  void merge(const DurationCounts &Other);
  /// The least duration that at least \p Percent of all reach (nearest rank);
  /// 0 when there is none.
  std::uint64_t percentile(double Percent) const;
  std::uint64_t total() const { return Total; }

private:
  struct Slot {
    std::uint64_t Duration, Times; ///< Times is 0 in a free slot.
  };
  Slot &find(std::uint64_t Duration);
  void grow();

  std::vector<Slot> Slots; ///< Open addressing; the size is a power of two.
  std::size_t Used = 0;
  std::uint64_t Total = 0;
};

} // namespace iket::trace

#endif // IKET_TRACE_DURATIONCOUNTS_H
