//===- Summary.cpp - Where the time went ----------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Summary.h"
#include "Trace/WarpEvents.h"
#include <algorithm>

namespace iket::trace {

const char *kindName(EventKind Kind) {
  switch (Kind) {
  case EventKind::Mark:
    return "mark";
  case EventKind::Push:
    return "push";
  case EventKind::Token:
    return "token";
  }
  return "";
}

/// Adds one launch, a warp at a time.
class LaunchSummary {
public:
  LaunchSummary(Summary &S, const file &Trace, const Filter &Wanted,
                std::uint32_t Kernel)
      : S(S), Trace(Trace), Wanted(Wanted), Kernel(Kernel) {}

  void addWarp(const WarpEvents &E);
  void finish();
  /// When the first of its warps began; UINT64_MAX without any.
  std::uint64_t start() const { return First; }

private:
  /// What one warp spent in one row.
  struct WarpTime {
    std::size_t Row;
    std::uint64_t Total = 0, Self = 0;
    std::uint64_t Covered = 0, CoveredUntil = 0;
    bool IsRange = false;
  };
  /// What the launch's warps and SMs spent in one row.
  struct RowTime {
    std::uint64_t Warps = 0, Total = 0, Max = 0;
    std::map<std::uint32_t, std::uint64_t> Sms;
  };

  std::size_t rowOf(std::uint32_t Name, EventKind Kind, payload Payload);
  WarpTime &timeOf(std::size_t Row);
  void addRange(const WarpRange &R, const WarpEvents &E);
  std::size_t book(const WarpRange &R, const WarpEvents &E);
  void closeUntil(std::uint64_t Time);

  Summary &S;
  const file &Trace;
  const Filter &Wanted;
  std::uint32_t Kernel;
  /// Rows without payload by name and kind, to spare a search for each event.
  std::vector<std::size_t> RowCache;
  std::vector<WarpTime> Warp;        ///< Rows of the warp at hand.
  std::vector<std::size_t> WarpSlot; ///< By row: 1 more than its place in Warp.
  std::map<std::size_t, RowTime> Launch;
  /// Push ranges that are open at the time at hand, with the time of those
  /// directly within them.
  struct OpenRange {
    std::uint64_t End, Duration, Nested;
    std::size_t Row; ///< Or NoRow: a filter leaves it out.
  };
  static constexpr std::size_t NoRow = SIZE_MAX;
  std::vector<OpenRange> Open;
  std::uint64_t First = UINT64_MAX, Last = 0;
  std::uint64_t WarpStart = 0, WarpEnd = 0; ///< Of the warp at hand.
  std::vector<WarpTime> Critical; ///< Of the warp that ended last so far.
  std::uint64_t CriticalEnd = 0, CriticalLife = 0;
};

std::size_t LaunchSummary::rowOf(std::uint32_t Name, EventKind Kind,
                                 payload Payload) {
  if (!S.ByPayload)
    Payload = {};
  std::size_t Key = std::size_t(Name) * 3 + std::size_t(Kind);
  if (!Payload && Key < RowCache.size() && RowCache[Key] != 0)
    return RowCache[Key] - 1;
  std::size_t Row = S.rowFor(Kernel, Trace.names()[Name], Kind, Payload);
  if (!Payload) {
    RowCache.resize(std::max(RowCache.size(), Trace.names().size() * 3));
    RowCache[Key] = Row + 1;
  }
  return Row;
}

LaunchSummary::WarpTime &LaunchSummary::timeOf(std::size_t Row) {
  if (Row >= WarpSlot.size())
    WarpSlot.resize(Row + 1);
  if (WarpSlot[Row] == 0) {
    Warp.push_back({Row});
    WarpSlot[Row] = Warp.size();
  }
  return Warp[WarpSlot[Row] - 1];
}

/// Books the self time of the ranges that end by \p Time.
void LaunchSummary::closeUntil(std::uint64_t Time) {
  for (; !Open.empty() && Open.back().End <= Time; Open.pop_back()) {
    const OpenRange &O = Open.back();
    if (O.Row == NoRow)
      continue;
    std::uint64_t Self = O.Duration - std::min(O.Duration, O.Nested);
    S.Rows[O.Row].Self += Self;
    timeOf(O.Row).Self += Self;
  }
}

/// Adds a range to its row, but for the self time of a nested one.
std::size_t LaunchSummary::book(const WarpRange &R, const WarpEvents &E) {
  const WarpRangeExtra *Extra = E.extra(R);
  EventKind Kind = R.Token ? EventKind::Token : EventKind::Push;
  std::size_t Index = rowOf(R.Name, Kind, Extra ? Extra->Start : payload());
  SummaryRow &Row = S.Rows[Index];
  std::uint64_t Duration = R.duration();
  ++Row.Count;
  Row.Below += Duration == 0;
  Row.Unclosed += R.Unclosed;
  Row.Total += Duration;
  Row.Min = std::min(Row.Min, Duration);
  Row.Max = std::max(Row.Max, Duration);
  Row.Durations.add(Duration);
  WarpTime &T = timeOf(Index);
  T.Total += Duration;
  T.IsRange = true;
  // Ranges come in the order of their starts. A token range may end behind the
  // warp, in another.
  std::uint64_t From = std::max({R.Start, T.CoveredUntil, WarpStart}),
                Until = std::min(R.End, WarpEnd);
  if (Until > From) {
    T.Covered += Until - From;
    T.CoveredUntil = Until;
  }
  if (R.Token) {
    Row.Self += Duration;
    T.Self += Duration;
  }
  return Index;
}

/// Ranges that are not wanted count as nested in those that are.
void LaunchSummary::addRange(const WarpRange &R, const WarpEvents &E) {
  std::size_t Row = R.Wanted ? book(R, E) : NoRow;
  if (R.Token)
    return;
  closeUntil(R.Start);
  if (!Open.empty())
    Open.back().Nested += std::min(R.End, Open.back().End) - R.Start;
  Open.push_back({R.End, R.duration(), 0, Row});
}

void LaunchSummary::addWarp(const WarpEvents &E) {
  std::uint64_t Start = E.start(), End = E.end(), Life = End - Start;
  if (!Wanted.wants(lifetime{E.Location, Start, End}))
    return;
  WarpStart = Start;
  WarpEnd = End;
  First = std::min(First, Start);
  Last = std::max(Last, End);
  ++S.Kernels[Kernel].Warps;
  S.Kernels[Kernel].Silent += E.Silent;
  for (const WarpRange &R : E.Ranges)
    addRange(R, E);
  closeUntil(UINT64_MAX);
  for (const WarpMark &M : E.Marks) {
    std::size_t Row = rowOf(M.Name, EventKind::Mark, M.Value);
    ++S.Rows[Row].Count;
    timeOf(Row);
  }

  std::uint32_t Sm = Trace.locations()[E.Location].sm;
  for (const WarpTime &T : Warp) {
    WarpSlot[T.Row] = 0;
    ++S.Rows[T.Row].Warps;
    if (!T.IsRange)
      continue;
    S.Rows[T.Row].WarpTime += Life;
    S.Rows[T.Row].Covered += T.Covered;
    RowTime &R = Launch[T.Row];
    ++R.Warps;
    R.Total += T.Total;
    R.Max = std::max(R.Max, T.Total);
    R.Sms[Sm] += T.Total;
  }
  if (End > CriticalEnd) {
    CriticalEnd = End;
    CriticalLife = Life;
    Critical.swap(Warp);
  }
  Warp.clear();
}

void LaunchSummary::finish() {
  if (First == UINT64_MAX)
    return; // Nothing of it was wanted.
  SummaryKernel &K = S.Kernels[Kernel];
  ++K.Launches;
  K.Time += Last - First;
  K.CriticalTime += CriticalLife;
  for (const WarpTime &T : Critical)
    S.Rows[T.Row].Critical += std::min(T.Self, T.Covered);
  for (const auto &[Index, R] : Launch) {
    SummaryRow &Row = S.Rows[Index];
    Row.MaxOverWarps += double(R.Max);
    Row.MeanOverWarps += double(R.Total) / double(R.Warps);
    std::uint64_t MaxSm = 0;
    for (const auto &[Sm, Time] : R.Sms)
      MaxSm = std::max(MaxSm, Time);
    Row.MaxOverSms += double(MaxSm);
    Row.MeanOverSms += double(R.Total) / double(R.Sms.size());
  }
}

std::size_t Summary::rowFor(std::uint32_t Kernel, const std::string &Name,
                            EventKind Kind, payload Payload) {
  auto [It, New] = RowIndex.try_emplace(
      std::make_tuple(Kernel, Name, Kind, Payload.type, Payload.bits),
      Rows.size());
  if (New) {
    SummaryRow Row;
    Row.Kernel = Kernel;
    Row.Name = Name;
    Row.Kind = Kind;
    Row.Payload = Payload;
    Rows.push_back(std::move(Row));
  }
  return It->second;
}

void Summary::add(const file &Trace, const Filter &Wanted) {
  // Also those that are not wanted: a kernel's label must not depend on which
  // others are looked at.
  std::vector<std::uint32_t> Index;
  for (const std::string &Name : Trace.kernels()) {
    auto [It, New] = KernelIndex.try_emplace(
        Name, static_cast<std::uint32_t>(Kernels.size()));
    if (New)
      Kernels.emplace_back().Mangled = Name;
    Index.push_back(It->second);
  }
  WarpReader Reader(Trace, Wanted);
  std::uint64_t Start = UINT64_MAX;
  for (const launch &L : Trace.launches()) {
    if (!Wanted.wantsLaunch(L))
      continue;
    LaunchSummary One(*this, Trace, Wanted, Index[L.kernel]);
    Reader.readNested(L, [&](const WarpEvents &E) { One.addWarp(E); });
    One.finish();
    Start = std::min(Start, One.start());
  }
  if (Start != UINT64_MAX)
    Starts.push_back(Start);
}

KernelLabels Summary::labels() const {
  std::vector<std::string> Names;
  for (const SummaryKernel &K : Kernels)
    Names.push_back(K.Mangled);
  return KernelLabels(Names);
}

std::vector<const SummaryRow *> Summary::rows() const {
  std::vector<const SummaryRow *> Sorted;
  for (const SummaryRow &Row : Rows)
    Sorted.push_back(&Row);
  auto Key = [](const SummaryRow *R) {
    return std::make_tuple(R->Kernel, R->Kind == EventKind::Mark,
                           UINT64_MAX - R->Self, R); // All lie in one vector.
  };
  std::sort(Sorted.begin(), Sorted.end(),
            [&](auto *A, auto *B) { return Key(A) < Key(B); });
  return Sorted;
}

} // namespace iket::trace
