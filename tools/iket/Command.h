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

/// One of the things that iket does. Each is one static object in a file of its
/// own, which makes itself known before main() runs.
class Subcommand {
public:
  /// The headings of `iket --help`, in their order.
  enum class Group { Recording, Traces, Executables, Setup };

  /// All subcommands, as `iket --help` lists them.
  static std::vector<Subcommand *> all();

  /// Adds this subcommand, with its options, to \p App.
  void addTo(CLI::App &App);
  virtual int run() = 0;

  const char *const Name;
  /// Words that the parser leaves alone: the program and its arguments, or what
  /// follows the first `--`.
  std::vector<std::string> Tail;
  /// A program and its arguments come last, in place of files: they begin at
  /// the first word that is neither an option nor its value, or behind `--`.
  bool TakesProgram = false;

protected:
  Subcommand(Group In, const char *Name, const char *Help);
  ~Subcommand() = default;
  /// Adds the options, the help and an example to \p Sub.
  virtual void addOptions(CLI::App &Sub) = 0;

private:
  static std::vector<Subcommand *> &registry();

  Group In;
  const char *Help;
};

} // namespace iket::tool

#endif // IKET_TOOLS_COMMAND_H
