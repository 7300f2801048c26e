//===- Completion.cpp - iket completion -----------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scripts are made from the parser's own tables, so that an option is
// completed from the day it exists.
//
//===----------------------------------------------------------------------===//

#include "completion/Completion.h"
#include "Command.h"
#include <CLI/Validators.hpp>
#include <cstdio>
#include <string_view>

namespace iket::tool {
namespace {

struct Shell {
  const char *Name;
  std::string (*Script)(const CompletionCommands &);
};
constexpr Shell Shells[] = {
    {"bash", bashCompletion}, {"zsh", zshCompletion}, {"fish", fishCompletion}};

/// True if \p Type, such as "TRACE|DIR", has \p Word between its bars.
bool hasAlternative(std::string_view Type, std::string_view Word) {
  for (std::size_t At = 0; At <= Type.size();) {
    std::size_t End = std::min(Type.find('|', At), Type.size());
    if (Type.substr(At, End - At) == Word)
      return true;
    At = End + 1;
  }
  return false;
}

/// The value that \p Option takes. The parser tells it as "TYPE:CHECKS", where
/// the check for one of several words reads "{these,words}".
CompletionValue valueOf(const CLI::Option &Option) {
  CompletionValue Value;
  if (Option.get_items_expected_max() == 0)
    return Value;
  Value.Repeats = Option.get_expected_max() > 1;
  std::string Text = Option.get_type_name();
  Value.Type = Text.substr(0, Text.find(':'));
  std::size_t Begin = Text.find(":{");
  if (std::size_t End = Text.find('}', Begin);
      Begin != Text.npos && End != Text.npos) {
    Value.Which = CompletionValue::Word;
    Value.Words =
        CLI::detail::split(Text.substr(Begin + 2, End - Begin - 2), ',');
    return Value;
  }
  for (const char *File : {"FILE", "OUT", "PATH", "TRACE"})
    if (hasAlternative(Value.Type, File)) {
      Value.Which = CompletionValue::File;
      return Value;
    }
  Value.Which = hasAlternative(Value.Type, "DIR") ? CompletionValue::Directory
                                                  : CompletionValue::Free;
  if (Value.Which == CompletionValue::Free)
    Value.Type = Text;
  return Value;
}

CompletionCommand describe(const CLI::App &App, std::string Name) {
  CompletionCommand Command;
  Command.Name = std::move(Name);
  Command.Help = App.get_description();
  for (const CLI::Option *Option : App.get_options()) {
    if (Option->get_positional()) {
      Command.Positionals.push_back(valueOf(*Option));
      continue;
    }
    CompletionOption O;
    for (const std::string &Short : Option->get_snames())
      O.Names.push_back("-" + Short);
    for (const std::string &Long : Option->get_lnames())
      O.Names.push_back("--" + Long);
    O.Help = Option->get_description();
    O.Value = valueOf(*Option);
    Command.Options.push_back(std::move(O));
  }
  return Command;
}

int printScript(const CLI::App &App, const std::string &Name) {
  CompletionCommands Commands = {describe(App, "")};
  for (const CLI::App *Sub :
       App.get_subcommands([](const CLI::App *) { return true; }))
    Commands.push_back(describe(*Sub, Sub->get_name()));
  for (const Shell &S : Shells)
    if (Name == S.Name)
      std::fputs(S.Script(Commands).c_str(), stdout);
  return Fine;
}

struct CompletionSubcommand final : Subcommand {
  CompletionSubcommand()
      : Subcommand(Group::Setup, "completion",
                   "Print a script that completes iket's arguments in a "
                   "shell") {}
  void addOptions(CLI::App &Sub) override;
  int run() override { return printScript(*Program, Shell); }

private:
  const CLI::App *Program = nullptr;
  std::string Shell;
};

void CompletionSubcommand::addOptions(CLI::App &Sub) {
  Program = Sub.get_parent();
  std::vector<std::string> Names;
  for (const auto &S : Shells)
    Names.push_back(S.Name);
  Sub.add_option("shell", Shell, "The shell that reads the script")
      ->required()
      ->check(CLI::IsMember(Names))
      ->type_name("SHELL");
  Sub.footer(
      "Subcommands, options, their values, file names, and behind -- a program "
      "with its\n"
      "own arguments.\n"
      "\n"
      "Example: for this shell, and for all later ones\n"
      "  source <(iket completion bash)\n"
      "  iket completion bash > "
      "~/.local/share/bash-completion/completions/iket\n"
      "  iket completion zsh > ~/.zfunc/_iket    # a directory of fpath\n"
      "  iket completion fish > ~/.config/fish/completions/iket.fish");
}

CompletionSubcommand Command;

} // namespace
} // namespace iket::tool
