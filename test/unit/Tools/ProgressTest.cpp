//===- ProgressTest.cpp - The text of a progress bar ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include <gtest/gtest.h>

using iket::tool::ProgressText;
using namespace std::chrono_literals;

static constexpr ProgressText::Time Start{};

/// The text after two seconds.
static std::string textOf(const std::string &What, std::uint64_t Done,
                          std::uint64_t Total, std::size_t Columns) {
  return ProgressText(Start).at(Start + 2s, What, Done, Total, Columns);
}

TEST(Progress, OnlyAfterASecond) {
  ProgressText Text(Start);
  EXPECT_EQ("", Text.at(Start, "a", 1, 2, 19));
  EXPECT_EQ("", Text.at(Start + 999ms, "a", 1, 2, 19));
  EXPECT_EQ("[#####     ]  50 %", Text.at(Start + 1s, "a", 1, 2, 19));
}

TEST(Progress, TenTimesASecond) {
  ProgressText Text(Start);
  EXPECT_NE("", Text.at(Start + 5s, "a", 1, 4, 80));
  EXPECT_EQ("", Text.at(Start + 5099ms, "a", 2, 4, 80));
  EXPECT_NE("", Text.at(Start + 5100ms, "a", 2, 4, 80));
  EXPECT_EQ("", Text.at(Start + 5199ms, "a", 3, 4, 80));
}

TEST(Progress, Percent) {
  std::string Empty(40, ' '), Full(40, '#');
  EXPECT_EQ("x [" + Empty + "]   0 %", textOf("x", 0, 1000, 80));
  EXPECT_EQ("x [" + Empty + "]   1 %", textOf("x", 19, 1000, 80));
  // Neither is full before it is.
  EXPECT_EQ("x [" + Full.substr(1) + " ]  99 %", textOf("x", 999, 1000, 80));
  EXPECT_EQ("x [" + Full + "] 100 %", textOf("x", 1000, 1000, 80));
  // A file that has grown, and one of unknown size.
  EXPECT_EQ("x [" + Full + "] 100 %", textOf("x", 1001, 1000, 80));
  EXPECT_EQ("x [" + Full + "] 100 %", textOf("x", 1, 0, 80));
  EXPECT_EQ("x [" + Full.substr(20) + Empty.substr(20) + "]  50 %",
            textOf("x", UINT64_MAX / 2, UINT64_MAX, 80));
}

TEST(Progress, FitsTheTerminal) {
  EXPECT_EQ("reading é [#####     ]  50 %", textOf("reading é", 1, 2, 29));
  // One column less has no room for the name, which leaves more for the bar.
  EXPECT_EQ("[#########          ]  50 %", textOf("reading é", 1, 2, 28));
  EXPECT_EQ("[#####     ]  50 %", textOf("reading é", 1, 2, 19));
  EXPECT_EQ(" 50 %", textOf("reading é", 1, 2, 18));
  EXPECT_EQ(" 50 %", textOf("reading é", 1, 2, 1));
}
