//===- DurationCountsTest.cpp - Percentiles -------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/DurationCounts.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using iket::trace::DurationCounts;

TEST(DurationCounts, EmptyHasNoPercentile) {
  EXPECT_EQ(0u, DurationCounts().percentile(50));
}

TEST(DurationCounts, NearestRankByHand) {
  DurationCounts C;
  for (unsigned D : {320, 640, 960, 1280})
    C.add(D);
  EXPECT_EQ(320u, C.percentile(25));
  EXPECT_EQ(640u, C.percentile(50));
  EXPECT_EQ(960u, C.percentile(51));
  EXPECT_EQ(1280u, C.percentile(99));
}

TEST(DurationCounts, AgreesWithASortedVector) {
  std::mt19937_64 Random(2);
  DurationCounts C, Half[2];
  std::vector<std::uint64_t> All;
  for (int I = 0; I != 50000; ++I) {
    std::uint64_t D = 32 * (Random() % (1u << (Random() % 20)));
    All.push_back(D);
    C.add(D);
    Half[I % 2].add(D);
  }
  std::sort(All.begin(), All.end());
  Half[0].merge(Half[1]);
  EXPECT_EQ(All.size(), Half[0].total());
  for (double P : {1.0, 50.0, 90.0, 95.0, 99.0, 99.9, 100.0}) {
    auto Rank = std::size_t(std::ceil(P / 100 * double(All.size())));
    EXPECT_EQ(All[Rank - 1], C.percentile(P)) << P;
    EXPECT_EQ(All[Rank - 1], Half[0].percentile(P)) << P;
  }
}
