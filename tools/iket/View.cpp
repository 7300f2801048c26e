//===- View.cpp - iket view -----------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Terminal.h"
#include "Trace/Export.h"
#include "Trace/Suffix.h"
#include "TraceInput.h"
#include <memory>

namespace iket::tool {
namespace {

struct ViewCommand {
  TraceInput Input;
  std::string Output, Executable;

  int run();
};

int ViewCommand::run() {
  std::string Path = Input.onlyFile();
  if (Output.empty()) {
    constexpr std::string_view Suffix = ".trace.json";
    Output = Path;
    if (Output != Suffix && trace::endsWith(Output, Suffix))
      Output.resize(Output.size() - Suffix.size());
    Output += ".html";
  }
  std::vector<events::table> Tables;
  if (!Executable.empty())
    Tables = read_event_tables(Executable);
  return exportTrace(Input, Path, trace::writeHtml, Output, 100'000'000,
                     Tables);
}

} // namespace

void addView(CLI::App &App, Invocation &I) {
  auto Command = std::make_shared<ViewCommand>();
  CLI::App *Sub =
      App.add_subcommand("view", "Write a page that shows a trace's timeline");
  Command->Input.addPaths(*Sub, "A trace, or the directory of one");
  Sub->add_option("-o,--output", Command->Output,
                  "The page; beside the trace by default")
      ->type_name("OUT");
  Sub->add_option("--executable", Command->Executable,
                  "The program, whose source lines the page then shows")
      ->type_name("FILE");
  Command->Input.addOptions(*Sub);
  Sub->footer("The page is one file that needs no network: send it to anyone.\n"
              "\n"
              "Example:\n"
              "  iket view out/iket_pid_0x2a.trace.json -o run.html");
  Sub->callback(
      [Command, &I] { I.Run = [Command] { return Command->run(); }; });
}

} // namespace iket::tool
