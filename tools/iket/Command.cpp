//===- Command.cpp - What all subcommands share ---------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include <algorithm>
#include <memory>
#include <string_view>
#include <tuple>

namespace iket::tool {

Subcommand::Subcommand(Group In, const char *Name, const char *Help)
    : Name(Name), In(In), Help(Help) {
  registry().push_back(this);
}

std::vector<Subcommand *> &Subcommand::registry() {
  static std::vector<Subcommand *> All;
  return All;
}

std::vector<Subcommand *> Subcommand::all() {
  std::vector<Subcommand *> All = registry();
  std::sort(All.begin(), All.end(), [](Subcommand *A, Subcommand *B) {
    return std::make_tuple(A->In, std::string_view(A->Name)) <
           std::make_tuple(B->In, std::string_view(B->Name));
  });
  return All;
}

namespace {
struct ProgramFormatter : CLI::Formatter {
  std::string make_usage(const CLI::App *App, std::string Name) const override {
    std::string Text = Formatter::make_usage(App, Name);
    Text.erase(Text.find_last_not_of('\n') + 1);
    return Text + " [--] PROGRAM [ARGUMENT...]\n";
  }
};
} // namespace

void Subcommand::addTo(CLI::App &App) {
  constexpr const char *Headings[] = {"Recording", "Traces", "Executables",
                                      "Setup"};
  CLI::App *Sub = App.add_subcommand(Name, Help);
  Sub->group(Headings[static_cast<int>(In)]);
  if (TakesProgram)
    Sub->formatter(std::make_shared<ProgramFormatter>());
  addOptions(*Sub);
}

} // namespace iket::tool
