//===- WarpReaderTest.cpp - A launch, warp by warp ------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/WarpEvents.h"
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace iket::trace;

namespace {
/// A trace of 40 warps on 4 SMs, whose ranges are told in a jumbled order: the
/// inner one before the one around it, and the warps in turn.
std::string jumbledTrace() {
  std::string Locations, Ranges;
  for (unsigned W = 0; W != 40; ++W)
    Locations +=
        (W ? "," : "") + std::string("{\"smId\":") + std::to_string(3 - W % 4) +
        ",\"ctaId\":[0,0,0],\"warpId\":" + std::to_string(39 - W) + "}";
  auto Add = [&](unsigned Name, unsigned Start, unsigned End, unsigned Warp) {
    std::string Where = std::to_string(Warp);
    Ranges += (Ranges.empty() ? "" : ",") + std::string("{\"rangeNameIdx\":") +
              std::to_string(Name) + ",\"startTs\":" + std::to_string(Start) +
              ",\"endTs\":" + std::to_string(End) + ",\"rangeType\":2," +
              "\"warpLocIdxs\":[" + Where + "," + Where + "]}";
  };
  for (unsigned Turn = 10; Turn-- != 0;)
    for (unsigned W = 0; W != 40; ++W) {
      Add(1, 1000 * Turn + 100, 1000 * Turn + 200, W);
      Add(0, 1000 * Turn + 100, 1000 * Turn + 900, W);
    }
  return "{\"launches\":[{\"kernelName\":\"k\",\"ranges\":[" + Ranges +
         "]}],\"locationTable\":[" + Locations +
         "],\"stringTable\":[\"outer\",\"inner\"]}";
}

class WarpReaderTest : public testing::Test {
protected:
  WarpReaderTest() {
    Path = testing::TempDir() + "warps" + std::to_string(::getpid());
    std::ofstream(Path) << jumbledTrace();
  }
  ~WarpReaderTest() override { std::remove(Path.c_str()); }

  /// All that a reader hands over, as text.
  std::string read(std::uint64_t MaxEvents) {
    file Trace(Path);
    KernelLabels Labels(Trace.kernels());
    Filter Wanted(Trace, Labels, {});
    std::string Text;
    WarpReader(Trace, Wanted, MaxEvents)
        .read(Trace.launches()[0], [&](const WarpEvents &E) {
          const warp_location &L = Trace.locations()[E.Location];
          Text += std::to_string(L.sm) + "/" + std::to_string(L.warp) + ":";
          for (const WarpRange &R : E.Ranges)
            Text += " " + Trace.names()[R.Name] + "@" + std::to_string(R.Start);
          Text += "\n";
        });
    return Text;
  }
  std::string Path;
};
} // namespace

TEST_F(WarpReaderTest, OrdersWarpsByNumberAndRangesByNesting) {
  std::string Text = read(WarpReader::MaxEventsAtOnce);
  EXPECT_EQ(0u, Text.find("0/0: outer@100 inner@100 outer@1100 inner@1100"));
  EXPECT_LT(Text.find("0/4:"), Text.find("0/8:"));
  EXPECT_LT(Text.find("0/8:"), Text.find("0/12:"));
  EXPECT_LT(Text.find("0/36:"), Text.find("1/1:"));
  EXPECT_EQ(40, std::count(Text.begin(), Text.end(), '\n'));
}

// A launch that is too large is read in several goes, which nobody can tell.
TEST_F(WarpReaderTest, PartsGiveTheSame) {
  std::string Whole = read(WarpReader::MaxEventsAtOnce);
  for (std::uint64_t MaxEvents : {1, 7, 100, 1000})
    EXPECT_EQ(Whole, read(MaxEvents)) << MaxEvents;
}
