//===- ElfTest.cpp - What headers may not say -----------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Build.h"
#include "Cubin/Elf.h"
#include <gtest/gtest.h>

using namespace iket;
using namespace iket::cubin::test;

/// An ELF header with its table of \p Count sections at \p At.
static std::string header(std::uint64_t At, unsigned Count,
                          unsigned EntrySize = 64) {
  return std::string("\x7f"
                     "ELF\x02\x01\x01\x41\x08",
                     9) +
         std::string(7, '\0') + number(2, 2) + number(190, 2) + number(1, 4) +
         number(0, 16) + number(At, 8) + number(0x6005a04, 4) + number(64, 2) +
         number(0, 4) + number(EntrySize, 2) + number(Count, 2) + number(0, 2);
}

static std::string problemOf(const std::string &File) {
  try {
    cubin::Elf E{cubin::Bytes(File)};
    return "";
  } catch (const events::error &Error) {
    return std::string(Error.what()) + " at " + std::to_string(Error.offset);
  }
}

TEST(Elf, Headers) {
  EXPECT_EQ(problemOf(header(0, 0)), "");
  EXPECT_EQ(problemOf(header(0, 0).substr(0, 63)),
            "the ELF header goes beyond the end at 0");
  std::string Narrow = header(0, 0);
  Narrow[4] = 1;
  EXPECT_EQ(problemOf(Narrow),
            "an ELF file that is not 64 bits, little endian at 4");
  EXPECT_EQ(problemOf(header(64, 1, 63)),
            "section headers of 63 bytes, not 64 at 58");
}

TEST(Elf, TablesBeyondTheEnd) {
  std::string Sections(128, '\0');
  EXPECT_EQ(problemOf(header(64, 2) + Sections), "");
  EXPECT_EQ(problemOf(header(64, 3) + Sections),
            "the table of 3 sections goes beyond the end; is the file "
            "truncated? at 64");
  EXPECT_EQ(problemOf(header(UINT64_MAX - 8, 3) + Sections),
            "the table of sections goes beyond the end at 192");
  // A count in the first section header, as files of 65,280 sections have it.
  std::string Many = Sections;
  Many.replace(32, 8, number(UINT64_MAX / 64, 8));
  EXPECT_NE(problemOf(header(64, 0) + Many).find("goes beyond the end"),
            std::string::npos);
}

// Sections of the same bytes, and thousands of headers that share one table or
// one list of entries: two megabytes of them took seven seconds.
TEST(Elf, OverlapsAreRefused) {
  auto Section = [](std::uint64_t Offset, std::uint64_t Size) {
    return number(0, 4) + number(1, 4) + number(0, 16) + number(Offset, 8) +
           number(Size, 8) + number(0, 24);
  };
  std::string Twice = header(64, 2) + Section(0, 192) + Section(0, 192);
  EXPECT_EQ(problemOf(Twice), "");
  std::string Often = header(64, 6);
  for (unsigned I = 0; I != 6; ++I)
    Often += Section(0, 448);
  EXPECT_EQ(problemOf(Often), "its sections overlap at 0");

  auto ProblemOf = [](std::string Data) {
    std::string Host = header(0, 0);
    Host.replace(18, 2, number(62, 2));
    try {
      return std::to_string(imagesOf(Host + Data).size()) + " images";
    } catch (const events::error &Error) {
      return std::string(Error.what());
    }
  };
  constexpr unsigned Count = 1000;
  // Each header has the table of all, whose names are beyond the end.
  std::string Cubins, FatBinaries;
  for (unsigned I = 0; I != Count; ++I)
    Cubins += header((Count - I) * 64, Count);
  for (unsigned I = 0; I != Count; ++I)
    Cubins += Section(UINT64_MAX, UINT64_MAX);
  EXPECT_NE(ProblemOf(Cubins).find(
                "its headers and sections overlap"),
            std::string::npos);
  for (unsigned I = 0; I != Count; ++I)
    FatBinaries += number(0xFFFF, 4) + number(64, 4) + number(0, 8) +
                   number(0xBA55ED50, 4) + number(1, 2) + number(16, 2) +
                   number(Count * 64 - I * 64 - 40, 8) + number(0xFFFF, 4) +
                   number(96, 4) + number(0, 24);
  EXPECT_NE(ProblemOf(FatBinaries).find("its headers and sections overlap"),
            std::string::npos);
}
