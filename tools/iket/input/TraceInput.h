//===- TraceInput.h - The options of what reads traces ----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_TRACEINPUT_H
#define IKET_TOOLS_TRACEINPUT_H

#include "Command.h"
#include "Progress.h"
#include "Trace/Export.h"
#include "Trace/Filter.h"
#include "Trace/Summary.h"
#include "iket/events.h"
#include "iket/trace.h"
#include <map>

namespace iket::tool {

/// Tells the user what is wrong with a trace: the first findings of each kind
/// in full, and of the others how many there are.
class ProblemLog {
public:
  void add(const std::string &Path, const trace::problem &P);
  /// Tells how many findings of each kind were not printed.
  void finish();
  bool empty() const { return Counts.empty(); }

private:
  static constexpr std::size_t Printed = 3;
  std::map<trace::problem_kind, std::size_t> Counts;
};

/// The arguments of a subcommand that reads traces.
class TraceInput {
public:
  /// Adds the filters, --strict and --salvage to \p Command.
  void addOptions(CLI::App &Command);
  /// Adds a positional argument for traces and directories of them.
  void addPaths(CLI::App &Command, const char *Help);

  /// The trace files that the arguments name: a directory stands for the
  /// .trace.json files below it. Throws UsageError if there is none.
  std::vector<std::string> files() const;
  /// The one trace that the arguments name; throws UsageError for several.
  std::string onlyFile() const;
  /// Opens a trace with the options that were given. \p Bar shows how far that
  /// has come, and later reading, so it must outlive the trace.
  trace::file open(const std::string &Path, Progress *Bar = nullptr);
  /// The filter for an open trace. Says so when it lets nothing through.
  trace::Filter filter(const trace::file &Trace,
                       const trace::KernelLabels &Labels) const;
  const trace::FilterSpec &spec() const { return Spec; }
  /// Reports what was found, and returns \p Code, or FoundWrong with --strict
  /// when anything was.
  int finish(int Code);
  bool strictFailed() const { return Strict && !Log.empty(); }

  std::vector<std::string> Paths;

private:
  trace::FilterSpec Spec;
  bool Strict = false, Salvage = false;
  ProblemLog Log;
};

/// Writes the trace at \p Path to \p Output, and says what was written. Beyond
/// \p LargeBytes it warns that viewers are slow with that much. The
/// program's \p Tables tell where events stand in the source.
int exportTrace(TraceInput &Input, const std::string &Path,
                trace::ExportCounts (*Write)(const trace::ExportInput &,
                                             OutputFile &),
                const std::string &Output, std::uint64_t LargeBytes,
                const std::vector<events::table> &Tables = {});

/// Prints the table of `iket summary`; where it is \p Filtered, without the
/// kernels of which no event is left.
void printSummary(const trace::Summary &S, bool Filtered = false);

/// The traces below \p Directory, by name.
std::vector<std::string> findTraces(const std::string &Directory);

} // namespace iket::tool

#endif // IKET_TOOLS_TRACEINPUT_H
