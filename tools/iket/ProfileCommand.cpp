//===- ProfileCommand.cpp - iket profile-command --------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClusterOption.h"
#include "OutputDirectory.h"
#include "iket/session.h"
#include <memory>

namespace iket::tool {
namespace {

struct ProfileCommand {
  profile_command_options Options;
  std::vector<std::string> Tail;

  int run() const;
};

int ProfileCommand::run() const {
  if (Tail.empty())
    throw UsageError("the command to profile is missing: write it after --");
  // run-iket refuses the same, for it may remove the directory.
  if (!Options.output_dir.empty())
    checkedOutputPath(Options.output_dir);
  std::puts(profile_command(Tail, Options).c_str());
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
         "-o,--output", Command->Options.output_dir,
         "Directory for the traces; must be a new one, unless --clobber")
      ->type_name("DIR");
  Sub->add_option(
         "--postprocess", Command->Options.postprocess,
         "What to write: json (what iket reads), perfetto, html, all, none")
      ->check(CLI::IsMember({"json", "perfetto", "html", "all", "none"}))
      ->capture_default_str()
      ->type_name("WHAT");
  Sub->add_option("--events-per-warp", Command->Options.max_events_per_warp,
                  "Room for this many events in each warp; a warp with more "
                  "loses all of them")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  addClusterOption(*Sub, Command->Options.cluster);
  Sub->add_flag("--keep", Command->Options.keep, "Keep the intermediate files");
  Sub->add_flag("--clobber", Command->Options.clobber,
                "Replace an existing directory");
  Sub->add_option("--run-iket", Command->Options.runner, "The run-iket to call")
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
