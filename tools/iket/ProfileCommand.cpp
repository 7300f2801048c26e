//===- ProfileCommand.cpp - iket profile-command -*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include <memory>

namespace iket::tool {
namespace {

struct ProfileCommand {
  std::string Runner = "run-iket", Output, Postprocess = "json", Cluster;
  unsigned EventsPerWarp = 0;
  bool Keep = false, Clobber = false;
  std::vector<std::string> Tail;

  int run() const;
};

/// \p Word as a POSIX shell reads it back, whatever it holds.
std::string quoted(const std::string &Word) {
  constexpr const char *Plain = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_@%+=:,./-";
  if (!Word.empty() && Word.find_first_not_of(Plain) == Word.npos)
    return Word;
  std::string Text = "'";
  for (char C : Word)
    if (C == '\'')
      Text += "'\\''";
    else
      Text += C;
  return Text + "'";
}

int ProfileCommand::run() const {
  if (Tail.empty())
    throw UsageError("the command to profile is missing: write it after --");
  std::vector<std::string> Words = {Runner};
  if (!Output.empty())
    Words.insert(Words.end(), {"--output-dir", Output});
  if (Clobber)
    Words.push_back("--clobber");
  Words.insert(Words.end(), {"profile", "--postprocess", Postprocess});
  if (Keep)
    Words.push_back("--keep");
  if (EventsPerWarp)
    Words.insert(Words.end(),
                 {"--max-ts-cnt-per-warp", std::to_string(EventsPerWarp)});
  if (!Cluster.empty())
    Words.insert(Words.end(), {"--enabled-cluster", Cluster});
  Words.push_back("--");
  Words.insert(Words.end(), Tail.begin(), Tail.end());

  std::string Line;
  for (const std::string &Word : Words)
    Line += (Line.empty() ? "" : " ") + quoted(Word);
  std::puts(Line.c_str());
  return Fine;
}

} // namespace

void addProfileCommand(CLI::App &App, Invocation &I) {
  auto Command = std::make_shared<ProfileCommand>();
  CLI::App *Sub = App.add_subcommand(
      "profile-command",
      "Print the run-iket command that profiles a program, which "
      "follows --");
  Sub->add_option(
         "-o,--output", Command->Output,
         "Directory for the traces; must be a new one, unless --clobber")
      ->type_name("DIR");
  Sub->add_option(
         "--postprocess", Command->Postprocess,
         "What to write: json (what iket reads), perfetto, html, all, none")
      ->check(CLI::IsMember({"json", "perfetto", "html", "all", "none"}))
      ->capture_default_str()
      ->type_name("WHAT");
  Sub->add_option("--events-per-warp", Command->EventsPerWarp,
                  "Room for this many events in each warp; a warp with more "
                  "loses all of them")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  Sub->add_option("--cluster", Command->Cluster,
                  "Record this cluster (or CTA, without clusters) only")
      ->type_name("X,Y,Z");
  Sub->add_flag("--keep", Command->Keep, "Keep the intermediate files");
  Sub->add_flag("--clobber", Command->Clobber, "Replace an existing directory");
  Sub->add_option("--run-iket", Command->Runner, "The run-iket to call")
      ->capture_default_str()
      ->type_name("PATH");
  Sub->footer(
      "Prints one line, quoted for a POSIX shell, and nothing else.\n"
      "\n"
      "Example:\n"
      "  eval \"$(iket profile-command -o out -- ./app --size '1 2')\"");
  Sub->callback([Command, &I] {
    Command->Tail = I.Tail;
    I.Run = [Command] { return Command->run(); };
  });
}

} // namespace iket::tool
