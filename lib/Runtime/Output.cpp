//===- Output.cpp - Where traces go ---------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Output.h"
#include "Support/OutputTarget.h"
#include "iket/session.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace fs = std::filesystem;

namespace iket {

std::string runtime::processRank() {
  for (const char *Name :
       {"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char *Value = std::getenv(Name);
        Value && *Value &&
        std::strspn(Value, "0123456789") == std::strlen(Value))
      return Value;
  return "";
}

std::string runtime::processStem(const std::string &Rank, long Pid) {
  return "iket_" + (Rank.empty() ? "" : "rank_" + Rank + "_") + "pid_" +
         std::to_string(Pid);
}

std::string runtime::pathIn(const std::string &Directory,
                            const std::string &Name) {
  return (fs::path(Directory) / Name).lexically_normal();
}

std::string runtime::freePath(const std::string &Path) {
  constexpr std::string_view Suffix = ".trace.json";
  std::string Free = Path, Stem = Path.substr(0, Path.size() - Suffix.size());
  std::error_code Ignored;
  for (unsigned N = 2; fs::exists(Free, Ignored); ++N)
    Free = Stem + "_" + std::to_string(N) + std::string(Suffix);
  return Free;
}

void runtime::writeWhole(const std::string &Path,
                         const std::function<void(const std::string &)> &Write,
                         bool MakeDirectory) {
  auto Fail = [&](const std::string &Why) {
    throw error(errc::bad_output_directory,
                Path + " can't be written (" + Why + ")");
  };
  std::error_code Failed;
  if (fs::path Directory = fs::path(Path).parent_path();
      MakeDirectory && !Directory.empty())
    if (fs::create_directories(Directory, Failed); Failed)
      Fail(Failed.message());
  if (fs::is_directory(Path, Failed))
    Fail("a directory has that name");
  OutputTarget Target(Path);
  if (Target.Direct)
    return Write(Path);
  std::string Temporary;
  int Fd = Target.makeTemporary(Temporary);
  if (Fd < 0)
    Fail(std::strerror(errno));
  ::close(Fd);
  try {
    Write(Temporary);
  } catch (...) {
    ::unlink(Temporary.c_str());
    throw;
  }
  if (::rename(Temporary.c_str(), Target.Path.c_str()) != 0) {
    std::string Why = std::strerror(errno);
    ::unlink(Temporary.c_str());
    Fail(Why);
  }
}

std::string default_trace_name() {
  return runtime::processStem(runtime::processRank(), ::getpid()) +
         ".trace.json";
}

} // namespace iket
