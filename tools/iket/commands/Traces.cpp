//===- Traces.cpp - iket traces -------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Support/Files.h"
#include "Support/Text.h"
#include "Terminal.h"
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace fs = std::filesystem;

namespace iket::tool {
namespace {

struct TracesCommand final : Subcommand {
  TracesCommand()
      : Subcommand(Group::Traces, "traces",
                   "List trace files, the largest first") {}
  void addOptions(CLI::App &Sub) override;
  int run() override;

  std::string Directory = ".";
  bool AsJson = false;
};

struct TraceFile {
  std::string Path;
  const char *Kind;
  std::uint64_t Size;
};

/// What run-iket writes, by suffix.
constexpr std::pair<const char *, const char *> Suffixes[] = {
    {".trace.json", "json"},
    {".trace.json.gz", "json"},
    {".trace.json.gz", "json"},
    {".pftrace", "perfetto"},
    {".pftrace.gz", "perfetto"}};

const char *kindOf(const std::string &Name) {
  for (auto [Suffix, Kind] : Suffixes) {
    if (Name != Suffix && endsWith(Name, Suffix))
      return Kind;
  }
  return nullptr;
}

int TracesCommand::run() {
  std::vector<TraceFile> Files;
  std::error_code Failed;
  for (const fs::path &Path : filesBelow(Directory, "", Failed)) {
    std::error_code Gone;
    std::uint64_t Size = fs::file_size(Path, Gone);
    if (const char *Kind = kindOf(Path.filename()); Kind && !Gone)
      Files.push_back({Path, Kind, Size});
  }
  if (Failed)
    throw UsageError(Directory + ": " + Failed.message());
  std::sort(Files.begin(), Files.end(), [](auto &A, auto &B) {
    return A.Size != B.Size ? A.Size > B.Size : A.Path < B.Path;
  });

  if (AsJson) {
    auto List = nlohmann::ordered_json::array();
    for (const TraceFile &F : Files)
      List.push_back(
          {{"path", repairUtf8(F.Path)}, {"kind", F.Kind}, {"bytes", F.Size}});
    std::puts(
        nlohmann::ordered_json({{"schema", "iket-traces-1"}, {"traces", List}})
            .dump(2)
            .c_str());
  } else if (!Files.empty()) {
    Table T({"size", "kind", "trace"}, 3);
    for (const TraceFile &F : Files)
      T.add({sizeText(F.Size), F.Kind, printable(F.Path)});
    std::fputs(T.text().c_str(), stdout);
  }
  if (!Files.empty())
    return Fine;
  complain(Severity::Warning, Directory + ": no trace in it");
  return FoundWrong;
}

void TracesCommand::addOptions(CLI::App &Sub) {
  Sub.add_option("directory", Directory, "Where to look, below too")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str()
      ->type_name("DIR");
  Sub.add_flag("--json", AsJson, "Print JSON");
  Sub.footer("Example:\n  iket traces iket_output");
}

TracesCommand Command;

} // namespace
} // namespace iket::tool
