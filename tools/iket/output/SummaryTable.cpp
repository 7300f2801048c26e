//===- SummaryTable.cpp - A summary for people ----------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "output/SummaryTable.h"
#include "Support/Text.h"
#include "Terminal.h"
#include "Trace/Payload.h"
#include <algorithm>
#include <cstdio>

namespace iket::tool {

using trace::EventKind;
using trace::SummaryRow;

namespace {

/// A time that the timer can't resolve is below resolution, not zero.
std::string resolvedTime(double Nanoseconds) {
  if (Nanoseconds < double(trace::resolution_ns))
    return "<" + timeText(double(trace::resolution_ns));
  return timeText(Nanoseconds);
}

std::vector<std::string> textRow(const SummaryRow &R,
                                 const trace::SummaryKernel &K) {
  std::string Name = printable(R.Name);
  if (R.Payload)
    Name += "(" + trace::payloadText(R.Payload) + ")";
  std::vector<std::string> Row = {Name, kindName(R.Kind),
                                  std::to_string(R.Count)};
  if (R.Kind == EventKind::Mark)
    return Row;
  auto Percentile = [&](double P) {
    return resolvedTime(double(R.Durations.percentile(P)));
  };
  for (std::string Cell :
       {timeText(double(R.Total)), timeText(double(R.Self)),
        resolvedTime(R.mean()), resolvedTime(double(R.Min)), Percentile(50),
        Percentile(95), Percentile(99), resolvedTime(double(R.Max)),
        percentText(R.share()),
        percentText(
            SummaryRow::ratio(double(R.Critical), double(K.CriticalTime))),
        factorText(R.warpImbalance()), factorText(R.smImbalance())})
    Row.push_back(std::move(Cell));
  return Row;
}

} // namespace

void printSummary(const trace::Summary &S, bool Filtered) {
  trace::KernelLabels Labels = S.labels();
  auto Rows = S.rows();
  std::string Out;
  std::uint64_t Below = 0, Unclosed = 0;
  for (std::uint32_t I = 0; I != S.kernels().size(); ++I) {
    const trace::SummaryKernel &K = S.kernels()[I];
    auto IsOurs = [&](const SummaryRow *R) { return R->Kernel == I; };
    bool Any = std::any_of(Rows.begin(), Rows.end(), IsOurs);
    if (K.Launches == 0 || (Filtered && !Any))
      continue;
    Out +=
        bold(printable(Labels.label(I))) + ": " +
        (K.Launches == 1 ? "1 launch"
                         : std::to_string(K.Launches) + " launches") +
        ", " + counted(K.Warps, "warp") +
        (K.Silent ? " (" + std::to_string(K.Silent) + " without events)" : "") +
        ", " + timeText(double(K.Time)) + (Any ? "\n" : ", no events\n");
    if (!Any)
      continue;
    Table T({"name", "kind", "count", "total", "self", "mean", "min", "p50",
             "p95", "p99", "max", "share", "last", "warps", "SMs"},
            2);
    for (const SummaryRow *R : Rows)
      if (R->Kernel == I) {
        T.add(textRow(*R, K));
        Below += R->Below;
        Unclosed += R->Unclosed;
      }
    Out += T.text("  ");
  }
  if (Below != 0)
    Out += std::to_string(Below) + (Below == 1 ? " range is" : " ranges are") +
           " below resolution: begun and ended on one tick of " +
           std::to_string(trace::resolution_ns) + " ns.\n";
  if (Unclosed != 0)
    Out += std::to_string(Unclosed) +
           (Unclosed == 1 ? " range was never closed, and ends with its warp.\n"
                          : " ranges were never closed, and end with their "
                            "warps.\n");
  std::fwrite(Out.data(), 1, Out.size(), stdout);
}

} // namespace iket::tool
