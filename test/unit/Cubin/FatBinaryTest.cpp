//===- FatBinaryTest.cpp - Containers, byte by byte -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

using namespace iket;
using namespace iket::cubin::test;

static const std::string Ptx = ".version 8.0\n.target sm_90\n";

TEST(FatBinary, TextLosesItsPadding) {
  auto Images = imagesOf(fatBinary(entry(1, 0x11, Ptx)));
  ASSERT_EQ(Images.size(), 1u);
  EXPECT_EQ(Images[0].Arch, "sm_90");
  EXPECT_EQ(Images[0].Text, Ptx);
  EXPECT_EQ(Images[0].Problem, "");
}

TEST(FatBinary, FlagsTellTheArchitecturesVariant) {
  auto Images = imagesOf(
      fatBinary(entry(1, 0x100011, Ptx) + entry(1, 0x200011, Ptx)));
  ASSERT_EQ(Images.size(), 2u);
  EXPECT_EQ(Images[0].Arch, "sm_90a");
  EXPECT_EQ(Images[1].Arch, "sm_90f");
}

TEST(FatBinary, Lz4AndZstd) {
  std::string Text = Ptx + std::string(5000, ' ');
  std::string Lz4(LZ4_compressBound(int(Text.size())), '\0');
  Lz4.resize(LZ4_compress_default(Text.data(), Lz4.data(), int(Text.size()),
                                  int(Lz4.size())));
  std::string Zstd(ZSTD_compressBound(Text.size()), '\0');
  Zstd.resize(
      ZSTD_compress(Zstd.data(), Zstd.size(), Text.data(), Text.size(), 3));
  auto Images =
      imagesOf(fatBinary(entry(1, 0x2011, Lz4, Lz4.size(), Text.size()) +
                         entry(1, 0x8011, Zstd, Zstd.size(), Text.size())));
  ASSERT_EQ(Images.size(), 2u);
  EXPECT_EQ(Images[0].Compressed, events::compression::lz4);
  EXPECT_EQ(Images[0].Text, Text);
  EXPECT_EQ(Images[1].Compressed, events::compression::zstd);
  EXPECT_EQ(Images[1].Text, Text);
}

TEST(FatBinary, SizesThatLieAreProblems) {
  std::string Text(1 << 20, ' ');
  std::string Zstd(ZSTD_compressBound(Text.size()), '\0');
  Zstd.resize(
      ZSTD_compress(Zstd.data(), Zstd.size(), Text.data(), Text.size(), 3));
  for (std::uint64_t Size : {std::uint64_t(0), std::uint64_t(Text.size() - 1),
                             std::uint64_t(Text.size() + 1),
                             std::uint64_t(1) << 40, UINT64_MAX}) {
    auto Images =
        imagesOf(fatBinary(entry(1, 0x8011, Zstd, Zstd.size(), Size)));
    ASSERT_EQ(Images.size(), 1u);
    EXPECT_NE(Images[0].Problem, "") << Size;
    EXPECT_EQ(Images[0].Text, "");
  }
}

// A gigabyte from 32 KB: no compiler makes it, and no memory is spent on it.
TEST(FatBinary, CompressionBombs) {
  std::string Zeros(std::size_t(64) << 20, '\0');
  std::string Zstd(ZSTD_compressBound(Zeros.size()), '\0');
  Zstd.resize(
      ZSTD_compress(Zstd.data(), Zstd.size(), Zeros.data(), Zeros.size(), 1));
  auto Images =
      imagesOf(fatBinary(entry(1, 0x8011, Zstd, Zstd.size(), Zeros.size())));
  ASSERT_EQ(Images.size(), 1u);
  EXPECT_NE(Images[0].Problem.find("claims to uncompress to 67108864"),
            std::string::npos)
      << Images[0].Problem;
}

TEST(FatBinary, UnknownCompressionAndKinds) {
  auto Images =
      imagesOf(fatBinary(entry(1, 0x11, Ptx, 8, 100) + entry(77, 0x11, Ptx)));
  ASSERT_EQ(Images.size(), 1u);
  EXPECT_NE(Images[0].Problem.find("compressed in an unknown way"),
            std::string::npos);
}

TEST(FatBinary, EveryTruncationIsAProblem) {
  std::string Whole = fatBinary(entry(1, 0x11, Ptx));
  for (std::size_t Size = 8; Size != Whole.size(); ++Size) {
    auto Images = imagesOf(Whole.substr(0, Size));
    ASSERT_EQ(Images.size(), 1u) << Size;
    EXPECT_NE(Images[0].Problem, "") << Size;
  }
}

TEST(FatBinary, SizesNearTheEndOfNumbers) {
  std::string File = fatBinary(entry(1, 0x11, Ptx));
  for (std::size_t At : {std::size_t(8), std::size_t(24)}) {
    std::string Bad = File;
    Bad.replace(At, 8, number(UINT64_MAX - 15, 8));
    auto Images = imagesOf(Bad);
    ASSERT_EQ(Images.size(), 1u);
    EXPECT_NE(Images[0].Problem.find("beyond the end"), std::string::npos);
  }
}

/// The header of a 64-bit ELF file for \p Machine, whose \p Count sections are
/// at \p Sections.
static std::string elfHeader(unsigned Machine, std::uint64_t Sections = 0,
                             unsigned Count = 0) {
  return std::string("\x7f" "ELF\2\1\1", 7) + std::string(9, '\0') +
         number(2, 2) + number(Machine, 2) + number(1, 4) + number(0, 16) +
         number(Sections, 8) + number(0, 4) + number(64, 2) + number(56, 2) +
         number(0, 2) + number(64, 2) + number(Count, 2) + number(0, 2);
}

// A million tables may share their bytes: such a file is refused before it takes
// more than a few times its size to read.
TEST(FatBinary, OverlappingHeadersAreRefused) {
  constexpr std::uint64_t Cells = 1 << 14, Cell = 64;
  // Fat binaries that all reach to the end.
  std::string Nested = elfHeader(62);
  for (std::uint64_t I = 0; I != Cells; ++I)
    Nested += number(0xFFFF, 2) + number(0, 2) + number(64, 4) + number(0, 8) +
              number(0xBA55ED50, 4) + number(1, 2) + number(16, 2) +
              number((Cells - I) * Cell - 40, 8) + number(0xFFFF, 2) +
              number(0, 2) + number(64, 4) + number(96, 8) + number(0, 16);
  EXPECT_THROW(imagesOf(Nested), events::error);
  // Cubins that share one table of sections.
  std::string Shared = elfHeader(62);
  for (std::uint64_t I = 0; I != Cells; ++I)
    Shared += elfHeader(190, (Cells - I) * Cell, Cells);
  Shared += number(UINT64_MAX, 8) + std::string(Cells * Cell - 8, '\x11');
  EXPECT_THROW(imagesOf(Shared), events::error);
  // Sections that are all of the file.
  std::string Same = elfHeader(62, Cell, 1000);
  for (unsigned I = 0; I != 1000; ++I)
    Same += number(0, 4) + number(1, 4) + number(2, 8) + number(0, 16) +
            number(64000, 8) + number(0, 24);
  Same += std::string(64000, '\0');
  EXPECT_THROW(imagesOf(Same), events::error);
}
