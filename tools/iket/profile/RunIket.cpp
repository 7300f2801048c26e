//===- RunIket.cpp - Calling NVIDIA's run-iket ----------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/RunIket.h"
#include <cstdlib>
#include <filesystem>

namespace fs = std::filesystem;

namespace iket::tool {

std::vector<std::string> runIketWords(const std::vector<std::string> &Command,
                                      const RunIketOptions &Options) {
  std::vector<std::string> Words = {Options.Program};
  if (!Options.OutputDirectory.empty())
    Words.insert(Words.end(), {"--output-dir", Options.OutputDirectory});
  if (Options.Clobber)
    Words.push_back("--clobber");
  if (Options.BufferBytes)
    Words.insert(Words.end(), {"--context-buffer-size",
                               std::to_string(Options.BufferBytes)});
  Words.push_back("profile");
  if (Options.LifetimesOnly)
    Words.push_back("--warp-trace");
  Words.insert(Words.end(), {"--postprocess", Options.Postprocess});
  if (Options.Keep)
    Words.push_back("--keep");
  if (Options.EventsPerWarp)
    Words.insert(Words.end(), {"--max-ts-cnt-per-warp",
                               std::to_string(Options.EventsPerWarp)});
  if (!Options.Cluster.empty())
    Words.insert(Words.end(), {"--enabled-cluster", Options.Cluster});
  Words.push_back("--");
  Words.insert(Words.end(), Command.begin(), Command.end());
  return Words;
}

std::string runIketPythonPath(const std::string &Library) {
  // nvidia_cutlass_dsl/dsl_packages/iket/profiler/libiket_injection.so. Modules
  // right below site-packages are found without help.
  std::error_code None;
  fs::path Package = fs::absolute(Library, None).parent_path().parent_path();
  fs::path Modules = Package.parent_path();
  if (Package.filename() != "iket" ||
      Modules.parent_path().filename() != "nvidia_cutlass_dsl")
    return "";
  const char *Value = std::getenv("PYTHONPATH");
  std::string Set = Value ? Value : "", New = Modules;
  if ((":" + Set + ":").find(":" + New + ":") != Set.npos)
    return "";
  return Set.empty() ? New : New + ":" + Set;
}

} // namespace iket::tool
