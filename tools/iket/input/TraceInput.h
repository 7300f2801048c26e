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
#include "Trace/Filter.h"
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
  /// The filter for an open trace. Names each option that matches nothing.
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

/// The traces below \p Directory, by name.
std::vector<std::string> findTraces(const std::string &Directory);

} // namespace iket::tool

#endif // IKET_TOOLS_TRACEINPUT_H
