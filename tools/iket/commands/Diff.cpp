//===- Diff.cpp - iket diff -----------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Support/Text.h"
#include "Terminal.h"
#include "Trace/Summary.h"
#include "input/DiffExecutables.h"
#include "input/TraceInput.h"
#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

namespace iket::tool {
namespace {

using trace::EventKind;
using trace::Summary;
using trace::SummaryRow;

struct DiffCommand final : Subcommand {
  DiffCommand()
      : Subcommand(Group::Traces, "diff",
                   "Compare two traces, or two executables, name by name") {}
  void addOptions(CLI::App &Sub) override;
  int run() override;

  std::string Before, After;
  TraceInput Input;
  double Threshold = 0;
  bool AsJson = false;
  const CLI::App *Given = nullptr;

  Summary summarise(const std::string &Path);
};

/// One name of one kernel, before and after; either may be missing.
struct Pair {
  const SummaryRow *Before = nullptr, *After = nullptr;

  const SummaryRow &either() const { return After ? *After : *Before; }
  bool both() const { return Before && After; }
  /// Growth of a figure, 0.1 for ten percent more; infinite from nothing.
  template <typename Fn> double change(Fn Figure) const {
    double A = double(Figure(*Before)), B = double(Figure(*After));
    if (A > 0)
      return B / A - 1;
    return B > 0 ? std::numeric_limits<double>::infinity() : 0;
  }
};

std::uint64_t median(const SummaryRow &R) { return R.Durations.percentile(50); }
double mean(const SummaryRow &R) { return R.mean(); }

/// Pairs by kernel symbol, name and kind, in the order of both summaries.
std::vector<Pair> match(const Summary &A, const Summary &B) {
  std::map<std::tuple<std::string, std::string, EventKind>, std::size_t> Index;
  std::vector<Pair> Pairs;
  auto Add = [&](const Summary &S, const SummaryRow *Pair::*Side) {
    for (const SummaryRow *R : S.rows()) {
      auto [It, New] = Index.try_emplace(
          std::make_tuple(S.kernels()[R->Kernel].Mangled, R->Name, R->Kind),
          Pairs.size());
      if (New)
        Pairs.emplace_back();
      Pairs[It->second].*Side = R;
    }
  };
  Add(A, &Pair::Before);
  Add(B, &Pair::After);
  return Pairs;
}

std::string changeText(double Change) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%+.1f %%", Change * 100);
  return Text;
}

Summary DiffCommand::summarise(const std::string &Path) {
  Progress Bar;
  trace::file Trace = Input.open(Path, &Bar);
  Summary S;
  S.add(Trace, Input.filter(Trace, trace::KernelLabels(Trace.kernels())));
  return S;
}

int DiffCommand::run() {
  bool IsCode = isExecutable(Before);
  if (IsCode != isExecutable(After))
    throw UsageError("two traces or two executables: of " + Before + " and " +
                     After + " one is a trace and one is not");
  if (IsCode) {
    for (const char *Option : {"--launch", "--sm", "--cta", "--warp", "--time",
                               "--strict", "--salvage", "--threshold"})
      if (Given->count(Option))
        throw UsageError(std::string(Option) + " is about traces, and " +
                         Before + " is none");
    ExecutableInput Code(Input.spec().Kernels, Input.spec().Names);
    return diffExecutables(Before, After, Code, AsJson);
  }
  Summary A = summarise(Before), B = summarise(After);
  std::vector<std::string> Symbols;
  for (const Summary *S : {&A, &B})
    for (const trace::SummaryKernel &K : S->kernels())
      if (std::find(Symbols.begin(), Symbols.end(), K.Mangled) == Symbols.end())
        Symbols.push_back(K.Mangled);
  trace::KernelLabels Labels(Symbols);

  Table T({"kernel", "name", "kind", "count", "was", "mean", "was", "change",
           "p50", "was", "change"},
          3);
  auto List = nlohmann::ordered_json::array();
  bool Slower = false, AnyCompared = false;
  for (const Pair &P : match(A, B)) {
    const SummaryRow &R = P.either();
    const std::string &Symbol = (P.After ? B : A).kernels()[R.Kernel].Mangled;
    std::size_t Kernel = std::size_t(
        std::find(Symbols.begin(), Symbols.end(), Symbol) - Symbols.begin());
    bool IsRange = R.Kind != EventKind::Mark, Compared = IsRange && P.both();
    AnyCompared |= Compared;
    double Mean = Compared ? P.change(mean) : 0;
    double Median = Compared ? P.change(median) : 0;
    auto Change = [&](double C) { return Compared ? changeText(C) : "-"; };
    Slower |= Threshold > 0 && Mean * 100 > Threshold;
    auto Cell = [&](const SummaryRow *Row, auto Figure) {
      return Row ? timeText(double(Figure(*Row))) : std::string("-");
    };
    auto Count = [](const SummaryRow *Row) {
      return Row ? std::to_string(Row->Count) : std::string("-");
    };
    std::vector<std::string> Cells = {printable(Labels.label(Kernel)),
                                      printable(R.Name), kindName(R.Kind),
                                      Count(P.After), Count(P.Before)};
    if (IsRange)
      for (std::string Text :
           {Cell(P.After, mean), Cell(P.Before, mean), Change(Mean),
            Cell(P.After, median), Cell(P.Before, median), Change(Median)})
        Cells.push_back(std::move(Text));
    T.add(std::move(Cells));
    nlohmann::ordered_json Row = {
        {"symbol", Symbol}, {"name", R.Name}, {"kind", kindName(R.Kind)}};
    for (auto [Key, Side] :
         {std::make_pair("before", P.Before), std::make_pair("after", P.After)})
      if (Side)
        Row[Key] = {{"count", Side->Count},
                    {"total_ns", Side->Total},
                    {"mean_ns", Side->mean()},
                    {"p50_ns", median(*Side)}};
    if (Compared) {
      Row["mean_change"] = Mean;
      Row["p50_change"] = Median;
    }
    List.push_back(std::move(Row));
  }
  if (AsJson)
    std::puts(
        nlohmann::ordered_json({{"schema", "iket-diff-1"}, {"events", List}})
            .dump(2)
            .c_str());
  else
    std::fputs(T.text().c_str(), stdout);
  // A check that had nothing to look at has not passed.
  const char *Nothing = nullptr;
  bool Ran = false; // Warps that recorded nothing are the same in both.
  for (const Summary *S : {&A, &B})
    for (const trace::SummaryKernel &K : S->kernels())
      Ran |= K.Silent != 0;
  if (List.empty() && Threshold == 0 && Input.spec().empty() && Ran)
    complain(Severity::Note, "there is no event in either trace");
  else if (List.empty())
    Nothing = Input.spec().empty() ? "there is no event in either trace"
                                   : "no event matches the filters";
  else if (Threshold > 0 && !AnyCompared)
    Nothing = "--threshold has nothing to compare: no range is in both traces";
  if (Nothing)
    complain(Severity::Warning, Nothing);
  return Input.finish(Slower || Nothing ? FoundWrong : Fine);
}

void DiffCommand::addOptions(CLI::App &Sub) {
  Given = &Sub;
  Sub.add_option("before", Before, "The old trace or executable")
      ->required()
      ->type_name("FILE");
  Sub.add_option("after", After, "The new trace or executable")
      ->required()
      ->type_name("FILE");
  Input.addOptions(Sub);
  Sub.add_option(
         "--threshold", Threshold,
         "Exit with 1 when the mean of any name grew by more than this, or "
         "when no range is in both")
      ->check(CLI::PositiveNumber)
      ->type_name("PERCENT");
  Sub.add_flag("--json", AsJson, "Print JSON");
  Sub.footer("Example: fail a build whose waits got a tenth longer\n"
             "  iket diff old.trace.json new.trace.json --name 'wait*' "
             "--threshold 10\n"
             "Of executables it tells the events, points, registers and "
             "instructions that\n"
             "differ, of those that --name and --kernel choose. It exits with "
             "1 when any does,\n"
             "and where there is nothing to compare.");
}

DiffCommand Command;

} // namespace
} // namespace iket::tool
