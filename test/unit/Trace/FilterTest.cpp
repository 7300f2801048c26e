//===- FilterTest.cpp - Times and wild cards ------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Text.h"
#include "Trace/Filter.h"
#include <gtest/gtest.h>

using namespace iket::trace;
using iket::matchesGlob;

TEST(Filter, Times) {
  EXPECT_EQ(250u, parseTime("250"));
  EXPECT_EQ(250u, parseTime("250ns"));
  EXPECT_EQ(1500u, parseTime("1.5us"));
  EXPECT_EQ(2000000u, parseTime("2ms"));
  EXPECT_EQ(3000000000u, parseTime("3s"));
  for (const char *Bad : {"", "us", "-1", "1h", "1 us", "1e30s", "nan", "inf"})
    EXPECT_THROW(parseTime(Bad), std::invalid_argument) << Bad;
}

TEST(Filter, Spans) {
  using Span = std::pair<std::uint64_t, std::optional<std::uint64_t>>;
  EXPECT_EQ(Span(0, 1500000), parseSpan("0:1.5ms"));
  EXPECT_EQ(Span(20000, std::nullopt), parseSpan("20us:"));
  EXPECT_EQ(Span(0, 3), parseSpan(":3"));
  for (const char *Bad : {"3", "5:1", "1us:1us", "0:0", ":0", "1:2:3", "a:"})
    EXPECT_THROW(parseSpan(Bad), std::invalid_argument) << Bad;
}

TEST(Filter, Globs) {
  EXPECT_TRUE(matchesGlob("load", "load"));
  EXPECT_FALSE(matchesGlob("load_b", "load"));
  EXPECT_TRUE(matchesGlob("load_b", "load*"));
  EXPECT_TRUE(matchesGlob("load_b", "*_?"));
  EXPECT_TRUE(matchesGlob("abcabd", "*ab?"));
  EXPECT_FALSE(matchesGlob("abcabd", "*ab"));
  EXPECT_TRUE(matchesGlob("", "*"));
  EXPECT_FALSE(matchesGlob("", "?"));
}
