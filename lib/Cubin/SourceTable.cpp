//===- SourceTable.cpp - Where in the source events are recorded ----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what lib/Pass/Locations.cpp writes:
//
//   +0   SourceTableHeader      "IKST", version, entries, bytes of strings
//   +16  SourceEntry[entries]   id, file, line, function, inlined at
//        strings, NUL-terminated; file and function are offsets into them
//
// The places come first, in an order that InlinedAt counts in; a place with
// several events is listed again behind them for each further one, and one with
// no event of its own, which only others were inlined at, has the id 0.
//
//===----------------------------------------------------------------------===//

#include "Cubin/Declarations.h"
#include <unordered_map>

namespace iket::cubin {
namespace {

/// More than any source has. Small entries can all name one large string, and
/// symbols can all name one large table.
constexpr std::size_t MostPlaces = 1 << 20, MostTextBytes = 64 << 20;

class TableReader {
public:
  explicit TableReader(events::table &T) : T(T) {
    for (std::size_t I = 0; I != T.events.size(); ++I)
      EventsOf[T.events[I].id].push_back(I);
  }

  void read(const Global &G) {
    const Bytes &Table = G.Contents;
    auto Complain = [&](const std::string &What) {
      T.problems.push_back("source table '" + G.Name + "': " + What);
    };
    abi::SourceTableHeader Expected;
    if (!Table.holds(0, sizeof(Expected)))
      return Complain("has no header");
    auto Header = Table.read<abi::SourceTableHeader>(0, "a source table");
    if (std::memcmp(Header.Magic, Expected.Magic, sizeof(Header.Magic)) != 0)
      return Complain("does not begin with IKST");
    if (Header.Version != Expected.Version)
      return Complain("is of version " + std::to_string(Header.Version) +
                      ", and this reader knows version " +
                      std::to_string(Expected.Version));
    if (!Table.holds(sizeof(Header), Header.Entries, sizeof(abi::SourceEntry)))
      return Complain(std::to_string(Header.Entries) +
                      " entries go beyond its end");
    if (Header.Entries > MostPlaces - T.locations.size())
      return Complain("has more entries than any source");
    std::uint64_t At = sizeof(Header) +
                       std::uint64_t(Header.Entries) * sizeof(abi::SourceEntry);
    Bytes Strings = Table.slice(At, Table.size() - At, "strings");

    std::size_t First = T.locations.size(), Wrong = 0;
    for (std::uint32_t I = 0; I != Header.Entries; ++I) {
      auto E = Table.read<abi::SourceEntry>(
          sizeof(Header) + I * sizeof(abi::SourceEntry), "an entry");
      events::location L;
      L.file = Strings.string(E.File);
      L.line = E.Line;
      L.function = Strings.string(E.Function);
      TextBytes += L.file.size() + L.function.size();
      if (TextBytes > MostTextBytes)
        return Complain("has more text than any source");
      // Callers stand before what was inlined into them.
      if (E.InlinedAt < I)
        L.inlined_at = First + E.InlinedAt;
      else
        Wrong += E.InlinedAt != abi::SourceEntry::None;
      Wrong += E.File >= Strings.size() || E.Function >= Strings.size();
      if (auto It = EventsOf.find(E.Id); It != EventsOf.end())
        for (std::size_t Event : It->second)
          T.events[Event].locations.push_back(T.locations.size());
      T.locations.push_back(std::move(L));
    }
    if (Wrong)
      Complain(std::to_string(Wrong) + " of its references lead nowhere");
  }

private:
  events::table &T;
  /// Several only where an id is declared twice.
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> EventsOf;
  std::size_t TextBytes = 0;
};

} // namespace

void readSourceTables(const Module &M, events::table &T) {
  TableReader Reader(T);
  for (const Global &G : M.Globals)
    if (std::string_view(G.Name).substr(0, sizeof(abi::SourceTablePrefix) -
                                               1) == abi::SourceTablePrefix)
      Reader.read(G);
}

} // namespace iket::cubin
