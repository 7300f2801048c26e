//===- DiffExecutables.cpp - iket diff, for executables -------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input/DiffExecutables.h"
#include "Support/Text.h"
#include "Terminal.h"
#include "Trace/Names.h"
#include "Trace/Payload.h"
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace fs = std::filesystem;

namespace iket::tool {
namespace {

using Json = nlohmann::ordered_json;
using events::event;
using events::function;
using events::table;

/// The images of both files that are of one architecture and format. Where
/// files hold several of these, they are one: separate units of a program.
using ImageKey = std::pair<std::string, std::string>;
using Pair = std::pair<std::vector<table>, std::vector<table>>;

struct Row {
  std::string Image, What, Name, Before, After;
};

std::string eventText(const table &T, const event &E) {
  return std::string(modeName(T.mode)) + " id " + std::to_string(E.id) + ", " +
         trace::payloadTypeName(E.payload);
}

/// "12 points, 32 registers, 480 instructions".
std::string functionText(const function &F) {
  std::size_t Points = 0;
  for (auto [Id, Count] : F.points)
    Points += Count;
  std::string Text = std::to_string(Points) + " points";
  if (F.registers)
    Text += ", " + std::to_string(F.registers) + " registers";
  if (F.instructions)
    Text += ", " + std::to_string(F.instructions) + " instructions";
  return Text;
}

/// What is said of each name. Separate units may each have one of that name:
/// kernels of anonymous namespaces, or the same event.
using Texts = std::map<std::string, std::multiset<std::string>>;

/// Events by kind and name, of the images on one side.
Texts eventsOf(const std::vector<table> &Tables, const ExecutableInput &In) {
  Texts Result;
  for (const table &T : Tables)
    for (const event &E : T.events)
      if (In.wantsName(E.name))
        Result[std::string(kindName(E.kind)) + " " + E.name].insert(
            eventText(T, E));
  return Result;
}

Texts functionsOf(const std::vector<table> &Tables, const ExecutableInput &In) {
  Texts Result;
  for (const table &T : Tables)
    for (const function &F : T.functions)
      if (In.wantsKernel(F.symbol))
        Result[F.symbol].insert(functionText(F));
  return Result;
}

/// "2 x native id 1, none; native id 2, none"; "-" for none.
std::string joined(const std::multiset<std::string> &Texts) {
  std::string All;
  for (auto It = Texts.begin(); It != Texts.end(); It = Texts.upper_bound(*It))
    if (std::size_t Count = Texts.count(*It); Count == 1)
      All += "; " + *It;
    else
      All += "; " + std::to_string(Count) + " x " + *It;
  return All.empty() ? "-" : All.substr(2);
}

void compare(const std::string &Image, const char *What, const Texts &Before,
             const Texts &After, std::vector<Row> &Rows) {
  std::set<std::string> Names;
  for (const Texts *Side : {&Before, &After})
    for (const auto &[Name, Text] : *Side)
      Names.insert(Name);
  for (const std::string &Name : Names) {
    auto Of = [&](const Texts &Side) {
      auto It = Side.find(Name);
      return joined(It == Side.end() ? std::multiset<std::string>()
                                     : It->second);
    };
    if (Of(Before) != Of(After))
      Rows.push_back({Image, What, Name, Of(Before), Of(After)});
  }
}

} // namespace

bool isExecutable(const std::string &Path) {
  std::error_code Missing; // Who opens it will say so.
  if (fs::exists(Path, Missing) && !fs::is_regular_file(Path, Missing))
    throw UsageError(Path + ": not a regular file");
  std::ifstream File(Path, std::ios::binary);
  char First = 0;
  // A trace is JSON, which begins with a brace or white space, or gzip's.
  return File.get(First) &&
         std::string_view("{ \t\r\n\x1F").find(First) == std::string_view::npos;
}

int diffExecutables(const std::string &Before, const std::string &After,
                    const ExecutableInput &Input, bool AsJson) {
  std::map<ImageKey, Pair> Images;
  bool AnyProblem = false, AnyBitcode = false;
  auto Read = [&](const std::string &Path, std::vector<table> Pair::*Side) {
    for (table &T : read_event_tables(Path)) {
      for (const std::string &P : T.problems)
        complain(Severity::Warning, imageText(T) + ": " + P);
      AnyProblem |= !T.problems.empty();
      if (T.format == events::image_format::bitcode)
        AnyBitcode = true;
      else
        (Images[{T.arch, formatName(T.format)}].*Side).push_back(std::move(T));
    }
  };
  Read(Before, &Pair::first);
  Read(After, &Pair::second);

  std::vector<Row> Rows;
  bool AnyEvent = false, AnyFunction = false;
  for (const auto &[Key, P] : Images) {
    std::string Image = Key.first + " " + Key.second;
    if (P.first.empty() || P.second.empty()) {
      Rows.push_back({Image, "image", "", P.first.empty() ? "-" : "present",
                      P.second.empty() ? "-" : "present"});
      continue;
    }
    Texts EventsBefore = eventsOf(P.first, Input),
          EventsAfter = eventsOf(P.second, Input),
          FunctionsBefore = functionsOf(P.first, Input),
          FunctionsAfter = functionsOf(P.second, Input);
    AnyEvent |= !EventsBefore.empty() || !EventsAfter.empty();
    AnyFunction |= !FunctionsBefore.empty() || !FunctionsAfter.empty();
    compare(Image, "event", EventsBefore, EventsAfter, Rows);
    compare(Image, "function", FunctionsBefore, FunctionsAfter, Rows);
  }
  // Where nothing was compared, nothing is the same.
  std::string Nothing;
  if (Images.empty())
    Nothing = AnyBitcode ? "there is only bitcode, which has no events before "
                           "it is linked: compare what is linked"
                         : "there is no device code in either";
  else if (Rows.empty() && Input.hasNameFilter() && !AnyEvent)
    Nothing = "no event matches --name";
  else if (Rows.empty() && Input.hasKernelFilter() && !AnyFunction)
    Nothing = "no function matches --kernel";
  if (!Nothing.empty())
    complain(Severity::Warning, Nothing);

  if (AsJson) {
    Json List = Json::array();
    for (const Row &R : Rows)
      List.push_back({{"image", repairUtf8(R.Image)},
                      {"what", R.What},
                      {"name", repairUtf8(R.Name)},
                      {"before", repairUtf8(R.Before)},
                      {"after", repairUtf8(R.After)}});
    std::puts(List.dump(2).c_str());
  } else if (Rows.empty()) {
    if (Nothing.empty() && !AnyProblem)
      std::puts("the same events, points, registers and instructions");
  } else {
    Table T({"image", "what", "name", "before", "after"}, 5);
    for (const Row &R : Rows)
      T.add({printable(R.Image), R.What,
             printable(R.What == "function" ? demangle(R.Name) : R.Name),
             R.Before, R.After});
    std::fputs(T.text().c_str(), stdout);
  }
  return Rows.empty() && Nothing.empty() && !AnyProblem ? Fine : FoundWrong;
}

} // namespace iket::tool
