//===- Ids.cpp - iket ids -------------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Support/OutputFile.h"
#include "iket/abi.h"
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace iket::tool {
namespace {

using Json = nlohmann::ordered_json;

struct IdsCommand final : Subcommand {
  IdsCommand()
      : Subcommand(Group::Executables, "ids",
                   "Write the file for the option ids from all manifests of a "
                   "link") {}
  void addOptions(CLI::App &Sub) override;
  int run() override;

  std::vector<std::string> Manifests;
  std::string Output;
};

struct Event {
  std::string Name, Kind, Payload;
  std::int64_t Id = 0; ///< 0: not numbered yet.

  bool isMark() const { return Kind == "mark"; }
  std::string sort() const { return Kind + " with payload " + Payload; }
};

/// Events in the order in which they were found. A mark and a range of one name
/// are two.
struct EventList {
  std::vector<Event> Events;
  std::map<std::pair<std::string, bool>, std::size_t> Places;

  /// The event of \p E's name, and whether \p E was added as that.
  std::pair<Event *, bool> add(const Event &E) {
    auto [At, IsNew] = Places.try_emplace({E.Name, E.isMark()}, Events.size());
    if (IsNew)
      Events.push_back(E);
    return {&Events[At->second], IsNew};
  }
};

std::vector<Event> readEvents(const std::string &Path) {
  std::ifstream File(Path);
  if (!File)
    throw UsageError("'" + Path + "' cannot be read: " + std::strerror(errno));
  const std::string Remedy = "; give a file that manifest=PATH wrote";
  Json Content;
  try {
    Content = Json::parse(File);
  } catch (const Json::parse_error &E) {
    throw UsageError("'" + Path + "' is not JSON, at byte " +
                     std::to_string(E.byte) + Remedy);
  }
  if (!Content.is_object() || Content.value("version", Json()) != 1 ||
      !Content.value("events", Json()).is_array())
    throw UsageError("'" + Path + "' is not of version 1" + Remedy);
  std::vector<Event> Events;
  for (const Json &E : Content["events"])
    try {
      Json Id = E.value("id", Json());
      Events.push_back({E.at("name"), E.at("kind"), E.at("payload"),
                        Id.is_number_integer() ? Id.get<std::int64_t>() : 0});
    } catch (const Json::exception &) {
      throw UsageError("'" + Path +
                       "' has an event without name, kind or "
                       "payload" +
                       Remedy);
    }
  return Events;
}

/// The profiler knows a range by the hash of its name.
void checkHashes(const EventList &List, const std::string &Output) {
  std::map<std::uint32_t, std::string> Names;
  for (const Event &E : List.Events) {
    if (E.isMark())
      continue;
    auto [Other, IsNew] =
        Names.emplace(abi::fnv1a32(E.Name.data(), E.Name.size()), E.Name);
    if (!IsNew)
      throw UsageError("ranges '" + Other->second + "' and '" + E.Name +
                       "' have the same hash, by which the profiler knows "
                       "them; rename one, and remove it from '" +
                       Output + "' if that file lists it");
  }
}

/// Gives an id to each event, and keeps those that there are, unless one is out
/// of range now. True if records are extended.
bool number(EventList &List) {
  std::size_t Count = List.Events.size();
  if (Count > abi::ExtendedCapacity)
    throw UsageError(std::to_string(Count) + " events; an executable holds " +
                     std::to_string(abi::ExtendedCapacity) +
                     ", so use fewer names");
  bool Extended = Count > abi::NativeCapacity;
  std::int64_t First = Extended ? abi::ExtendedFirstId : abi::NativeFirstId;
  std::int64_t Last = Extended ? abi::ExtendedLastId : abi::NativeLastId;
  std::set<std::int64_t> Used;
  bool Fits = true;
  for (const Event &E : List.Events)
    if (E.Id != 0)
      Fits &= E.Id >= First && E.Id <= Last && Used.insert(E.Id).second;
  if (!Fits)
    Used.clear();
  std::int64_t Next = First;
  for (Event &E : List.Events) {
    if (Fits && E.Id != 0)
      continue;
    while (Used.count(Next))
      ++Next;
    E.Id = Next++;
  }
  return Extended;
}

int IdsCommand::run() {
  EventList Found, All;
  for (const std::string &Path : Manifests)
    for (Event &E : readEvents(Path)) {
      E.Id = 0; // The unit's own.
      auto [Other, IsNew] = Found.add(E);
      if (!IsNew && Other->sort() != E.sort())
        throw UsageError("'" + E.Name + "' is a " + Other->sort() +
                         " in one file and a " + E.sort() +
                         " in another; give both one type, or compile both "
                         "again for new manifests");
    }
  // Kept ids come first. What the manifests say about a name replaces what the
  // file says.
  if (std::filesystem::exists(Output))
    for (const Event &E : readEvents(Output))
      All.add(E);
  for (const Event &E : Found.Events) {
    auto [Kept, IsNew] = All.add(E);
    Kept->Kind = E.Kind;
    Kept->Payload = E.Payload;
  }
  checkHashes(All, Output);
  bool Extended = number(All);

  Json Events = Json::array();
  for (const Event &E : All.Events)
    Events.push_back({{"name", E.Name},
                      {"kind", E.Kind},
                      {"payload", E.Payload},
                      {"id", E.Id}});
  Json Content = {{"version", 1},
                  {"records", Extended ? "extended" : "native"},
                  {"events", Events}};
  OutputFile File(Output);
  File << Content.dump(1) << "\n";
  File.commit();
  return Fine;
}

void IdsCommand::addOptions(CLI::App &Sub) {
  Sub.add_option("manifest", Manifests,
                 "Files that the option manifest=PATH wrote")
      ->required()
      ->type_name("FILE");
  Sub.add_option("-o,--output", Output,
                 "The file; one that exists keeps the ids it gave")
      ->required()
      ->type_name("OUT");
  Sub.footer("Events of one name and kind share one id. 31 and more make the "
             "records\n"
             "extended, for all files alike.\n"
             "\n"
             "Example:\n"
             "  iket ids manifests/*.json -o ids.json");
}

IdsCommand Command;

} // namespace
} // namespace iket::tool
