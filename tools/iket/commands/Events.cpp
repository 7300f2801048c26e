//===- Events.cpp - iket events -------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Support/Text.h"
#include "Terminal.h"
#include "Trace/Names.h"
#include "Trace/Payload.h"
#include "iket/abi.h"
#include "input/ExecutableInput.h"
#include <nlohmann/json.hpp>

namespace iket::tool {
namespace {

using Json = nlohmann::ordered_json;

/// Of all events of an image by id, whatever the filters leave of it.
using EventNames = std::map<std::uint32_t, std::string>;

struct EventsCommand final : Subcommand {
  EventsCommand()
      : Subcommand(Group::Executables, "events",
                   "List the events that executables declare") {}
  void addOptions(CLI::App &Sub) override;
  int run() override;

  ExecutableInput Input;
  bool AsJson = false;

  std::string text(const events::table &T, const EventNames &Names) const;
  Json json(const events::table &T) const;
};

std::string repaired(const std::string &Text) { return repairUtf8(Text); }

EventNames namesOf(const events::table &T) {
  EventNames Names = {{abi::PopId, "pop"}};
  for (const events::event &E : T.events)
    Names.emplace(E.id, E.name);
  return Names;
}

/// How often \p Id is recorded in all of \p T's functions.
std::size_t pointsOf(const events::table &T, std::uint32_t Id) {
  std::size_t Points = 0;
  for (const events::function &F : T.functions)
    if (auto It = F.points.find(Id); It != F.points.end())
      Points += It->second;
  return Points;
}

/// \p Label as far as it leaves room on a terminal, with both of its ends;
/// --json has all of it.
std::string shortened(const std::string &Label) {
  constexpr std::size_t Most = 64, Kept = 30;
  auto IsInside = [&](std::size_t At) { return (Label[At] & 0xC0) == 0x80; };
  if (Label.size() <= Most)
    return Label;
  std::size_t Head = Kept, Tail = Label.size() - Kept;
  while (IsInside(Head))
    --Head;
  while (Tail != Label.size() && IsInside(Tail))
    ++Tail;
  return Label.substr(0, Head) + "..." + Label.substr(Tail);
}

/// The places of \p E, the first few of them.
std::string placesText(const events::table &T, const events::event &E) {
  constexpr std::size_t Printed = 2;
  std::string Text;
  std::vector<std::string> Seen;
  for (std::size_t Place : E.locations) {
    std::string At = locationText(T.locations[Place]);
    // An automatic range may have no line.
    if (!At.empty() && std::find(Seen.begin(), Seen.end(), At) == Seen.end())
      Seen.push_back(At);
  }
  for (std::size_t I = 0; I != std::min(Printed, Seen.size()); ++I)
    Text += (I ? ", " : "") + Seen[I];
  if (Seen.size() > Printed)
    Text += " and " + std::to_string(Seen.size() - Printed) + " more";
  return Text.empty() ? "-" : Text;
}

/// "load 2, store 1, pop 3", in the order of the ids.
std::string pointsText(const EventNames &Names, const events::function &F) {
  std::string Text;
  for (auto [Id, Count] : F.points) {
    auto Known = Names.find(Id);
    std::string Name =
        Known != Names.end() ? Known->second : "id " + std::to_string(Id);
    Text += (Text.empty() ? "" : ", ") + Name + " " + std::to_string(Count);
  }
  return printable(Text);
}

std::string EventsCommand::text(const events::table &T,
                                const EventNames &Names) const {
  std::string Out = bold(printable(imageText(T)));
  if (T.compressed != events::compression::none)
    Out += std::string(" (") + compressionName(T.compressed) + ")";
  Out += ": ";
  if (T.format == events::image_format::bitcode)
    return Out + "its events are numbered when it is linked\n";
  if (T.mode == events::record_mode::none)
    return Out + "no events\n";
  Out += counted(T.events.size(), "event") + ", " + modeName(T.mode) +
         " records, " + (T.payloads ? "with" : "no") + " payloads\n";
  Table Events({"name", "kind", "payload", "source", "id", "points"}, 4);
  for (const events::event &E : T.events)
    Events.add({printable(E.name), kindName(E.kind),
                trace::payloadTypeName(E.payload), printable(placesText(T, E)),
                std::to_string(E.id), std::to_string(pointsOf(T, E.id))});
  if (!T.events.empty())
    Out += Events.text("  ");

  std::vector<std::string> Symbols;
  for (const events::function &F : T.functions)
    Symbols.push_back(F.symbol);
  trace::KernelLabels Labels(Symbols);
  Table Functions({"function", "events", "points", "registers", "instructions"},
                  2);
  bool Any = false;
  for (std::size_t I = 0; I != T.functions.size(); ++I) {
    const events::function &F = T.functions[I];
    std::size_t Points = 0;
    for (auto [Id, Count] : F.points)
      Points += Count;
    if (Points == 0)
      continue;
    Any = true;
    auto Known = [](std::size_t Value) {
      return Value ? std::to_string(Value) : std::string("-");
    };
    Functions.add({shortened(printable(Labels.label(I))), pointsText(Names, F),
                   std::to_string(Points), Known(F.registers),
                   Known(F.instructions)});
  }
  if (Any)
    Out += Functions.text("  ");
  for (std::size_t I = 0; I != T.functions.size(); ++I)
    if (std::size_t Own = T.functions[I].pmevents)
      Out += "  " + shortened(printable(Labels.label(I))) + " has " +
             counted(Own, "pmevent") + " of its own, which record nothing\n";
  return Out;
}

Json EventsCommand::json(const events::table &T) const {
  Json Events = Json::array(), Functions = Json::array(),
       Locations = Json::array();
  for (const events::event &E : T.events)
    Events.push_back({{"name", repaired(E.name)},
                      {"id", E.id},
                      {"kind", kindName(E.kind)},
                      {"payload", trace::payloadTypeName(E.payload)},
                      {"range_id", E.range_id},
                      {"points", pointsOf(T, E.id)},
                      {"locations", E.locations}});
  for (const events::function &F : T.functions) {
    Json Points = Json::object();
    for (auto [Id, Count] : F.points)
      Points[std::to_string(Id)] = Count;
    Json Row = {{"symbol", repaired(F.symbol)},
                {"name", repaired(demangle(F.symbol))},
                {"kernel", F.kernel},
                {"points", std::move(Points)}};
    if (F.pmevents)
      Row["pmevents"] = F.pmevents;
    if (F.registers)
      Row["registers"] = F.registers;
    if (F.instructions)
      Row["instructions"] = F.instructions;
    Functions.push_back(std::move(Row));
  }
  for (const events::location &L : T.locations) {
    Json Row = {{"file", repaired(L.file)},
                {"line", L.line},
                {"function", repaired(L.function)}};
    if (L.inlined_at)
      Row["inlined_at"] = *L.inlined_at;
    Locations.push_back(std::move(Row));
  }
  Json Problems = Json::array();
  for (const std::string &P : T.problems)
    Problems.push_back(repaired(P));
  return {{"source", repaired(T.source)},
          {"offset", T.offset},
          {"bytes", T.size},
          {"arch", repaired(T.arch)},
          {"format", T.format == events::image_format::elf   ? "elf"
                     : T.format == events::image_format::ptx ? "ptx"
                                                             : "bitcode"},
          {"compressed", compressionName(T.compressed)},
          {"mode", modeName(T.mode)},
          {"payloads", T.payloads},
          {"events", std::move(Events)},
          {"functions", std::move(Functions)},
          {"locations", std::move(Locations)},
          {"problems", std::move(Problems)}};
}

int EventsCommand::run() {
  Json List = Json::array();
  std::string Out;
  bool AnyImage = false, AnyEvent = false, AnyProblem = false;
  for (const std::string &Path : Input.Paths)
    for (events::table &T : read_event_tables(Path)) {
      AnyImage = true;
      for (const std::string &P : T.problems) {
        complain(Severity::Warning, imageText(T) + ": " + P);
        AnyProblem = true;
      }
      if (!Input.wantsArch(T.arch))
        continue;
      EventNames Names = namesOf(T);
      events::table Wanted = Input.filter(std::move(T));
      AnyEvent |= !Wanted.events.empty();
      if (AsJson)
        List.push_back(json(Wanted));
      else if (Wanted.problems.empty() || !Wanted.events.empty())
        Out += text(Wanted, Names);
    }
  if (AsJson)
    Out = List.dump(2) + "\n";
  std::fwrite(Out.data(), 1, Out.size(), stdout);
  if (!AnyEvent)
    complain(Severity::Warning,
             Input.isFiltered() ? "no event matches the filters"
             : !AnyImage        ? "there is no device code in it"
                                : "no image declares an event; was it compiled "
                                  "with the plugin, for sm_90 or newer?");
  return AnyEvent && !AnyProblem ? Fine : FoundWrong;
}

void EventsCommand::addOptions(CLI::App &Sub) {
  Input.addPaths(Sub, "Executables, libraries, objects, archives, "
                      "fat binaries, cubins or PTX");
  Input.addOptions(Sub);
  Sub.add_flag("--json", AsJson, "Print JSON");
  Sub.footer("Each image of device code, one for each architecture and file, "
             "has a table of\n"
             "its own. A point is a place in the machine code that records "
             "the event.\n"
             "\n"
             "Example: where are the waits of the sm_90a kernels?\n"
             "  iket events app --arch sm_90a --name '*wait*'");
}

EventsCommand Command;

} // namespace
} // namespace iket::tool
