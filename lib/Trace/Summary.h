//===- Summary.h - Where the time went --------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_SUMMARY_H
#define IKET_TRACE_SUMMARY_H

#include "Trace/DurationCounts.h"
#include "Trace/Filter.h"
#include "iket/trace.h"
#include <map>
#include <tuple>

namespace iket::trace {

enum class EventKind : std::uint8_t { Mark, Push, Token };
const char *kindName(EventKind Kind);

/// What a kernel's events of one name (and payload, when grouped) amount to.
/// Times are nanoseconds. For a mark only the counts mean anything.
struct SummaryRow {
  std::uint32_t Kernel = 0; ///< Index into Summary::kernels().
  std::string Name;
  EventKind Kind = EventKind::Mark;
  payload Payload; ///< Only when grouped by payload.

  std::uint64_t Count = 0;
  std::uint64_t Below = 0;    ///< Began and ended on the same tick.
  std::uint64_t Unclosed = 0; ///< Never ended.
  std::uint64_t Warps = 0;    ///< Warps that recorded it, over all launches.
  std::uint64_t Total = 0, Min = UINT64_MAX, Max = 0;
  std::uint64_t Self = 0; ///< Total, less nested ranges of the same warp.
  /// Time of the warps with at least one of them open. Less than the total
  /// where ranges overlap.
  std::uint64_t Covered = 0;
  DurationCounts Durations;
  /// Lifetime of the warps that recorded it.
  std::uint64_t WarpTime = 0;
  /// The largest total that a warp (an SM) spent in it, and the mean over those
  /// that did, each summed over launches.
  double MaxOverWarps = 0, MeanOverWarps = 0, MaxOverSms = 0, MeanOverSms = 0;
  /// Self time on the warp that finished last, summed over launches: what the
  /// end of the kernel waited for. What overlaps counts once.
  std::uint64_t Critical = 0;

  double mean() const { return Count ? double(Total) / double(Count) : 0; }
  /// Part of its warps' lifetime, 0 to 1; 0 where no lifetime is known.
  double share() const { return ratio(double(Covered), double(WarpTime)); }
  /// 1 when all warps (SMs) spend the same time in it; 2 when the slowest takes
  /// twice the mean.
  double warpImbalance() const { return ratio(MaxOverWarps, MeanOverWarps); }
  double smImbalance() const { return ratio(MaxOverSms, MeanOverSms); }

  static double ratio(double A, double B) { return B > 0 ? A / B : 0; }
};

/// A kernel of the traces, and of its launches and warps those that the filters
/// let through, which may be none: filters of names do not count here.
struct SummaryKernel {
  std::string Mangled;
  std::uint64_t Launches = 0, Warps = 0;
  std::uint64_t Silent = 0; ///< Of the warps, those that recorded nothing.
  /// From the first to the last event of a launch, summed over launches.
  std::uint64_t Time = 0;
  std::uint64_t CriticalTime = 0; ///< Lifetime of the last warps.
};

/// Adds up traces.
class Summary {
public:
  explicit Summary(bool ByPayload = false) : ByPayload(ByPayload) {}
  /// Adds the wanted events of \p Trace. Kernels and names of several traces
  /// are the same when they are spelt the same.
  void add(const file &Trace, const Filter &Wanted);

  const std::vector<SummaryKernel> &kernels() const { return Kernels; }
  KernelLabels labels() const;
  /// When each trace began, by its wanted events; none for an empty one.
  const std::vector<std::uint64_t> &starts() const { return Starts; }
  /// Rows by kernel, the most self time first, marks last.
  std::vector<const SummaryRow *> rows() const;

private:
  friend class LaunchSummary;
  std::size_t rowFor(std::uint32_t Kernel, const std::string &Name,
                     EventKind Kind, payload Payload);

  bool ByPayload;
  std::vector<SummaryKernel> Kernels;
  std::vector<std::uint64_t> Starts;
  std::map<std::string, std::uint32_t> KernelIndex;
  std::vector<SummaryRow> Rows;
  std::map<std::tuple<std::uint32_t, std::string, EventKind, payload_type,
                      std::uint64_t>,
           std::size_t>
      RowIndex;
};

} // namespace iket::trace

#endif // IKET_TRACE_SUMMARY_H
