//===- Utf8Test.cpp - Text ------------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Text.h"
#include <gtest/gtest.h>

using namespace iket;

TEST(Utf8, WellFormed) {
  for (const char *Good :
       {"", "a", "\xC3\xA9", "\xE6\xBC\xA2", "\xF0\x9F\x98\x80", "\xED\x9F\xBF",
        "\xF4\x8F\xBF\xBF"})
    EXPECT_TRUE(isUtf8(Good)) << Good;
}

// Cut off, overlong, a surrogate, too large, a lone continuation.
TEST(Utf8, IllFormed) {
  for (const char *Bad :
       {"\xC3", "\xE6\xBC", "\xF0\x9F\x98", "\xC0\xAF", "\xE0\x80\xAF",
        "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80", "\xFF"})
    EXPECT_FALSE(isUtf8(Bad)) << Bad;
  EXPECT_EQ("a\xEF\xBF\xBDz", repairUtf8("a\xFFz"));
  EXPECT_EQ("\xEF\xBF\xBD\xEF\xBF\xBD", repairUtf8("\xE6\xBC"));
}

// What could drive a terminal is shown, not sent.
TEST(Utf8, Printable) {
  EXPECT_EQ("\\x1b[31m", printable("\x1b[31m"));
  EXPECT_EQ("a\\x0ab\\x7f", printable("a\nb\x7f"));
  EXPECT_EQ("\\x9b31m", printable("\xC2\x9B"
                                  "31m"));
  EXPECT_EQ("\xC3\xA9", printable("\xC3\xA9"));
}

TEST(Utf8, Columns) { EXPECT_EQ(3u, columns("a\xC3\xA9z")); }
