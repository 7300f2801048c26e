//===- TracksTest.cpp - Launches that share a track -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Tracks.h"
#include <gtest/gtest.h>
#include <random>

using namespace iket::trace;

TEST(Tracks, TakesWhatLiesApart) {
  SpanSet Set;
  EXPECT_TRUE(Set.take(100, 200));
  EXPECT_TRUE(Set.take(200, 300)); // Behind the other, on the same tick.
  EXPECT_FALSE(Set.take(250, 400));
  EXPECT_FALSE(Set.take(150, 150));
  EXPECT_FALSE(Set.take(50, 100)); // Late: a reader would nest the one in it.
  EXPECT_TRUE(Set.take(50, 99));
  EXPECT_TRUE(Set.take(300, 300));
  EXPECT_TRUE(Set.take(300, 400));
  EXPECT_FALSE(Set.take(0, 1000));
}

// However spans come, none on a track overlaps another.
TEST(Tracks, RandomSpansNeverCross) {
  std::mt19937 Random(1);
  LaunchTracks Tracks;
  std::map<std::size_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>>
      Placed;
  for (unsigned I = 0; I != 2000; ++I) {
    std::uint64_t Start = Random() % 3000, End = Start + Random() % 40;
    auto &Track = Placed[Tracks.place(Start, End)];
    for (auto [From, To] : Track)
      ASSERT_TRUE(To <= Start || End < From)
          << From << ".." << To << " and " << Start << ".." << End;
    Track.emplace_back(Start, End);
  }
  EXPECT_LT(Placed.size(), 60u);
  EXPECT_GT(Placed[0].size(), 50u);
}

// A late span still finds its gap, unless there are too many to remember.
TEST(Tracks, ForgetsGapsBeyondTheBound) {
  auto Filled = [](std::uint64_t Spans) {
    SpanSet Set;
    for (std::uint64_t I = 0; I != Spans; ++I)
      EXPECT_TRUE(Set.take(100 * I, 100 * I + 50));
    return Set;
  };
  EXPECT_TRUE(Filled(SpanSet::MaxSpans).take(60, 70));
  SpanSet Set = Filled(SpanSet::MaxSpans + 1);
  EXPECT_FALSE(Set.take(60, 70));   // Between the first two.
  EXPECT_TRUE(Set.take(160, 170));  // Between two pairs.
  EXPECT_FALSE(Set.take(210, 220)); // Not between any.
  EXPECT_TRUE(Set.take(1'000'000, 1'000'001));
}
