//===- ProfileCommand.cpp - iket profile-command --------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Nvidia/Library.h"
#include "Support/Text.h"
#include "iket/session.h"
#include "profile/ClusterOption.h"
#include "profile/OutputDirectory.h"
#include "profile/RunIket.h"

namespace iket::tool {
namespace {

struct ProfileCommandCommand final : Subcommand {
  ProfileCommandCommand()
      : Subcommand(Group::Recording, "profile-command",
                   "Print the run-iket command that profiles a program, which "
                   "follows --") {
    TakesProgram = true;
  }
  void addOptions(CLI::App &Sub) override;
  int run() override;

private:
  profile_command_options Options;
};

int ProfileCommandCommand::run() {
  if (Tail.empty())
    throw UsageError("the command to profile is missing: write it after --");
  // run-iket refuses the same, for it may remove the directory.
  if (!Options.output_dir.empty())
    checkedOutputPath(Options.output_dir);
  std::string Line = profile_command(Tail, Options);
  if (std::string Path = runIketPythonPath(runtime::findLibrary());
      !Path.empty())
    Line = "env PYTHONPATH=" + shellQuoted(Path) + " " + Line;
  std::puts(Line.c_str());
  return Fine;
}

void ProfileCommandCommand::addOptions(CLI::App &Sub) {
  Sub.add_option(
         "-o,--output", Options.output_dir,
         "Directory for the traces; must be a new one, unless --clobber")
      ->type_name("DIR");
  Sub.add_option(
         "--postprocess", Options.postprocess,
         "What to write: json (what iket reads), perfetto, html, all, none")
      ->check(CLI::IsMember({"json", "perfetto", "html", "all", "none"}))
      ->capture_default_str()
      ->type_name("WHAT");
  Sub.add_option("--events-per-warp", Options.max_events_per_warp,
                 "Room for this many events in each warp; a warp with more "
                 "loses all of them")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  addClusterOption(Sub, Options.cluster);
  Sub.add_flag("--keep", Options.keep, "Keep the intermediate files");
  Sub.add_flag("--clobber", Options.clobber, "Replace an existing directory");
  Sub.add_option("--run-iket", Options.runner, "The run-iket to call")
      ->capture_default_str()
      ->type_name("PATH");
  Sub.footer("Prints one line, quoted for a POSIX shell, and nothing else.\n"
             "\n"
             "Example:\n"
             "  eval \"$(iket profile-command -o out -- ./app --size '1 2')\"");
}

ProfileCommandCommand Command;

} // namespace
} // namespace iket::tool
