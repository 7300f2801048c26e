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

/// True where a command follows --, which is no business of the parser.
static bool takesCommand(const std::string &Subcommand) {
  return Subcommand == "profile" || Subcommand == "profile-command";
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
  Invocation I;
  std::vector<std::string> Args(Argv + 1, Argv + Argc);
  auto Mark = std::find(Args.begin(), Args.end(), "--");
  if (Mark != Args.end())
    I.Tail.assign(Mark + 1, Args.end());
  Args.erase(Mark, Args.end());
  // The parser takes only one argument behind --. What stands there is a file,
  // and an option no more with its directory before it.
  if (!Args.empty() && !takesCommand(Args[0]))
    for (const std::string &File : I.Tail)
      Args.push_back(File[0] == '-' ? "./" + File : File);

  CLI::App App("Look into executables and traces with named events inside CUDA "
               "kernels.",
               "iket");
  App.set_version_flag("--version", versionText());
  App.require_subcommand(1);
  App.footer("Exit codes: 0 fine, 1 found something wrong, 2 bad usage or "
             "unreadable input.\nEach subcommand has --help with an example.");
  addEvents(App, I);
  addVerify(App, I);
  addSummary(App, I);
  addExport(App, I);
  addView(App, I);
  addDiff(App, I);
  addTraces(App, I);
  addProfile(App, I);
  addProfileCommand(App, I);
  addDoctor(App, I);
  addCompletion(App, I);

  auto Subs = App.get_subcommands([](CLI::App *) { return true; });
  for (CLI::App *Sub : Subs)
    takeValuesAsTheyAre(*Sub);

  // The parser would only say that a subcommand is required.
  auto IsFirst = [&](CLI::App *Sub) { return Sub->get_name() == Args[0]; };
  if (!Args.empty() && Args[0].rfind("-", 0) != 0 &&
      std::none_of(Subs.begin(), Subs.end(), IsFirst))
    throw UsageError("there is no subcommand '" + Args[0] +
                     "'; iket --help lists them");

  try {
    std::reverse(Args.begin(), Args.end()); // CLI11 takes them from the back.
    App.parse(Args);
  } catch (const CLI::ParseError &E) {
    return App.exit(E) == 0 ? Fine : BadUsage;
  }
  return I.Run();
}

int main(int Argc, char **Argv) {
  try {
    int Code = run(Argc, Argv);
    // A full disk or a closed pipe shows only now.
    if (std::fflush(stdout) != 0) {
      std::perror("iket: standard output");
      return BadUsage;
    }
    return Code;
  } catch (const std::exception &E) {
    complain(Severity::Error, E.what());
    return BadUsage;
  }
}
