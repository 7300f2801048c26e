//===- ProfileCommand.cpp - iket profile-command --------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Nvidia/Library.h"
#include "Support/Text.h"
#include "profile/ClusterOption.h"
#include "profile/OutputDirectory.h"
#include "profile/RunIket.h"
#include <utility>

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
  RunIketOptions Options;
};

int ProfileCommandCommand::run() {
  if (Tail.empty())
    throw UsageError("the command to profile is missing: write it after --");
  // run-iket refuses the same, for it may remove the directory.
  if (!Options.OutputDirectory.empty())
    checkedOutputPath(Options.OutputDirectory);
  if (std::string Path = runIketPythonPath(runtime::findLibrary());
      !Path.empty())
    std::printf("env PYTHONPATH=%s ", shellQuoted(Path).c_str());
  const char *Gap = "";
  for (const std::string &Word : runIketWords(Tail, Options))
    std::printf("%s%s", std::exchange(Gap, " "), shellQuoted(Word).c_str());
  std::puts("");
  return Fine;
}

void ProfileCommandCommand::addOptions(CLI::App &Sub) {
  Sub.add_option(
         "-o,--output", Options.OutputDirectory,
         "Directory for the traces; must be a new one, unless --clobber")
      ->type_name("DIR");
  Sub.add_option(
         "--postprocess", Options.Postprocess,
         "What to write: json (what iket reads), perfetto, html, all, none")
      ->check(CLI::IsMember({"json", "perfetto", "html", "all", "none"}))
      ->capture_default_str()
      ->type_name("WHAT");
  Sub.add_option("--events-per-warp", Options.EventsPerWarp,
                 "Room for this many events in each warp; a warp with more "
                 "loses all of them")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  addClusterOption(Sub, Options.Cluster);
  Sub.add_flag("--keep", Options.Keep, "Keep the intermediate files");
  Sub.add_flag("--clobber", Options.Clobber, "Replace an existing directory");
  Sub.add_option("--run-iket", Options.Program, "The run-iket to call")
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
