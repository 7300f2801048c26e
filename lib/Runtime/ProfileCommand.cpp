//===- ProfileCommand.cpp - The command that profiles a program -----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/ProfileCommand.h"
#include "Support/Text.h"

namespace iket {

std::string shell_quoted(const std::string &Word) { return shellQuoted(Word); }

std::vector<std::string>
runtime::profileWords(const std::vector<std::string> &Argv,
                      const profile_command_options &Options) {
  std::vector<std::string> Words = {Options.runner};
  if (!Options.output_dir.empty())
    Words.insert(Words.end(), {"--output-dir", Options.output_dir});
  if (Options.clobber)
    Words.push_back("--clobber");
  Words.insert(Words.end(), {"profile", "--postprocess", Options.postprocess});
  if (Options.keep)
    Words.push_back("--keep");
  if (Options.max_events_per_warp)
    Words.insert(Words.end(), {"--max-ts-cnt-per-warp",
                               std::to_string(Options.max_events_per_warp)});
  if (!Options.cluster.empty())
    Words.insert(Words.end(), {"--enabled-cluster", Options.cluster});
  Words.push_back("--");
  Words.insert(Words.end(), Argv.begin(), Argv.end());
  return Words;
}

std::string profile_command(const std::vector<std::string> &Argv,
                            const profile_command_options &Options) {
  if (Argv.empty())
    throw error(errc::invalid_argument, "there is no command to profile");
  std::string Line;
  for (const std::string &Word : runtime::profileWords(Argv, Options))
    Line += (Line.empty() ? "" : " ") + shell_quoted(Word);
  return Line;
}

} // namespace iket
