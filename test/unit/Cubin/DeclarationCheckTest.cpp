//===- DeclarationCheckTest.cpp - Declarations that contradict ------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/RecordCheck.h"
#include <gtest/gtest.h>

namespace iket::cubin::test {
static void addEvent(Declarations &D, std::uint32_t Id, std::string Name,
                     abi::Position Position, std::uint32_t RangeId) {
  Declared<abi::EventAttributes> E;
  E.Name = std::move(Name);
  E.Attributes.Id = Id;
  E.Attributes.Method = static_cast<std::uint32_t>(abi::Method::NativeDump);
  E.Attributes.Position = static_cast<std::uint32_t>(Position);
  E.Attributes.RangeId = RangeId;
  E.Attributes.NameSize = static_cast<std::uint32_t>(E.Name.size());
  D.Events.push_back(std::move(E));
}

static void addRange(Declarations &D, std::uint32_t Id, std::string Name,
                     abi::RangeType Type, abi::PairMode Mode) {
  Declared<abi::RangeAttributes> R;
  R.Name = std::move(Name);
  R.Attributes.RangeId = Id;
  R.Attributes.Type = static_cast<std::uint32_t>(Type);
  R.Attributes.PairMode = static_cast<std::uint32_t>(Mode);
  R.Attributes.NameSize = static_cast<std::uint32_t>(R.Name.size());
  D.Ranges.push_back(std::move(R));
}

/// A mark, a push and a token range, as the pass declares them.
static Declarations good() {
  Declarations D;
  Declared<abi::MetaInfo> Meta;
  Meta.Symbol = abi::MetaInfoSymbol;
  Meta.Attributes.MaxEventId = 31;
  D.Metas.push_back(Meta);
  addEvent(D, 1, "m", abi::Position::NotInRange, 0);
  addEvent(D, 2, "p", abi::Position::RangeStart, 100);
  addEvent(D, 3, "t", abi::Position::RangeStartEnd, 200);
  addRange(D, 100, "p", abi::RangeType::PushPop, abi::PairMode::None);
  addRange(D, 200, "t", abi::RangeType::StartEnd, abi::PairMode::NameOnly);
  return D;
}

/// What is found once \p Change was made to good declarations. NVIDIA's reader
/// takes all of these.
template <typename Fn> static std::string changed(Fn Change) {
  Declarations D = good();
  Change(D);
  std::string Found;
  for (const Finding &F : checkDeclarations(D)) {
    EXPECT_FALSE(F.IsRejected) << F.What;
    Found += F.What + "\n";
  }
  return Found;
}

TEST(DeclarationCheck, Good) {
  EXPECT_EQ(changed([](Declarations &) {}), "");
  EXPECT_EQ(changed([](Declarations &D) {
              for (auto &E : D.Events)
                E.Attributes.Method = 5;
              D.Metas[0].Attributes.MaxEventId = 4095;
            }),
            "");
}

TEST(DeclarationCheck, EventAndItsRange) {
  EXPECT_EQ(changed([](Declarations &D) { D.Events[1].Attributes.Position = 0; }),
            "event 'p' is a mark and belongs to range 100\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Events[1].Attributes.Position = 4; }),
            "event 'p' begins a token range, and its range has type 2 and pair "
            "mode 0, not 1 and 1\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Events[2].Attributes.Position = 1; }),
            "event 't' pushes a range, and its range has type 1 and pair mode "
            "1, not 2 and 0\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Ranges[0].Attributes.Type = 1; }),
            "event 'p' pushes a range, and its range has type 1 and pair mode "
            "0, not 2 and 0\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Ranges[1].Attributes.PairMode = 0; }),
            "event 't' begins a token range, and its range has type 1 and pair "
            "mode 0, not 1 and 1\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Ranges[1].Name = "u"; }),
            "event 't' belongs to a range of another name, 'u'\n");
}

TEST(DeclarationCheck, SizesAndVersions) {
  EXPECT_EQ(changed([](Declarations &D) { D.Events[0].Attributes.Size = 61; }),
            "event 'm' gives its size as 61, not 60\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Ranges[0].Attributes.Size = 60; }),
            "range 'p' gives its size as 60, not 72\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Metas[0].Attributes.Minor = 7; }),
            "'__iket_meta_info' is of version 0.7, not 0.5\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Metas[0].Attributes.Major = 1; }),
            "'__iket_meta_info' is of version 1.5, not 0.5\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Metas[0].Attributes.Size = 40; }),
            "'__iket_meta_info' gives its size as 40, not 48\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Metas[0].Attributes.MaxNameSize = 7; }),
            "'__iket_meta_info' gives the longest name as 7, not 32\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Metas[0].Attributes.EventSize = 64; }),
            "'__iket_meta_info' gives the size of events as 64, not 60\n");
  EXPECT_EQ(changed([](Declarations &D) { D.Metas[0].Attributes.MaxEventId = 4095; }),
            "'__iket_meta_info' gives the last id as 4095, not 31\n");
}

} // namespace iket::cubin::test
