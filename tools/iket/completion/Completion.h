//===- Completion.h - What can be typed after iket --------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_COMPLETION_H
#define IKET_TOOLS_COMPLETION_H

#include <string>
#include <vector>

namespace iket::tool {

/// What may stand where a value is expected.
struct CompletionValue {
  enum Kind { None, Word, File, Directory, Free } Which = None;
  std::vector<std::string> Words; ///< Of a Word: all there are.
  std::string Type;               ///< "FILE", "N:UINT in [1 - 1000]".
  bool Repeats = false;
};

struct CompletionOption {
  std::vector<std::string> Names; ///< "-o", "--output".
  std::string Help;
  CompletionValue Value; ///< None for a flag.
};

/// A subcommand, or the program itself, whose name is then empty.
struct CompletionCommand {
  std::string Name, Help;
  std::vector<CompletionOption> Options;
  std::vector<CompletionValue> Positionals;
};

/// The first is the program itself.
using CompletionCommands = std::vector<CompletionCommand>;

// The scripts. In each, what follows `--` is completed as a program with its
// own arguments.
std::string bashCompletion(const CompletionCommands &Commands);
std::string zshCompletion(const CompletionCommands &Commands);
std::string fishCompletion(const CompletionCommands &Commands);

} // namespace iket::tool

#endif // IKET_TOOLS_COMPLETION_H
