//===- DurationCounts.cpp - Exact percentiles of durations ----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/DurationCounts.h"
#include <algorithm>
#include <cmath>

namespace iket::trace {

DurationCounts::Slot &DurationCounts::find(std::uint64_t Duration) {
  std::size_t Mask = Slots.size() - 1;
  // Durations are multiples of 32: the multiplication spreads them, and its
  // high bits are the good ones.
  std::size_t I = (Duration * 0x9E3779B97F4A7C15ull) >> 32 & Mask;
  while (Slots[I].Times != 0 && Slots[I].Duration != Duration)
    I = (I + 1) & Mask;
  return Slots[I];
}

void DurationCounts::grow() {
  std::vector<Slot> Old(std::max<std::size_t>(16, Slots.size() * 2),
                        Slot{0, 0});
  Old.swap(Slots);
  for (const Slot &S : Old)
    if (S.Times != 0)
      find(S.Duration) = S;
}

void DurationCounts::add(std::uint64_t Duration, std::uint64_t Times) {
  if (Used * 2 >= Slots.size())
    grow();
  Slot &S = find(Duration);
  if (S.Times == 0) {
    S.Duration = Duration;
    ++Used;
  }
  S.Times += Times;
  Total += Times;
}

void DurationCounts::merge(const DurationCounts &Other) {
  for (const Slot &S : Other.Slots)
    if (S.Times != 0)
      add(S.Duration, S.Times);
}

std::uint64_t DurationCounts::percentile(double Percent) const {
  std::vector<Slot> Sorted;
  for (const Slot &S : Slots)
    if (S.Times != 0)
      Sorted.push_back(S);
  std::sort(Sorted.begin(), Sorted.end(), [](const Slot &A, const Slot &B) {
    return A.Duration < B.Duration;
  });
  double Rank = std::ceil(Percent / 100 * static_cast<double>(Total));
  std::uint64_t Seen = 0;
  for (const Slot &S : Sorted) {
    Seen += S.Times;
    if (static_cast<double>(Seen) >= Rank)
      return S.Duration;
  }
  return 0;
}

} // namespace iket::trace
