//===- TraceInput.cpp - The options of what reads traces ------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input/TraceInput.h"
#include "Support/Files.h"
#include "Support/Text.h"
#include "Terminal.h"
#include <algorithm>
#include <filesystem>

namespace fs = std::filesystem;

namespace iket::tool {

void ProblemLog::add(const std::string &Path, const trace::problem &P) {
  if (++Counts[P.kind] <= Printed)
    complain(Severity::Warning, Path + ": " + trace::describe(P));
}

void ProblemLog::finish() {
  for (auto [Kind, Count] : Counts)
    if (Count > Printed)
      complain(Severity::Warning, std::to_string(Count - Printed) +
                                      " more: " + trace::describe(Kind));
}

void TraceInput::addOptions(CLI::App &Command) {
  const char *Group = "Filters (repeat to match any)";
  auto Add = [&](const char *Name, auto &Into, const char *Help,
                 const char *Type) {
    Command.add_option(Name, Into, Help)->group(Group)->type_name(Type);
  };
  Add("--kernel", Spec.Kernels,
      "Kernels by a part of their name, or a pattern with * and ? for all of "
      "it: mangled, in full or as printed",
      "NAME");
  Add("--name", Spec.Names,
      "Events by a part of their name, or a pattern with * and ? for all of it",
      "NAME");
  Add("--launch,--launches", Spec.Launches, "Launches by number, from 0",
      "0,2-4");
  Add("--context", Spec.Contexts, "Launches of these CUDA contexts", "1,3");
  Add("--sm", Spec.Sms, "SMs", "0,2-4");
  Add("--cta", Spec.Ctas, "A CTA; * is any", "X[,Y[,Z]]");
  Add("--warp", Spec.Warps, "Warps of each CTA", "0,2-4");
  Add("--time", Spec.Time, "A span of time, from the trace's start", "0:1.5ms");
  Command.add_flag("--strict", Strict,
                   "Exit with 1 if anything is wrong with the trace");
  Command.add_flag("--salvage", Salvage,
                   "Read what a truncated trace still holds");
}

void TraceInput::addPaths(CLI::App &Command, const char *Help) {
  Command.add_option("trace", Paths, Help)->required()->type_name("TRACE|DIR");
}

std::vector<std::string> findTraces(const std::string &Directory) {
  std::vector<std::string> Found;
  for (const char *Suffix : {".trace.json", ".trace.json.gz"}) {
    std::error_code Failed;
    std::vector<fs::path> Files = filesBelow(Directory, Suffix, Failed);
    if (Failed)
      throw UsageError(Directory + ": " + Failed.message());
    Found.insert(Found.end(), Files.begin(), Files.end());
  }
  std::sort(Found.begin(), Found.end());
  return Found;
}

std::vector<std::string> TraceInput::files() const {
  std::vector<std::string> Files;
  for (const std::string &Path : Paths) {
    std::error_code Unreadable; // The reader will say so.
    if (!fs::is_directory(Path, Unreadable)) {
      Files.push_back(Path);
      continue;
    }
    std::vector<std::string> Found = findTraces(Path);
    if (Found.empty())
      throw UsageError(Path +
                       ": no .trace.json file in it; run-iket writes them "
                       "with --postprocess json");
    Files.insert(Files.end(), Found.begin(), Found.end());
  }
  return Files;
}

std::string TraceInput::onlyFile() const {
  std::vector<std::string> Files = files();
  if (Files.size() != 1)
    throw UsageError("one trace at a time: processes have clocks of their own. "
                     "There are " +
                     std::to_string(Files.size()) + ", such as " +
                     Files.front());
  return Files.front();
}

trace::file TraceInput::open(const std::string &Path, Progress *Bar) {
  trace::options Options;
  Options.salvage = Salvage;
  Options.on_problem = [this, Path](const trace::problem &P) {
    Log.add(Path, P);
  };
  if (!Bar)
    return trace::file(Path, Options);
  Options.on_progress = [Bar](std::uint64_t Byte) { Bar->reach(Byte); };
  std::string Name = fs::path(Path).filename();
  std::error_code Unreadable; // The reader will say so.
  std::uint64_t Size = fs::file_size(Path, Unreadable);
  Bar->start("opening " + Name, Size);
  trace::file Trace(Path, Options);
  Bar->start("reading " + Name, Trace.size());
  return Trace;
}

trace::Filter TraceInput::filter(const trace::file &Trace,
                                 const trace::KernelLabels &Labels) const {
  trace::Filter Wanted(Trace, Labels, Spec);
  for (const std::string &Option : Wanted.unmatched()) {
    bool Names = startsWith(Option, "--name");
    std::string Has =
        Names ? ""
              : std::to_string(Trace.launches().size()) +
                    (Trace.launches().size() == 1 ? " launch of "
                                                  : " launches of ");
    std::size_t Shown = std::min<std::size_t>(
        8, Names ? Trace.names().size() : Trace.kernels().size());
    for (std::size_t I = 0; I != Shown; ++I)
      Has += (I ? ", " : "") + (Names ? Trace.names()[I] : Labels.label(I));
    complain(Severity::Note, Trace.path() + ": " + Option +
                                 " matches nothing; the trace has " + Has);
  }
  return Wanted;
}

int TraceInput::finish(int Code) {
  Log.finish();
  return strictFailed() ? FoundWrong : Code;
}

} // namespace iket::tool
