//===- ExecutableInput.cpp - The options of what reads executables --------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input/ExecutableInput.h"
#include "Support/Text.h"
#include "Trace/Filter.h"
#include <algorithm>

namespace iket::tool {

void ExecutableInput::addOptions(CLI::App &Command) {
  auto Add = [&](const char *Name, auto &Into, const char *Help,
                 const char *Type) {
    Command.add_option(Name, Into, Help)->group("Filters")->type_name(Type);
  };
  Add("--kernel", Kernels, "Kernels whose name, mangled or not, has TEXT",
      "TEXT");
  Add("--name", Names, "Events of this name; * and ? are wild", "NAME");
  addArch(Command);
}

void ExecutableInput::addArch(CLI::App &Command) {
  Command
      .add_option("--arch", Arches,
                  "Images of this architecture; * and ? are wild")
      ->group("Filters")
      ->type_name("sm_NN");
}

void ExecutableInput::addPaths(CLI::App &Command, const char *Help) {
  Command.add_option("file", Paths, Help)->required()->type_name("FILE");
}

static bool matchesAny(const std::string &Text,
                       const std::vector<std::string> &Patterns) {
  return Patterns.empty() ||
         std::any_of(Patterns.begin(), Patterns.end(),
                     [&](auto &P) { return matchesGlob(Text, P); });
}

bool ExecutableInput::wantsArch(const std::string &Arch) const {
  return matchesAny(Arch, Arches);
}

bool ExecutableInput::wantsName(const std::string &Name) const {
  return matchesAny(Name, Names);
}

bool ExecutableInput::wantsKernel(const std::string &Symbol) const {
  if (Kernels.empty())
    return true;
  std::string Full = demangle(Symbol);
  return std::any_of(Kernels.begin(), Kernels.end(), [&](auto &Part) {
    return Symbol.find(Part) != Symbol.npos || Full.find(Part) != Full.npos;
  });
}

events::table ExecutableInput::filter(events::table T) const {
  auto Drop = [](auto &From, auto Wants) {
    From.erase(std::remove_if(From.begin(), From.end(),
                              [&](auto &Item) { return !Wants(Item); }),
               From.end());
  };
  Drop(T.functions, [&](auto &F) { return wantsKernel(F.symbol); });
  Drop(T.events, [&](const events::event &E) {
    return wantsName(E.name) &&
           (!hasKernelFilter() ||
            std::any_of(T.functions.begin(), T.functions.end(),
                        [&](auto &F) { return F.points.count(E.id) != 0; }));
  });
  return T;
}

std::string imageText(const events::table &T) {
  return T.source + ", " + (T.arch.empty() ? "" : T.arch + " ") +
         formatName(T.format) + " at byte " + std::to_string(T.offset);
}

const char *kindName(events::event_kind Kind) {
  switch (Kind) {
  case events::event_kind::mark:
    return "mark";
  case events::event_kind::push:
    return "push";
  case events::event_kind::token:
    return "token";
  case events::event_kind::other:
    return "other";
  }
  return "";
}

const char *modeName(events::record_mode Mode) {
  switch (Mode) {
  case events::record_mode::none:
    return "none";
  case events::record_mode::native:
    return "native";
  case events::record_mode::extended:
    return "extended";
  }
  return "";
}

const char *formatName(events::image_format Format) {
  switch (Format) {
  case events::image_format::elf:
    return "machine code";
  case events::image_format::ptx:
    return "PTX";
  case events::image_format::bitcode:
    return "bitcode";
  }
  return "";
}

const char *compressionName(events::compression C) {
  switch (C) {
  case events::compression::none:
    return "none";
  case events::compression::lz4:
    return "LZ4";
  case events::compression::zstd:
    return "zstd";
  }
  return "";
}

std::string locationText(const events::location &L) {
  return L.line ? L.file + ":" + std::to_string(L.line) : L.file;
}

} // namespace iket::tool
