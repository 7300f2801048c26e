//===- ProfileRun.cpp - One recorded run of a program ---------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/ProfileRun.h"
#include "Runtime/Output.h"
#include "input/TraceInput.h"
#include "profile/ChildProcess.h"
#include "profile/RunIket.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <map>
#include <unistd.h>

namespace fs = std::filesystem;

namespace iket::tool {
namespace {

/// Reports by the processes' numbers, and of one process as they came.
std::vector<runtime::Report> readReports(const std::string &Directory) {
  std::vector<fs::path> Paths;
  for (const auto &Entry : fs::directory_iterator(Directory))
    if (Entry.path().extension() == runtime::ReportSuffix)
      Paths.push_back(Entry.path());
  std::sort(Paths.begin(), Paths.end());
  std::multimap<long, runtime::Report> ByPid;
  for (const fs::path &Path : Paths)
    if (runtime::Report R = runtime::Report::read(Path); R.Pid != 0)
      ByPid.emplace(R.Pid, std::move(R));
  std::vector<runtime::Report> Reports;
  for (auto &[Pid, R] : ByPid)
    Reports.push_back(std::move(R));
  return Reports;
}

ProfileRun runSession(const ProfileSettings &S, const std::string &Directory) {
  Environment Extra = {
      {"CUDA_INJECTION64_PATH", S.Inject},
      {"IKET_INJECTION_LIBRARY", S.Library},
      {runtime::ProfileDirVariable, Directory},
      {runtime::ProfileEventsVariable, std::to_string(S.EventsPerWarp)},
      {runtime::ProfileBufferVariable, std::to_string(S.BufferBytes)},
      {runtime::ProfileClusterVariable, S.Cluster},
      {runtime::ProfileRanksVariable, S.Ranks},
      {runtime::ProfileLifetimesVariable, S.LifetimesOnly ? "1" : ""},
      {runtime::ProfileDeferVariable, S.DeferReadback ? "1" : ""},
      {runtime::ProfileLogVariable, std::to_string(S.Log)}};
  ProfileRun Run;
  Run.Status = runChild(S.Command, Extra);
  Run.Reports = readReports(Directory);
  return Run;
}

/// "iket_pid_0x2a.trace.json" is of process 42.
long pidOf(const std::string &Name) {
  std::size_t At = Name.find("pid_");
  return At == Name.npos ? 0 : std::strtol(&Name[At + 4], nullptr, 0);
}

ProfileRun runRunIket(const ProfileSettings &S, const std::string &Directory) {
  RunIketOptions Options;
  Options.Program = S.RunIket;
  Options.OutputDirectory = Directory + "/run-iket";
  Options.Cluster = S.Cluster;
  Options.EventsPerWarp = S.EventsPerWarp;
  Options.BufferBytes = S.BufferBytes;
  Options.LifetimesOnly = S.LifetimesOnly;
  ProfileRun Run;
  Environment Extra;
  if (std::string Path = runIketPythonPath(S.Library); !Path.empty())
    Extra.emplace_back("PYTHONPATH", Path);
  Run.Status = runChild(runIketWords(S.Command, Options), Extra);
  if (!fs::is_directory(Options.OutputDirectory))
    return Run;
  for (const std::string &Path : findTraces(Options.OutputDirectory)) {
    runtime::Report R;
    R.Pid = pidOf(fs::path(Path).filename());
    R.Rank = runtime::processRank();
    R.Ended = true;
    R.Trace = Path;
    Run.Reports.push_back(std::move(R));
  }
  return Run;
}

/// Every run is to find the same on standard input, if that can go back.
void rewindInput() {
  static const off_t Start = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
  if (Start >= 0)
    ::lseek(STDIN_FILENO, Start, SEEK_SET);
}

} // namespace

bool isInputSpent() {
  return ::lseek(STDIN_FILENO, 0, SEEK_CUR) < 0 && errno == ESPIPE &&
         !::isatty(STDIN_FILENO);
}

bool ProfileRun::lostWarps() const {
  return std::any_of(Reports.begin(), Reports.end(),
                     [](auto &R) { return !R.Lost.Warps.empty(); });
}

bool ProfileRun::abortedWhileRecording() const {
  constexpr int Aborted = 128 + SIGABRT;
  return Status == Aborted &&
         std::any_of(Reports.begin(), Reports.end(),
                     [](auto &R) { return R.Aborted && !R.Ended; });
}

std::uint64_t ProfileRun::neededBuffer() const {
  std::uint64_t Bytes = 0;
  for (const runtime::Report &R : Reports)
    Bytes = std::max(Bytes, R.Lost.BufferBytes);
  return Bytes;
}

ProfileRun profileOnce(const ProfileSettings &S, OutputDirectory &Output) {
  std::string Directory = Output.addIntermediate();
  rewindInput();
  return S.Method == ProfileMethod::Session ? runSession(S, Directory)
                                            : runRunIket(S, Directory);
}

std::string findInjectLibrary() {
  std::error_code Failed;
  fs::path Bin = fs::canonical("/proc/self/exe", Failed).parent_path();
  for (const char *Where : {"../lib", IKET_BIN_TO_INJECT})
    if (fs::path Path = Bin / Where / runtime::InjectName;
        fs::exists(Path, Failed))
      return fs::canonical(Path, Failed);
  return "";
}

} // namespace iket::tool
