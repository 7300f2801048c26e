//===- View.cpp - iket view -----------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Support/Text.h"
#include "output/ExportTrace.h"
#include <filesystem>

namespace fs = std::filesystem;

namespace iket::tool {
namespace {

struct ViewCommand final : Subcommand {
  ViewCommand()
      : Subcommand(Group::Traces, "view",
                   "Write a page that shows a trace's timeline") {}
  void addOptions(CLI::App &Sub) override;
  int run() override;

  TraceInput Input;
  std::string Output, Executable;
};

int ViewCommand::run() {
  std::string Path = Input.onlyFile();
  if (Output.empty()) {
    constexpr std::string_view Suffix = ".trace.json";
    Output = Path;
    if (Output != Suffix && endsWith(Output, Suffix))
      Output.resize(Output.size() - Suffix.size());
    Output += ".html";
  }
  std::vector<events::table> Tables;
  if (!Executable.empty())
    Tables = read_event_tables(Executable);
  std::error_code Absent;
  if (fs::equivalent(Executable, Output, Absent))
    throw UsageError(Output + " is the program itself; choose another output");
  return exportTrace(Input, Path, exportFormat("html"), Output, Tables);
}

void ViewCommand::addOptions(CLI::App &Sub) {
  Input.addPaths(Sub, "A trace, or the directory of one");
  Sub.add_option("-o,--output", Output, "The page; beside the trace by default")
      ->type_name("OUT");
  Sub.add_option("--executable", Executable,
                 "The program, whose source lines the page then shows")
      ->type_name("FILE");
  Input.addOptions(Sub);
  Sub.footer("The page is one file that needs no network: send it to anyone.\n"
             "\n"
             "Example:\n"
             "  iket view out/iket_pid_0x2a.trace.json -o run.html");
}

ViewCommand Command;

} // namespace
} // namespace iket::tool
