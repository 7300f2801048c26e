//===- ExportTrace.cpp - Writing a trace in another form ------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "output/ExportTrace.h"
#include "Terminal.h"
#include "input/SourceLines.h"
#include <algorithm>
#include <filesystem>
#include <unistd.h>

namespace iket::tool {

const ExportFormat &exportFormat(std::string_view Name) {
  return *std::find_if(std::begin(ExportFormats), std::end(ExportFormats),
                       [&](const ExportFormat &F) { return F.Name == Name; });
}

int exportTrace(TraceInput &Input, const std::string &Path,
                const ExportFormat &Format, const std::string &Output,
                const std::vector<events::table> &Tables) {
  std::error_code Absent;
  if (std::filesystem::equivalent(Path, Output, Absent))
    throw UsageError(Output + " is the trace itself; choose another output");
  // Output that goes to the terminal has it for itself.
  Progress Bar(Output != "-" || !::isatty(STDOUT_FILENO));
  trace::file Trace = Input.open(Path, &Bar);
  trace::KernelLabels Labels(Trace.kernels());
  trace::Filter Wanted = Input.filter(Trace, Labels);
  std::vector<std::string> Sources;
  if (!Tables.empty())
    Sources = sourceLines(Trace, Tables);
  OutputFile Out(Output);
  trace::ExportCounts Counts =
      Format.Write({Trace, Labels, Wanted, Sources}, Out);
  Bar.erase();
  if (Input.strictFailed()) {
    complain(Severity::Error, Output + " was not written, for --strict");
    return Input.finish(FoundWrong);
  }
  Out.commit();
  if (Output != "-")
    std::printf("%s: %s, %s, %s\n", Output.c_str(),
                counted(Counts.Ranges, "range").c_str(),
                counted(Counts.Marks, "mark").c_str(),
                sizeText(Out.sizeOnDisk()).c_str());
  if (Out.size() > Format.LargeBytes)
    complain(Severity::Warning, "viewers are slow with " +
                                    sizeText(Out.size()) +
                                    " of events; --launch, --sm, --cta, --name "
                                    "and --time take a part of the "
                                    "trace");
  if (Counts.Ranges + Counts.Marks != 0)
    return Input.finish(Fine);
  // Warps that ran and recorded nothing are an answer, unless names were
  // chosen.
  if (Counts.Lifetimes != 0 && Input.spec().Names.empty())
    return Input.finish(Fine);
  complain(Severity::Warning, "the output has no events");
  return Input.finish(FoundWrong);
}

} // namespace iket::tool
