//===- Command.h - What all subcommands share -------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_COMMAND_H
#define IKET_TOOLS_COMMAND_H

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace iket::tool {

enum ExitCode {
  Fine = 0,
  FoundWrong = 1, ///< The answer is that something is wrong.
  BadUsage = 2    ///< Arguments or input that can't be understood.
};

/// Ends the program with BadUsage and this message.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What the parser and the subcommands tell each other.
struct Invocation {
  /// Set by the subcommand that was chosen; returns the exit code.
  std::function<int()> Run;
  /// What follows the first `--` on the command line, untouched.
  std::vector<std::string> Tail;
};

// One function for each subcommand, in a file of its name. It adds itself to
// the parser with its options, its help and an example.
void addCompletion(CLI::App &App, Invocation &I);
void addDiff(CLI::App &App, Invocation &I);
void addDoctor(CLI::App &App, Invocation &I);
void addEvents(CLI::App &App, Invocation &I);
void addExport(CLI::App &App, Invocation &I);
void addProfile(CLI::App &App, Invocation &I);
void addProfileCommand(CLI::App &App, Invocation &I);
void addSummary(CLI::App &App, Invocation &I);
void addTraces(CLI::App &App, Invocation &I);
void addVerify(CLI::App &App, Invocation &I);
void addView(CLI::App &App, Invocation &I);

} // namespace iket::tool

#endif // IKET_TOOLS_COMMAND_H
