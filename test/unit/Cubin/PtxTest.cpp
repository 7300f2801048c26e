//===- PtxTest.cpp - Globals and functions of PTX -------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/Declarations.h"
#include <gtest/gtest.h>

using namespace iket;

TEST(Ptx, ShortInitialisersAreFilledWithZeros) {
  cubin::Module M = cubin::readPtx(std::string_view(
      ".version 8.0\n.target sm_90a\n"
      "// .global .b8 __iket_meta_info[48] = {1};\n"
      ".visible .global .align 1 .b8 __iket_meta_info[48] = {48, 0x0, 0, 017};\n"
      ".global .b32 other[2] = {1, {2}};\n"));
  EXPECT_EQ(M.Arch, "sm_90a");
  ASSERT_EQ(M.Globals.size(), 1u);
  EXPECT_EQ(M.Globals[0].Contents.size(), 48u);
  EXPECT_EQ(M.Globals[0].Contents.read<std::uint32_t>(0, ""), 0x0F000030u);
}

TEST(Ptx, PointsBelongToTheirFunction) {
  cubin::Module M = cubin::readPtx(std::string_view(
      ".version 8.0\n.func (.param .b32 r) proto(.param .b32 a);\n"
      ".func (.param .b32 r) f(.param .b32 a)\n{ { mov.u32 t, %globaltimer_lo; pmevent.mask 3; } ret; }\n"
      ".visible .entry k() .maxntid 1 { pmevent.mask 3; pmevent 5; mov.u32 t, "
      "%globaltimer_lo; pmevent.mask 0x1f; }"));
  ASSERT_EQ(M.Functions.size(), 2u);
  EXPECT_EQ(M.Functions[0].symbol, "f");
  EXPECT_FALSE(M.Functions[0].kernel);
  EXPECT_EQ(M.Functions[0].points.at(3), 1u);
  EXPECT_TRUE(M.Functions[1].kernel);
  EXPECT_EQ(M.Functions[1].points.at(31), 1u);
  // Without a read of the timer before it, a trigger is the program's own.
  EXPECT_EQ(M.Functions[1].points.size(), 1u);
  EXPECT_EQ(M.Functions[1].pmevents, 2u);
}

static cubin::Module readText(const std::string &Text) {
  return cubin::readPtx(std::string_view(Text));
}

TEST(Ptx, NonsenseIsRefused) {
  for (const char *List :
       {"[48] = 1", "[48] = {256}", "[48] = {x}", "[1] = {1, 2}",
        "[99999999999999999999] = {1}", "[48] = {1, 2", "[48] = {1", "["})
    EXPECT_THROW(readText(std::string(".version 8\n.global .b8 "
                                      "__iket_meta_info") +
                          List),
                 events::error)
        << List;
}
