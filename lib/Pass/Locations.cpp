//===- Locations.cpp - Where in the source each event is recorded ---------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Locations.h"
#include "Pass/Declarations.h"
#include "Pass/Target.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <map>
#include <set>

using namespace llvm;

namespace iket {
namespace {

class Collector {
public:
  Collector(const Module &M, const EventTable &Table) : M(M), Table(Table) {
    Result.Of.resize(Table.declarations().size());
    Result.Kernels.resize(Table.declarations().size());
  }

  EventLocations run() {
    for (const EventCall &E : Table.calls()) {
      unsigned Place = placeOf(E);
      for (unsigned Index : E.Declarations) {
        if (Recorded.insert({Index, Place}).second)
          Result.Of[Index].push_back(Place);
        EventsIn[E.Call->getFunction()].insert(Index);
      }
    }
    for (const Function &F : M)
      if (!F.isDeclaration() && isKernel(F))
        addKernel(F);
    return std::move(Result);
  }

private:
  unsigned add(EventLocation L) {
    auto Key =
        std::make_tuple(L.Where.File, L.Where.Line, L.Function, L.InlinedAt);
    auto [It, IsNew] = Known.try_emplace(Key, Result.Places.size());
    if (IsNew)
      Result.Places.push_back(std::move(L));
    return It->second;
  }

  /// The chain of callers that \p L was inlined into, outermost first.
  unsigned callers(const DILocation *L) {
    if (!L)
      return EventLocation::None;
    unsigned Outer = callers(L->getInlinedAt());
    return add({{L->getFilename().str(), L->getLine(), 0},
                L->getSubprogramLinkageName().empty()
                    ? L->getScope()->getSubprogram()->getName().str()
                    : demangle(L->getSubprogramLinkageName().str()),
                Outer});
  }

  unsigned placeOf(const EventCall &E) {
    EventLocation L{E.Where, demangle(E.Call->getFunction()->getName().str()),
                    EventLocation::None};
    if (const DILocation *Debug = E.Call->getDebugLoc()) {
      if (!Debug->getSubprogramLinkageName().empty())
        L.Function = demangle(Debug->getSubprogramLinkageName().str());
      L.InlinedAt = callers(Debug->getInlinedAt());
    }
    return add(std::move(L));
  }

  /// The events that \p Kernel may reach by direct calls.
  void addKernel(const Function &Kernel) {
    std::set<unsigned> Events;
    for (const Function *F : findReachable({&Kernel}))
      if (auto It = EventsIn.find(F); It != EventsIn.end())
        Events.insert(It->second.begin(), It->second.end());
    for (unsigned Index : Events)
      Result.Kernels[Index].push_back(Kernel.getName().str());
  }

  const Module &M;
  const EventTable &Table;
  EventLocations Result;
  DenseSet<std::pair<unsigned, unsigned>> Recorded; ///< Event and place.
  DenseMap<const Function *, DenseSet<unsigned>> EventsIn;
  std::map<std::tuple<std::string, unsigned, std::string, unsigned>, unsigned>
      Known;
};

/// Strings, each once, and their offsets.
class StringPool {
public:
  uint32_t offset(StringRef Text) {
    auto [It, IsNew] = Offsets.try_emplace(Text, Bytes.size());
    if (IsNew)
      Bytes += Text.str() + '\0';
    return It->second;
  }
  std::string Bytes;

private:
  StringMap<uint32_t> Offsets;
};

template <typename T> void append(std::string &Out, const T &Value) {
  Out.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
}

} // namespace

EventLocations collectLocations(const Module &M, const EventTable &Table) {
  return Collector(M, Table).run();
}

void emitSourceTable(Module &M, const EventTable &Table,
                     const EventLocations &Locations, const Options &Opts) {
  StringPool Strings;
  std::string Entries;
  uint32_t Count = 0;
  auto Add = [&](uint32_t Id, const EventLocation &L) {
    abi::SourceEntry E;
    E.Id = Id;
    E.File = Strings.offset(L.Where.File);
    E.Line = L.Where.Line;
    E.Function = Strings.offset(L.Function);
    E.InlinedAt = L.InlinedAt;
    append(Entries, E);
    ++Count;
  };
  // The places in their order, so that InlinedAt holds, under the first event
  // recorded there; then the further events of places that have several.
  std::vector<SmallVector<uint32_t, 1>> IdsOf(Locations.Places.size());
  for (auto [Index, Places] : enumerate(Locations.Of))
    for (unsigned Place : Places)
      IdsOf[Place].push_back(Table.declarations()[Index].Id);
  for (auto [Place, L] : enumerate(Locations.Places))
    Add(IdsOf[Place].empty() ? 0 : IdsOf[Place].front(), L);
  for (auto [Place, L] : enumerate(Locations.Places))
    for (uint32_t Id : drop_begin(IdsOf[Place], IdsOf[Place].empty() ? 0 : 1))
      Add(Id, L);

  abi::SourceTableHeader Header;
  Header.Entries = Count;
  Header.StringBytes = Strings.Bytes.size();
  std::string Bytes;
  append(Bytes, Header);
  Bytes += Entries + Strings.Bytes;
  // Not of the module's name, which -ffile-prefix-map does not reach.
  GlobalVariable *Global = addDeviceGlobal(
      M,
      abi::SourceTablePrefix +
          formatv("{0:x-16}", abi::fnv1a64(Bytes.data(), Bytes.size())).str(),
      Bytes, !Opts.Ids.empty());
  appendToUsed(M, {Global});
}

} // namespace iket
