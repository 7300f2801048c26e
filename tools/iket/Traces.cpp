//===- Traces.cpp - iket traces -------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "FilesBelow.h"
#include "Terminal.h"
#include "Trace/Suffix.h"
#include "Trace/Utf8.h"
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

namespace fs = std::filesystem;

namespace iket::tool {
namespace {

struct TracesCommand {
  std::string Directory = ".";
  bool AsJson = false;

  int run() const;
};

struct TraceFile {
  std::string Path;
  const char *Kind;
  std::uint64_t Size;
};

/// What run-iket writes, by suffix.
constexpr std::pair<const char *, const char *> Suffixes[] = {
    {".trace.json", "json"},
    {".pftrace", "perfetto"},
    {".pftrace.gz", "perfetto"}};

const char *kindOf(const std::string &Name) {
  for (auto [Suffix, Kind] : Suffixes) {
    if (Name != Suffix && trace::endsWith(Name, Suffix))
      return Kind;
  }
  return nullptr;
}

int TracesCommand::run() const {
  std::vector<TraceFile> Files;
  for (const fs::path &Path : filesBelow(Directory)) {
    std::error_code Gone;
    std::uint64_t Size = fs::file_size(Path, Gone);
    if (const char *Kind = kindOf(Path.filename()); Kind && !Gone)
      Files.push_back({Path, Kind, Size});
  }
  std::sort(Files.begin(), Files.end(), [](auto &A, auto &B) {
    return A.Size != B.Size ? A.Size > B.Size : A.Path < B.Path;
  });

  if (AsJson) {
    auto List = nlohmann::ordered_json::array();
    for (const TraceFile &F : Files)
      List.push_back({{"path", trace::repairUtf8(F.Path)},
                      {"kind", F.Kind},
                      {"bytes", F.Size}});
    std::puts(List.dump(2).c_str());
  } else if (!Files.empty()) {
    Table T({"size", "kind", "trace"}, 3);
    for (const TraceFile &F : Files)
      T.add({sizeText(F.Size), F.Kind, trace::printable(F.Path)});
    std::fputs(T.text().c_str(), stdout);
  }
  if (!Files.empty())
    return Fine;
  complain(Severity::Warning, Directory + ": no trace in it");
  return FoundWrong;
}

} // namespace

void addTraces(CLI::App &App, Invocation &I) {
  auto Command = std::make_shared<TracesCommand>();
  CLI::App *Sub =
      App.add_subcommand("traces", "List trace files, the largest first");
  Sub->add_option("directory", Command->Directory, "Where to look, below too")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str()
      ->type_name("DIR");
  Sub->add_flag("--json", Command->AsJson, "Print JSON");
  Sub->footer("Example:\n  iket traces iket_output");
  Sub->callback(
      [Command, &I] { I.Run = [Command] { return Command->run(); }; });
}

} // namespace iket::tool
