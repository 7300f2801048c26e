//===- BracketScanTest.cpp - The end of an array --------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/BracketScan.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>

using iket::trace::BracketScan;

// Where the value ends, told by the plainest code there is.
static std::size_t endOf(const std::string &Text) {
  int Depth = 0;
  bool Inside = false;
  for (std::size_t I = 0; I != Text.size(); ++I) {
    if (Inside && Text[I] == '\\')
      ++I;
    else if (Text[I] == '"')
      Inside = !Inside;
    else if (!Inside && (Text[I] == '[' || Text[I] == '{'))
      ++Depth;
    else if (!Inside && (Text[I] == ']' || Text[I] == '}') && --Depth == 0)
      return I + 1;
  }
  return Text.size();
}

// Random text is brackets, quotes and backslashes in all alignments to the
// blocks of the fast path, and fed in pieces of random sizes.
TEST(BracketScan, AgreesWithThePlainLoop) {
  std::mt19937 Random(1);
  const char Letters[] = "[]{}\"\\abcdefgh,:0123";
  for (int Turn = 0; Turn != 20000; ++Turn) {
    // Few specials in one half of the runs, so that values get long.
    std::size_t From = Turn % 2 ? 0 : 4 * (Random() % 2);
    std::string Text = "[[[[[[[[";
    for (std::size_t I = Random() % 400; I != 0; --I)
      Text += Letters[From + Random() % (sizeof Letters - 1 - From)];
    Text += "]]]]]]]]]]]]]]]]";
    std::size_t Expected = endOf(Text);

    BracketScan Scan;
    const char *P = Text.data(), *End = P + Text.size();
    while (P != End && !Scan.done()) {
      const char *Piece =
          P + std::min<std::size_t>(End - P, 1 + Random() % 200);
      P = Scan.run(P, Piece);
    }
    ASSERT_EQ(Expected, std::size_t(P - Text.data())) << Text;
  }
}

TEST(BracketScan, IsNotDoneBeforeTheEnd) {
  std::string Text = "[\"]\", {\"a\": [1, 2]}";
  BracketScan Scan;
  Scan.run(Text.data(), Text.data() + Text.size());
  EXPECT_FALSE(Scan.done());
}
