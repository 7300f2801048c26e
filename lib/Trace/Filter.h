//===- Filter.h - Which events are wanted -----------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_FILTER_H
#define IKET_TRACE_FILTER_H

#include "Trace/Names.h"
#include "iket/trace.h"

namespace iket::trace {

/// What a user asks for, as text: each list is alternatives, and an empty one
/// asks for everything.
struct FilterSpec {
  /// As matchesName() has it, of a kernel in each of its forms: mangled, in
  /// full, or the label.
  std::vector<std::string> Kernels, Names;
  std::vector<std::string> Launches, Contexts; ///< "3", "0-7", "0,2,4-6".
  std::vector<std::string> Sms, Warps;
  std::vector<std::string> Ctas; ///< "X", "X,Y" or "X,Y,Z"; * is any.
  std::string Time;              ///< "FROM:TO", from the trace's start.

  bool empty() const;
};

/// A FilterSpec made ready for one trace. Throws std::invalid_argument, with a
/// sentence for the user, when the text of the spec can't be understood.
class Filter {
public:
  Filter(const file &Trace, const KernelLabels &Labels, const FilterSpec &Spec);

  bool wantsLaunch(const launch &L) const { return LaunchWanted[L.index]; }
  bool wantsName(std::size_t Name) const { return NameWanted[Name]; }
  bool wantsLocation(std::uint32_t Location) const {
    return LocationWanted[Location];
  }
  bool wants(const range &R) const {
    return NameWanted[R.name] && LocationWanted[R.start_location] &&
           R.end >= From && R.start < To;
  }
  bool wants(const mark &M) const {
    return NameWanted[M.name] && LocationWanted[M.location] && M.time >= From &&
           M.time < To;
  }
  bool wants(const lifetime &W) const {
    return LocationWanted[W.location] && W.end >= From && W.start < To;
  }

  /// The options that match nothing in the trace, each with its value:
  /// "--name 'lod'".
  const std::vector<std::string> &unmatched() const { return Unmatched; }

private:
  std::vector<std::string> Unmatched;
  std::vector<bool> LaunchWanted, NameWanted, LocationWanted;
  std::uint64_t From = 0, To = UINT64_MAX;
};

/// The earliest time in the trace, which reads all of it; 0 without events.
std::uint64_t traceStart(const file &Trace);

/// Parses "250", "1.5us" or "2ms" to nanoseconds; throws std::invalid_argument.
std::uint64_t parseTime(const std::string &Text);

/// Parses "FROM:TO", where either may be left out; throws
/// std::invalid_argument, also where no time lies between the two.
std::pair<std::uint64_t, std::optional<std::uint64_t>>
parseSpan(const std::string &Text);

} // namespace iket::trace

#endif // IKET_TRACE_FILTER_H
