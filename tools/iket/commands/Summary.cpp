//===- Summary.cpp - iket summary -----------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Summary.h"
#include "Command.h"
#include "Support/Text.h"
#include "Terminal.h"
#include "Trace/Payload.h"
#include "input/TraceInput.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace iket::tool {
namespace {

using trace::EventKind;
using trace::Summary;
using trace::SummaryRow;
using Json = nlohmann::ordered_json;

struct SummaryCommand final : Subcommand {
  SummaryCommand()
      : Subcommand(Group::Traces, "summary",
                   "Where the time went, by kernel and name") {}
  void addOptions(CLI::App &Sub) override;
  int run() override;

  TraceInput Input;
  std::string By;
  bool AsJson = false;

  void printJson(const Summary &S, const trace::KernelLabels &Labels) const;

private:
  void add(Summary &S, const std::string &Path, Progress &Bar);
};

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

Json jsonRow(const SummaryRow &R, const trace::SummaryKernel &K) {
  Json Row = {{"name", R.Name}, {"kind", kindName(R.Kind)}};
  if (R.Payload)
    Row["payload"] = {{"type", trace::payloadTypeName(R.Payload.type)},
                      {"value", trace::payloadText(R.Payload)}};
  Row["count"] = R.Count;
  Row["warps"] = R.Warps;
  if (R.Kind == EventKind::Mark)
    return Row;
  Row["below_resolution"] = R.Below;
  Row["unclosed"] = R.Unclosed;
  Row["total_ns"] = R.Total;
  Row["self_ns"] = R.Self;
  Row["mean_ns"] = R.mean();
  Row["min_ns"] = R.Min;
  Row["p50_ns"] = R.Durations.percentile(50);
  Row["p95_ns"] = R.Durations.percentile(95);
  Row["p99_ns"] = R.Durations.percentile(99);
  Row["max_ns"] = R.Max;
  Row["share"] = R.share();
  Row["critical_ns"] = R.Critical;
  Row["critical_share"] =
      SummaryRow::ratio(double(R.Critical), double(K.CriticalTime));
  Row["warp_imbalance"] = R.warpImbalance();
  Row["sm_imbalance"] = R.smImbalance();
  return Row;
}

void SummaryCommand::printJson(const Summary &S,
                               const trace::KernelLabels &Labels) const {
  Json Kernels = Json::array();
  for (std::uint32_t I = 0; I != S.kernels().size(); ++I) {
    const trace::SummaryKernel &K = S.kernels()[I];
    if (K.Launches == 0)
      continue;
    Json Events = Json::array();
    for (const SummaryRow *R : S.rows())
      if (R->Kernel == I)
        Events.push_back(jsonRow(*R, K));
    if (Events.empty() && !Input.spec().empty())
      continue;
    Kernels.push_back({{"kernel", Labels.label(I)},
                       {"full_name", Labels.full(I)},
                       {"symbol", K.Mangled},
                       {"launches", K.Launches},
                       {"warps", K.Warps},
                       {"time_ns", K.Time},
                       {"events", std::move(Events)}});
  }
  Json Root = {{"resolution_ns", trace::resolution_ns},
               {"kernels", std::move(Kernels)}};
  std::puts(Root.dump(2).c_str());
}

trace::KernelLabels kernelLabels(const Summary &S) {
  std::vector<std::string> Names;
  for (const trace::SummaryKernel &K : S.kernels())
    Names.push_back(K.Mangled);
  return trace::KernelLabels(Names);
}

void SummaryCommand::add(Summary &S, const std::string &Path, Progress &Bar) {
  trace::file Trace = Input.open(Path, &Bar);
  // A trace may turn out to be broken half-way, and counts as a whole or not.
  Summary With = S;
  With.add(Trace, Input.filter(Trace, trace::KernelLabels(Trace.kernels())));
  S = std::move(With);
}

int SummaryCommand::run() {
  Summary S(By == "payload");
  Progress Bar;
  std::size_t Read = 0, Broken = 0;
  for (const std::string &Path : Input.files())
    try {
      add(S, Path, Bar);
      ++Read;
    } catch (const trace::error &E) {
      complain(Severity::Error, E.what());
      ++Broken;
    }
  Bar.erase();
  if (Read == 0)
    return BadUsage;
  bool Filtered = !Input.spec().empty();
  if (AsJson)
    printJson(S, kernelLabels(S));
  else
    printSummary(S, Filtered);
  int Code = Fine;
  if (S.rows().empty()) {
    complain(Severity::Warning,
             Filtered ? "no event matches the filters"
                      : "the trace has no events: the kernels ran without the "
                        "plugin's events, or their warps never reached one");
    Code = FoundWrong;
  }
  Code = Input.finish(Code);
  return Broken ? BadUsage : Code;
}

} // namespace

void printSummary(const trace::Summary &S, bool Filtered) {
  trace::KernelLabels Labels = kernelLabels(S);
  auto Rows = S.rows();
  std::string Out;
  std::uint64_t Below = 0, Unclosed = 0;
  for (std::uint32_t I = 0; I != S.kernels().size(); ++I) {
    const trace::SummaryKernel &K = S.kernels()[I];
    auto IsOurs = [&](const SummaryRow *R) { return R->Kernel == I; };
    bool Any = std::any_of(Rows.begin(), Rows.end(), IsOurs);
    if (K.Launches == 0 || (Filtered && !Any))
      continue;
    Out += bold(printable(Labels.label(I))) + ": " +
           std::to_string(K.Launches) +
           (K.Launches == 1 ? " launch, " : " launches, ") +
           counted(K.Warps, "warp") + ", " + timeText(double(K.Time)) +
           (Any ? "\n" : ", no events\n");
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
           (Unclosed == 1 ? " range was" : " ranges were") +
           " never closed, and end with their warp.\n";
  std::fwrite(Out.data(), 1, Out.size(), stdout);
}

void SummaryCommand::addOptions(CLI::App &Sub) {
  Input.addPaths(Sub, "Traces, or directories of them, added up");
  Input.addOptions(Sub);
  Sub.add_option("--by", By, "Also group rows by: payload")
      ->check(CLI::IsMember({"payload"}))
      ->type_name("WHAT");
  Sub.add_flag("--json", AsJson, "Print JSON");
  Sub.footer(
      "Columns: self is the total less nested ranges; share is of the lifetime "
      "of\n"
      "the warps that recorded the name; last is the self time on the warp "
      "that\n"
      "finished last, of that warp's lifetime: what the kernel's end waited "
      "for.\n"
      "In these two, ranges that overlap count once.\n"
      "warps and SMs tell imbalance: the slowest's total over the mean.\n"
      "\n"
      "Example: which wait holds up warp 0 of each CTA?\n"
      "  iket summary out/ --name '*wait*' --warp 0");
}

static SummaryCommand Command;

} // namespace iket::tool
