//===- Export.cpp - iket export -------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Export.h"
#include "Command.h"
#include "Support/Text.h"
#include "Terminal.h"
#include "input/SourceLines.h"
#include "input/TraceInput.h"
#include <unistd.h>

namespace iket::tool {
namespace {

struct Format {
  const char *Name, *Suffix;
  trace::ExportCounts (*Write)(const trace::ExportInput &, OutputFile &);
  /// From here on the programs that open the format get slow or give up.
  std::uint64_t LargeBytes;
};
constexpr std::uint64_t MB = 1'000'000, Never = UINT64_MAX;
constexpr Format Formats[] = {
    {"perfetto", ".pftrace", trace::writePerfetto, 500 * MB},
    {"chrome", ".json", trace::writeChrome, 200 * MB},
    {"csv", ".csv", trace::writeCsv, Never},
    {"json", ".trace.json", trace::writeJson, Never},
    {"html", ".html", trace::writeHtml, 100 * MB},
    {"svg", ".svg", trace::writeSvg, 10 * MB},
};

struct ExportCommand final : Subcommand {
  ExportCommand()
      : Subcommand(Group::Traces, "export", "Write a trace in another form") {}
  void addOptions(CLI::App &Sub) override;
  int run() override;

  TraceInput Input;
  std::string FormatName, Output;

  const Format &format() const;
};

/// The format asked for, or the one whose suffix fits the output best.
const Format &ExportCommand::format() const {
  const Format *Best = nullptr;
  std::string Output = this->Output;
  if (endsWith(Output, ".gz"))
    Output.resize(Output.size() - 3);
  for (const Format &F : Formats) {
    if (FormatName == F.Name)
      return F;
    if (FormatName.empty() && endsWith(Output, F.Suffix) &&
        (!Best || std::string_view(F.Suffix).size() >
                      std::string_view(Best->Suffix).size()))
      Best = &F;
  }
  if (!Best)
    throw UsageError("-f is needed: '" + this->Output +
                     "' has the suffix of no format");
  return *Best;
}

int ExportCommand::run() {
  const Format &F = format();
  return exportTrace(Input, Input.onlyFile(), F.Write, Output, F.LargeBytes);
}

} // namespace

int exportTrace(TraceInput &Input, const std::string &Path,
                trace::ExportCounts (*Write)(const trace::ExportInput &,
                                             OutputFile &),
                const std::string &Output, std::uint64_t LargeBytes,
                const std::vector<events::table> &Tables) {
  // Output that goes to the terminal has it for itself.
  Progress Bar(Output != "-" || !::isatty(STDOUT_FILENO));
  trace::file Trace = Input.open(Path, &Bar);
  trace::KernelLabels Labels(Trace.kernels());
  trace::Filter Wanted = Input.filter(Trace, Labels);
  std::vector<std::string> Sources;
  if (!Tables.empty())
    Sources = sourceLines(Trace, Tables);
  OutputFile Out(Output);
  trace::ExportCounts Counts = Write({Trace, Labels, Wanted, Sources}, Out);
  Bar.erase();
  if (Input.strictFailed()) {
    complain(Severity::Error, Output + " was not written, for --strict");
    return Input.finish(FoundWrong);
  }
  Out.commit();
  if (Output != "-")
    std::printf("%s: %llu ranges, %llu marks, %s\n", Output.c_str(),
                static_cast<unsigned long long>(Counts.Ranges),
                static_cast<unsigned long long>(Counts.Marks),
                sizeText(Out.sizeOnDisk()).c_str());
  if (Out.size() > LargeBytes)
    complain(Severity::Warning, "viewers are slow with " +
                                    sizeText(Out.size()) +
                                    " of events; --launch, --sm, --cta, --name "
                                    "and --time take a part of the "
                                    "trace");
  if (Counts.Ranges + Counts.Marks != 0)
    return Input.finish(Fine);
  complain(Severity::Warning, "the output has no events");
  return Input.finish(FoundWrong);
}

void ExportCommand::addOptions(CLI::App &Sub) {
  Input.addPaths(Sub, "A trace, or the directory of one");
  std::vector<std::string> Names;
  for (const Format &F : Formats)
    Names.push_back(F.Name);
  Sub.add_option(
         "-f,--format", FormatName,
         "perfetto (ui.perfetto.dev), chrome (JSON), csv, json (a "
         "trace.json of the wanted events), html (as iket view), svg; by "
         "the suffix of OUT")
      ->check(CLI::IsMember(Names))
      ->type_name("FORMAT");
  Sub.add_option("-o,--output", Output,
                 "The file; - for standard output. With the suffix .gz it is "
                 "compressed")
      ->required()
      ->type_name("OUT");
  Input.addOptions(Sub);
  Sub.footer("The file appears whole or not at all.\n"
             "\n"
             "Example: the first launch on SM 0, for Perfetto\n"
             "  iket export out/ --launch 0 --sm 0 -o sm0.pftrace");
}

static ExportCommand Command;

} // namespace iket::tool
