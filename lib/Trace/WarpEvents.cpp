//===- WarpEvents.cpp - A launch, warp by warp ----------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/WarpEvents.h"
#include <algorithm>
#include <numeric>
#include <tuple>

namespace iket::trace {

std::uint64_t WarpEvents::start() const {
  if (Life)
    return Life->start;
  std::uint64_t Time = Marks.empty() ? UINT64_MAX : Marks.begin()->Time;
  return Ranges.empty() ? Time : std::min(Time, Ranges.begin()->Start);
}

std::uint64_t WarpEvents::end() const {
  if (Life)
    return Life->end;
  std::uint64_t Time = Marks.empty() ? 0 : (Marks.end() - 1)->Time;
  for (const WarpRange &R : Ranges)
    Time = std::max(Time, R.End);
  return Time;
}

std::vector<std::uint32_t>
rankLocations(const std::vector<warp_location> &Locations) {
  std::vector<std::uint32_t> Order(Locations.size()), Rank(Locations.size());
  std::iota(Order.begin(), Order.end(), 0);
  auto Key = [&](std::uint32_t I) {
    const warp_location &L = Locations[I];
    return std::make_tuple(L.sm, L.cta[2], L.cta[1], L.cta[0], L.warp, I);
  };
  std::sort(Order.begin(), Order.end(),
            [&](auto A, auto B) { return Key(A) < Key(B); });
  for (std::uint32_t I = 0; I != Order.size(); ++I)
    Rank[Order[I]] = I;
  return Rank;
}

namespace {

/// Takes the wanted events of the warps whose rank lies in [First, Last).
class Collector : public visitor {
public:
  Collector(const Filter &Wanted, bool TakeNested,
            const std::vector<std::uint32_t> &Rank, std::uint32_t First,
            std::uint32_t Last)
      : Wanted(Wanted), TakeNested(TakeNested), Rank(Rank), First(First),
        Last(Last), Spoke(Rank.size()) {}

  void on_range(const range &R) override {
    Spoke[R.start_location] = true;
    bool IsWanted = Wanted.wants(R);
    if (!isOurs(R.start_location) ||
        !(IsWanted || (TakeNested && Wanted.wantsLocation(R.start_location))))
      return;
    WarpRange W{R.start, R.end,   R.name,     R.start_location, index(R),
                0,       R.token, R.unclosed, IsWanted};
    if (R.start_payload || R.end_payload ||
        R.end_location != R.start_location) {
      Extras.push_back({R.start_payload, R.end_payload, R.end_location});
      W.Extra = static_cast<std::uint32_t>(Extras.size()) & 0x1FFFFFFF;
    }
    Ranges.push_back(W);
  }
  void on_mark(const mark &M) override {
    Spoke[M.location] = true;
    if (isOurs(M.location) && Wanted.wants(M))
      Marks.push_back({M.time, M.name, M.location, index(M), M.value});
  }
  void on_lifetime(const lifetime &W) override {
    if (isOurs(W.location) && Wanted.wants(W))
      Lives.push_back(W);
  }

  void handOver(const std::function<void(const WarpEvents &)> &F);

private:
  bool isOurs(std::uint32_t Location) const {
    return Rank[Location] >= First && Rank[Location] < Last;
  }
  template <typename T> static std::uint32_t index(const T &E) {
    return static_cast<std::uint32_t>(E.index);
  }
  template <typename T, typename Less> void sort(std::vector<T> &V, Less L) {
    // Recorders write a warp's events in order as a rule.
    if (!std::is_sorted(V.begin(), V.end(), L))
      std::sort(V.begin(), V.end(), L);
  }

  const Filter &Wanted;
  const bool TakeNested;
  const std::vector<std::uint32_t> &Rank;
  std::uint32_t First, Last;
  std::vector<WarpRange> Ranges;
  std::vector<WarpMark> Marks;
  std::vector<lifetime> Lives;
  std::vector<bool> Spoke; ///< By location: the warp recorded an event.
  std::vector<WarpRangeExtra> Extras;
};

/// Of two ranges that begin together the longer is around the other. Of two
/// that also end together it is the one that never ended, or comes later in the
/// file: recorders write a range when it ends. So it was in all of 2,716 such
/// pairs recorded on an H200.
bool entersBefore(const WarpRange &A, const WarpRange &B) {
  if (A.Start != B.Start)
    return A.Start < B.Start;
  if (A.End != B.End)
    return A.End > B.End;
  if (A.Unclosed != B.Unclosed)
    return A.Unclosed;
  return A.Index > B.Index;
}

void Collector::handOver(const std::function<void(const WarpEvents &)> &F) {
  sort(Ranges, [&](const WarpRange &A, const WarpRange &B) {
    if (A.Location != B.Location)
      return Rank[A.Location] < Rank[B.Location];
    return entersBefore(A, B);
  });
  sort(Marks, [&](const WarpMark &A, const WarpMark &B) {
    return std::make_tuple(Rank[A.Location], A.Time, A.Index) <
           std::make_tuple(Rank[B.Location], B.Time, B.Index);
  });
  sort(Lives, [&](const lifetime &A, const lifetime &B) {
    return Rank[A.location] < Rank[B.location];
  });

  const WarpRange *R = Ranges.data(), *LastR = R + Ranges.size();
  const WarpMark *M = Marks.data(), *LastM = M + Marks.size();
  const lifetime *W = Lives.data(), *LastW = W + Lives.size();
  while (R != LastR || M != LastM || W != LastW) {
    std::uint32_t Next = UINT32_MAX, Location = 0;
    auto Consider = [&](std::uint32_t L) {
      if (Rank[L] < Next)
        Next = Rank[Location = L];
    };
    if (R != LastR)
      Consider(R->Location);
    if (M != LastM)
      Consider(M->Location);
    if (W != LastW)
      Consider(W->location);

    WarpEvents E;
    E.Location = Location;
    E.Extras = &Extras;
    E.Ranges.First = R;
    while (R != LastR && R->Location == Location)
      ++R;
    E.Ranges.Last = R;
    E.Marks.First = M;
    while (M != LastM && M->Location == Location)
      ++M;
    E.Marks.Last = M;
    for (; W != LastW && W->location == Location; ++W)
      E.Life = W;
    E.Silent = !Spoke[Location];
    F(E);
  }
}

} // namespace

WarpReader::WarpReader(const file &Trace, const Filter &Wanted,
                       std::uint64_t MaxEvents)
    : Trace(Trace), Wanted(Wanted), Rank(rankLocations(Trace.locations())),
      MaxEvents(MaxEvents) {}

void WarpReader::read(const launch &L,
                      const std::function<void(const WarpEvents &)> &F) {
  read(L, Take::Wanted, F);
}

void WarpReader::readNested(const launch &L,
                            const std::function<void(const WarpEvents &)> &F) {
  read(L, Take::Nested, F);
}

void WarpReader::read(const launch &L, Take What,
                      const std::function<void(const WarpEvents &)> &F) {
  if (!Wanted.wantsLaunch(L))
    return;
  // Few events take less than this in JSON, most take more.
  constexpr std::uint64_t BytesPerEvent = 100;
  std::uint64_t Parts = 1 + (L.end - L.begin) / BytesPerEvent / MaxEvents;
  std::uint64_t Warps = Rank.size();
  for (std::uint64_t I = 0; I != Parts; ++I) {
    Collector C(Wanted, What == Take::Nested, Rank,
                static_cast<std::uint32_t>(Warps * I / Parts),
                static_cast<std::uint32_t>(Warps * (I + 1) / Parts));
    Trace.read(L, C);
    C.handOver(F);
  }
}

} // namespace iket::trace
