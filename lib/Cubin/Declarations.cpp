//===- Declarations.cpp - The declared events of a module -----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts stand in iket/abi.h. A name of more than 32 bytes takes three
// things: in its declaration "h" and 16 hex digits of its FNV-1a hash, there as
// NameSize its length and the NUL's, and the text in a global that the same
// digits name:
//
//   __iket_evt_decl_..._attrs   NameSize 41   Name "ha430d84680aabd0b"
//   __iket_string_decl_evt_ha430d84680aabd0b_str   "the name, 40 bytes long\0"
//
//===----------------------------------------------------------------------===//

#include "Cubin/Declarations.h"
#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace iket::cubin {
namespace {

bool startsWith(std::string_view Text, std::string_view Prefix) {
  return Text.substr(0, Prefix.size()) == Prefix;
}

/// The globals that hold the text of long names, by symbol.
using Strings = std::unordered_map<std::string_view, const Global *>;

/// Fills in the name of \p D, whose layout is not MetaInfo.
template <typename Layout>
void readName(const Strings &Texts, const char *StringPrefix,
              Declared<Layout> &D) {
  const auto &A = D.Attributes;
  std::string_view Inline(A.Name, abi::MaxNameBytes);
  if (A.NameSize <= abi::MaxNameBytes) {
    D.Name = Inline.substr(0, A.NameSize);
    return;
  }
  Inline = Inline.substr(0, Inline.find('\0'));
  auto Text =
      Texts.find(StringPrefix + std::string(Inline) + abi::StringSuffix);
  D.IsTextMissing = Text == Texts.end();
  D.Name = D.IsTextMissing ? Inline : Text->second->Contents.string(0);
}

/// Adds global \p G to \p Into, if it is large enough.
template <typename Layout>
Declared<Layout> *add(const Global &G, std::vector<Declared<Layout>> &Into,
                      std::vector<std::string> &Problems) {
  if (!G.Contents.holds(0, sizeof(Layout))) {
    Problems.push_back("'" + G.Name + "' has " +
                       std::to_string(G.Contents.size()) + " bytes, not " +
                       std::to_string(sizeof(Layout)));
    return nullptr;
  }
  Declared<Layout> D;
  D.Symbol = G.Name;
  D.Attributes = G.Contents.read<Layout>(0, "a declaration");
  Into.push_back(std::move(D));
  return &Into.back();
}

events::event_kind kindOf(std::uint32_t Position) {
  switch (static_cast<abi::Position>(Position)) {
  case abi::Position::NotInRange:
    return events::event_kind::mark;
  case abi::Position::RangeStart:
    return events::event_kind::push;
  case abi::Position::RangeStartEnd:
    return events::event_kind::token;
  }
  return events::event_kind::other;
}

} // namespace

bool Declarations::isExtended() const {
  return std::any_of(Events.begin(), Events.end(), [](const auto &E) {
    return E.Attributes.Method ==
           static_cast<std::uint32_t>(abi::Method::ExtendedNativeDump);
  });
}

Declarations readDeclarations(const Module &M) {
  Strings Texts;
  for (const Global &G : M.Globals)
    Texts.emplace(G.Name, &G);
  Declarations D;
  for (const Global &G : M.Globals) {
    if (G.Name == abi::MetaInfoSymbol)
      add(G, D.Metas, D.Problems);
    else if (startsWith(G.Name, abi::EventPrefix)) {
      if (auto *E = add(G, D.Events, D.Problems))
        readName(Texts, abi::EventStringPrefix, *E);
    } else if (startsWith(G.Name, abi::RangePrefix)) {
      if (auto *R = add(G, D.Ranges, D.Problems))
        readName(Texts, abi::RangeStringPrefix, *R);
    }
  }
  std::sort(D.Events.begin(), D.Events.end(), [](auto &A, auto &B) {
    return std::tie(A.Attributes.Id, A.Symbol) <
           std::tie(B.Attributes.Id, B.Symbol);
  });
  std::sort(D.Ranges.begin(), D.Ranges.end(), [](auto &A, auto &B) {
    return std::tie(A.Attributes.RangeId, A.Symbol) <
           std::tie(B.Attributes.RangeId, B.Symbol);
  });
  return D;
}

events::event describe(const Declared<abi::EventAttributes> &D) {
  events::event E;
  E.name = D.Name;
  E.id = D.Attributes.Id;
  E.kind = kindOf(D.Attributes.Position);
  E.payload = D.Attributes.Payload <= 16
                  ? static_cast<events::payload_type>(D.Attributes.Payload)
                  : events::payload_type::none;
  E.range_id = D.Attributes.RangeId;
  return E;
}

} // namespace iket::cubin
