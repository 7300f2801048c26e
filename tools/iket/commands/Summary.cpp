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
#include "output/SummaryTable.h"
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

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
  /// What the figures are added up from.
  struct {
    std::size_t Traces = 0;
    std::set<std::string> Ranks;
  } Sources;

  void printSources(const Summary &S) const;
  void printJson(const Summary &S, const trace::KernelLabels &Labels) const;

private:
  void add(Summary &S, const std::string &Path, Progress &Bar);
};

/// Processes of one run begin closer together than this.
constexpr std::uint64_t AnotherRun = 3'600'000'000'000;

/// How far apart the traces began.
std::uint64_t apart(const Summary &S) {
  if (S.starts().empty())
    return 0;
  auto [First, Last] =
      std::minmax_element(S.starts().begin(), S.starts().end());
  return *Last - *First;
}

/// "1.5 hours", "2.0 days".
std::string spanText(std::uint64_t Nanoseconds) {
  double Hours = double(Nanoseconds) / 3.6e12;
  char Text[32];
  std::snprintf(Text, sizeof Text, Hours < 24 ? "%.1f hours" : "%.1f days",
                Hours < 24 ? Hours : Hours / 24);
  return Text;
}

/// The rank that iket profile wrote into the name of a trace.
std::string rankOf(const std::string &Path) {
  std::string Name = std::filesystem::path(Path).filename();
  constexpr std::string_view Prefix = "iket_rank_";
  if (!startsWith(Name, Prefix))
    return "";
  return Name.substr(Prefix.size(), Name.find("_pid_") - Prefix.size());
}

/// What a sum of several traces is of.
void SummaryCommand::printSources(const Summary &S) const {
  if (Sources.Traces < 2)
    return;
  std::string Text = counted(Sources.Traces, "trace");
  if (!Sources.Ranks.empty())
    Text += " of " + counted(Sources.Ranks.size(), "rank");
  Text +=
      ", begun within " +
      (apart(S) > AnotherRun ? spanText(apart(S)) : timeText(double(apart(S))));
  std::puts(dim(Text).c_str());
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
  Row["last_ns"] = R.Critical;
  Row["last_share"] =
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
                       {"silent_warps", K.Silent},
                       {"time_ns", K.Time},
                       {"events", std::move(Events)}});
  }
  Json Root = {{"schema", "iket-summary-1"},
               {"traces", Sources.Traces},
               {"ranks", Sources.Ranks.size()},
               {"apart_ns", apart(S)},
               {"resolution_ns", trace::resolution_ns},
               {"kernels", std::move(Kernels)}};
  std::puts(Root.dump(2).c_str());
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
  std::size_t Broken = 0;
  for (const std::string &Path : Input.files())
    try {
      add(S, Path, Bar);
      ++Sources.Traces;
      if (std::string Rank = rankOf(Path); !Rank.empty())
        Sources.Ranks.insert(Rank);
    } catch (const trace::error &E) {
      complain(Severity::Error, E.what());
      ++Broken;
    }
  Bar.erase();
  if (Sources.Traces == 0)
    return BadUsage;
  bool Filtered = !Input.spec().empty();
  if (AsJson)
    printJson(S, S.labels());
  else
    printSources(S);
  if (!AsJson)
    printSummary(S, Filtered);
  if (apart(S) > AnotherRun)
    complain(Severity::Warning,
             "the traces were recorded " + spanText(apart(S)) +
                 " apart: are they of one run? Their figures are added up");
  int Code = Fine;
  bool Ran = std::any_of(S.kernels().begin(), S.kernels().end(),
                         [](auto &K) { return K.Silent != 0; });
  if (S.rows().empty() && (Filtered || !Ran)) {
    complain(Severity::Warning,
             Filtered ? "no event matches the filters"
                      : "the trace has no events: the kernels ran without the "
                        "plugin's events, or their warps never reached one");
    Code = FoundWrong;
  }
  Code = Input.finish(Code);
  return Broken ? BadUsage : Code;
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

SummaryCommand Command;

} // namespace
} // namespace iket::tool
