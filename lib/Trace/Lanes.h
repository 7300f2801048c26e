//===- Lanes.h - Which ranges can share a track -----------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_LANES_H
#define IKET_TRACE_LANES_H

#include "Trace/WarpEvents.h"
#include <map>

namespace iket::trace {

/// A track beside a warp's own: the N-th for ranges of one name.
struct Lane {
  std::uint32_t Name = 0, Number = 0;
};

/// Puts a warp's ranges on tracks on which viewers draw them right, where two
/// ranges are nested or apart but never cross:
///
///   warp 0    [ work                     ]     nested ranges
///    ├ tma    [ tma    ]   [ tma     ]         token ranges of one name,
///    └ tma 2       [ tma     ]                 as many tracks as overlap
///
/// A nested range that crosses the one around it, which only a program at fault
/// records, goes beside the warp's track as well.
class Lanes {
public:
  void nextWarp() {
    Open.clear();
    Busy.clear();
  }
  /// The place of \p R, which must come in the order of WarpEvents; nothing
  /// stands for the warp's own track.
  std::optional<Lane> place(const WarpRange &R) {
    if (!R.Token) {
      while (!Open.empty() && Open.back() <= R.Start)
        Open.pop_back();
      if (Open.empty() || R.End <= Open.back()) {
        Open.push_back(R.End);
        return std::nullopt;
      }
    }
    std::vector<std::uint64_t> &Ends = Busy[R.Name];
    std::uint32_t Number = 0;
    while (Number != Ends.size() && Ends[Number] > R.Start)
      ++Number;
    if (Number == Ends.size())
      Ends.push_back(0);
    Ends[Number] = R.End;
    return Lane{R.Name, Number};
  }

private:
  std::vector<std::uint64_t> Open; ///< Ends of the ranges around.
  std::map<std::uint32_t, std::vector<std::uint64_t>> Busy; ///< By name, lane.
};

} // namespace iket::trace

#endif // IKET_TRACE_LANES_H
