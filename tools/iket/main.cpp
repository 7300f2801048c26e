//===- main.cpp - iket: look into executables and traces ------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Terminal.h"
#include "iket/abi.h"
#include <algorithm>
#include <cstdio>
#include <exception>

using namespace iket::tool;

static std::string versionText() {
  iket::abi::MetaInfo Abi;
  std::string Text = "iket " IKET_VERSION;
#ifdef IKET_LLVM_VERSION
  Text += ", LLVM " IKET_LLVM_VERSION;
#endif
  return Text + ", ABI " + std::to_string(Abi.Major) + "." +
         std::to_string(Abi.Minor);
}

/// The parser takes an option's value in brackets for a list, and more than one
/// value behind an option of which there may be several, even if they are
/// traces. Here an option has one value, as it is written.
static void takeValuesAsTheyAre(CLI::App &Command) {
  for (CLI::Option *Option : Command.get_options())
    if (!Option->get_positional())
      Option->allow_extra_args(false);
}

static int run(int Argc, char **Argv) {
  const std::vector<Subcommand *> Subcommands = Subcommand::all();
  std::vector<std::string> Args(Argv + 1, Argv + Argc), Tail;
  auto Mark = std::find(Args.begin(), Args.end(), "--");
  if (Mark != Args.end())
    Tail.assign(Mark + 1, Args.end());
  Args.erase(Mark, Args.end());
  auto Chosen =
      std::find_if(Subcommands.begin(), Subcommands.end(), [&](Subcommand *S) {
        return !Args.empty() && Args[0] == S->Name;
      });
  // The parser would only say that a subcommand is required.
  if (Chosen == Subcommands.end() && !Args.empty() &&
      Args[0].rfind("-", 0) != 0)
    throw UsageError("there is no subcommand '" + Args[0] +
                     "'; iket --help lists them");
  if (Chosen != Subcommands.end()) {
    (*Chosen)->Tail = Tail;
    // The parser takes only one argument behind --. What stands there is a
    // file, and an option no more with its directory before it.
    if (!(*Chosen)->TakesProgram)
      for (const std::string &File : Tail)
        Args.push_back(File[0] == '-' ? "./" + File : File);
  }

  CLI::App App("Look into executables and traces with named events inside CUDA "
               "kernels.",
               "iket");
  App.set_version_flag("--version", versionText());
  App.require_subcommand(1);
  App.footer("Exit codes: 0 fine, 1 found something wrong, 2 bad usage or "
             "unreadable input.\nEach subcommand has --help with an example.");
  for (Subcommand *S : Subcommands)
    S->addTo(App);
  for (CLI::App *Sub : App.get_subcommands([](CLI::App *) { return true; }))
    takeValuesAsTheyAre(*Sub);

  try {
    std::reverse(Args.begin(), Args.end()); // CLI11 takes them from the back.
    App.parse(Args);
  } catch (const CLI::ParseError &E) {
    return App.exit(E) == 0 ? Fine : BadUsage;
  }
  return (*Chosen)->run();
}

int main(int Argc, char **Argv) {
  try {
    int Code = run(Argc, Argv);
    // A full disk or a closed pipe shows only now.
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
      std::perror("iket: standard output");
      return BadUsage;
    }
    return Code;
  } catch (const std::exception &E) {
    complain(Severity::Error, E.what());
    return BadUsage;
  }
}
