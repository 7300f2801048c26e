//===- PassPlugin.cpp - The pass plugin beside this one -------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clang/PassPlugin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>
#include <memory>

using namespace llvm;

namespace iket {
namespace {

/// Loading it with this plugin makes its options known before -mllvm is parsed.
const bool LoadedEarly = [] {
  consumeError(loadPassPlugin().takeError());
  return true;
}();

} // namespace

std::string libraryFolder() {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(&libraryFolder), &Info))
    return ".";
  SmallString<128> Folder(Info.dli_fname);
  sys::path::remove_filename(Folder);
  return Folder.empty() ? "." : std::string(Folder);
}

static std::string passPluginPath() {
  SmallString<128> Path(libraryFolder());
  sys::path::append(Path, PassPluginFile);
  return std::string(Path);
}

Expected<PassPlugin &> loadPassPlugin() {
  static std::unique_ptr<PassPlugin> Loaded;
  if (!Loaded) {
    Expected<PassPlugin> Plugin = PassPlugin::Load(passPluginPath());
    if (!Plugin)
      return Plugin.takeError();
    Loaded = std::make_unique<PassPlugin>(std::move(*Plugin));
  }
  return *Loaded;
}

bool setPassOption(StringRef Name, StringRef Value) {
  std::string Flag = ("iket-" + Name).str();
  auto &Known = cl::getRegisteredOptions();
  auto It = Known.find(Flag);
  if (It != Known.end())
    return !It->second->addOccurrence(0, Flag, Value);
  StringRef Nearest;
  unsigned Best = Name.size() / 2 + 1; // Further off is another word.
  for (const auto &Entry : Known) {
    StringRef Other = Entry.second->ArgStr;
    if (!Other.consume_front("iket-"))
      continue;
    if (unsigned Distance = Name.edit_distance(Other); Distance < Best) {
      Nearest = Other;
      Best = Distance;
    }
  }
  errs() << "iket: unknown option '" << Name << "'";
  if (!Nearest.empty())
    errs() << "; did you mean '" << Nearest << "'?";
  errs() << '\n';
  return false;
}

std::string passOption(const char *Name) {
  auto Library =
      sys::DynamicLibrary::getPermanentLibrary(passPluginPath().c_str());
  auto *Text = reinterpret_cast<const char *(*)(const char *)>(
      Library.getAddressOfSymbol("iketOptionText"));
  return Text ? Text(Name) : "";
}

bool isSilenced(StringRef Warning) {
  return is_contained(split(passOption("no-warn"), ','), Warning);
}

} // namespace iket
