//===- Manifest.cpp - Events as a JSON file -------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Version 1:
//
//   {"version": 1, "plugin": "0.1.0", "source": "k.cu", "directory": "/src",
//    "sources": [...] of a link of several, "arch": "sm_90a", "records":
//    "native", "options": {...}, "events": [{"name", "id", "kind":
//    "mark|push|token", "payload": "int32",
//                "recorded": "none", "rangeId", "points", "kernels": [...],
//                "locations": [{"file", "line", "function",
//                               "inlinedAt": [{...}]}]}],
//    "pops": 3}
//
// `payload` is what the source says, `recorded` what the records hold: none
// without runtime payloads.
//
//===----------------------------------------------------------------------===//

#include "Pass/Manifest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace iket {
namespace {

/// The files that a manifest describes, by full names.
std::vector<std::string> fullNames(std::vector<std::string> Sources,
                                   StringRef Directory) {
  for (std::string &Source : Sources) {
    SmallString<128> Path;
    if (!sys::path::is_absolute(Source))
      Path = Directory;
    sys::path::append(Path, Source);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    Source = std::string(Path);
  }
  return Sources;
}

/// The file that \p Path means for this module. Architectures never share one;
/// in a folder, sources of one name in different places do not either.
std::string manifestFile(StringRef Path, ArrayRef<std::string> Sources,
                         StringRef Arch) {
  SmallString<128> File(Path);
  if (sys::fs::is_directory(Path) || Path.ends_with("/")) {
    std::string All = join(Sources, "\n");
    sys::path::append(File, formatv("{0}-{1:x-8}.{2}.json",
                                    sys::path::stem(Sources.front()),
                                    abi::fnv1a32(All.data(), All.size()), Arch)
                                .str());
  } else {
    StringRef Extension = sys::path::extension(Path);
    sys::path::replace_extension(File, Twine(Arch) + Extension);
  }
  return std::string(File);
}

/// The sources that the manifest at \p File describes; none if there is no such
/// file.
std::optional<std::vector<std::string>> describedSources(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return std::nullopt;
  std::vector<std::string> Sources;
  Expected<json::Value> Value = json::parse((*Buffer)->getBuffer());
  if (!Value)
    consumeError(Value.takeError());
  const json::Object *Object = Value ? Value->getAsObject() : nullptr;
  if (!Object)
    return std::vector<std::string>{"something else"};
  if (const json::Array *List = Object->getArray("sources"))
    for (const json::Value &Source : *List)
      Sources.push_back(Source.getAsString().value_or("").str());
  else
    Sources.push_back(Object->getString("source").value_or("").str());
  return fullNames(std::move(Sources),
                   Object->getString("directory").value_or(""));
}

void writePlace(json::OStream &J, const EventLocations &Locations,
                const EventLocation &L) {
  J.attribute("file", L.Where.File);
  J.attribute("line", L.Where.Line);
  J.attribute("function", L.Function);
  if (L.InlinedAt == EventLocation::None)
    return;
  J.attributeArray("inlinedAt", [&] {
    for (unsigned At = L.InlinedAt; At != EventLocation::None;
         At = Locations.Places[At].InlinedAt)
      J.object([&] {
        const EventLocation &Caller = Locations.Places[At];
        J.attribute("file", Caller.Where.File);
        J.attribute("line", Caller.Where.Line);
        J.attribute("function", Caller.Function);
      });
  });
}

void writeEvent(json::OStream &J, const Declaration &D, unsigned Index,
                const EventLocations &Locations, const Options &Opts) {
  J.attribute("name", D.Name);
  J.attribute("id", D.Id);
  J.attribute("kind", kindName(D.Kind));
  J.attribute("payload", payloadName(D.Payload));
  J.attribute("recorded", Opts.RuntimePayloads ? payloadName(D.Payload)
                                               : StringRef("none"));
  J.attribute("rangeId", D.rangeId());
  J.attribute("points", D.Points);
  J.attributeArray("kernels", [&] {
    for (const std::string &Kernel : Locations.Kernels[Index])
      J.value(Kernel);
  });
  J.attributeArray("locations", [&] {
    for (unsigned Place : Locations.Of[Index])
      J.object([&] { writePlace(J, Locations, Locations.Places[Place]); });
  });
}

void writeJSON(raw_ostream &OS, ArrayRef<std::string> Sources,
               StringRef Directory, const EventTable &Table,
               const EventLocations &Locations, StringRef Arch,
               const Options &Opts) {
  json::OStream J(OS, 2);
  J.object([&] {
    J.attribute("version", 1);
    J.attribute("plugin", IKET_VERSION);
    J.attribute("source", Sources.front());
    J.attribute("directory", Directory);
    if (Sources.size() > 1)
      J.attributeArray("sources", [&] {
        for (const std::string &Source : Sources)
          J.value(Source);
      });
    J.attribute("arch", Arch);
    J.attribute("records", Table.isExtended() ? "extended" : "native");
    J.attributeObject("options", [&] {
      for (StringRef Name : optionNames())
        if (std::string Value = optionText(Opts, Name);
            Value != optionText(Options(), Name))
          J.attribute(Name, Value);
    });
    J.attributeArray("events", [&] {
      for (auto [Index, D] : enumerate(Table.declarations()))
        J.object([&, Index = Index, &D = D] {
          writeEvent(J, D, Index, Locations, Opts);
        });
    });
    J.attribute("pops", count_if(Table.calls(),
                                 [](const EventCall &E) { return E.isPop(); }));
  });
  OS << '\n';
}

} // namespace

void writeManifest(const std::vector<std::string> &Sources,
                   const EventTable &Table, const EventLocations &Locations,
                   const TargetInfo &Target, const Options &Opts,
                   Diagnostics &Diags) {
  SmallString<128> Directory;
  (void)sys::fs::current_path(Directory); // Names stay relative without it.
  std::vector<std::string> Full = fullNames(Sources, Directory);
  std::string File = manifestFile(Opts.Manifest, Full, Target.Name);
  if (auto Other = describedSources(File); Other && *Other != Full) {
    Diags.error(nullptr, {},
                "the manifest '" + File + "' describes '" +
                    join(*Other, "', '") +
                    "'; give every source its own, or a folder for all");
    return;
  }
  StringRef Folder = sys::path::parent_path(File);
  if (std::error_code EC = Folder.empty()
                               ? std::error_code()
                               : sys::fs::create_directories(Folder)) {
    Diags.error(nullptr, {},
                "the folder '" + Folder +
                    "' for the manifest cannot be made: " + EC.message() +
                    "; give another manifest=PATH");
    return;
  }
  // Written beside and renamed.
  if (Error E = writeToOutput(File, [&](raw_ostream &OS) {
        writeJSON(OS, Sources, Directory, Table, Locations, Target.Name, Opts);
        return Error::success();
      }))
    Diags.error(nullptr, {},
                "the manifest '" + File + "' cannot be written: " +
                    toString(std::move(E)) + "; give another manifest=PATH");
}

} // namespace iket
