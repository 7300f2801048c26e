//===- Export.cpp - iket export -------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Support/Text.h"
#include "output/ExportTrace.h"

namespace iket::tool {
namespace {

struct ExportCommand final : Subcommand {
  ExportCommand()
      : Subcommand(Group::Traces, "export", "Write a trace in another form") {}
  void addOptions(CLI::App &Sub) override;
  int run() override;

  TraceInput Input;
  std::string FormatName, Output;

  const ExportFormat &format() const;
};

/// The format asked for, or the one whose suffix fits the output best.
const ExportFormat &ExportCommand::format() const {
  const ExportFormat *Best = nullptr;
  std::string Output = this->Output;
  if (endsWith(Output, ".gz"))
    Output.resize(Output.size() - 3);
  for (const ExportFormat &F : ExportFormats) {
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
  return exportTrace(Input, Input.onlyFile(), format(), Output);
}

void ExportCommand::addOptions(CLI::App &Sub) {
  Input.addPaths(Sub, "A trace, or the directory of one");
  std::vector<std::string> Names;
  for (const ExportFormat &F : ExportFormats)
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

ExportCommand Command;

} // namespace
} // namespace iket::tool
