//===- ReadProgressTest.cpp - How far reading has come --------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "iket/trace.h"
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace iket::trace;

namespace {
/// Two launches of two megabytes, whose ranges lie before the marks, which are
/// read first.
class ReadProgressTest : public testing::Test {
protected:
  ReadProgressTest() {
    Path = testing::TempDir() + "progress" + std::to_string(::getpid());
    std::string Array = "[" + std::string(1'000'000, ' ') + "]";
    std::string Launch = "{\"kernelName\":\"k\",\"ranges\":" + Array +
                         ",\"markers\":" + Array + "}";
    std::ofstream(Path) << "{\"launches\":[" << Launch << "," << Launch
                        << "],\"locationTable\":[],\"stringTable\":[]}";
    Opts.on_progress = [this](std::uint64_t At) { Bytes.push_back(At); };
  }
  ~ReadProgressTest() override { std::remove(Path.c_str()); }

  /// True if what was told rises, in steps of less than 300 kB, from \p Begin
  /// to \p End.
  bool risesEvenly(std::uint64_t Begin, std::uint64_t End) {
    for (std::uint64_t At : Bytes) {
      if (At < Begin || At > End || At - Begin > 300'000)
        return false;
      Begin = At;
    }
    return End - Begin < 300'000;
  }

  std::string Path;
  options Opts;
  std::vector<std::uint64_t> Bytes;
};
} // namespace

TEST_F(ReadProgressTest, Opening) {
  file Trace(Path, Opts);
  EXPECT_TRUE(risesEvenly(0, Trace.size()));
}

TEST_F(ReadProgressTest, ALaunchRisesThroughoutAndEndsAtItsEnd) {
  file Trace(Path, Opts);
  ASSERT_EQ(2u, Trace.launches().size());
  visitor Nothing;
  for (const launch &L : Trace.launches()) {
    Bytes.clear();
    Trace.read(L, Nothing);
    EXPECT_TRUE(risesEvenly(L.begin, L.end)) << L.index;
    EXPECT_EQ(L.end, Bytes.back());
  }
}
