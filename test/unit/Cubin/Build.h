//===- Build.h - Bytes of files for tests -----------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TEST_UNIT_CUBIN_BUILD_H
#define IKET_TEST_UNIT_CUBIN_BUILD_H

#include "Cubin/Images.h"
#include <string>
#include <vector>

namespace iket::cubin::test {

/// \p Value in \p Size little-endian bytes.
inline std::string number(std::uint64_t Value, unsigned Size) {
  std::string Text;
  for (unsigned I = 0; I != Size; ++I)
    Text += static_cast<char>(Value >> (8 * I));
  return Text;
}

/// An entry of a fat binary whose image is \p Stored, padded to 8 bytes.
inline std::string entry(unsigned Kind, std::uint64_t Flags, std::string Stored,
                         std::uint64_t CompressedSize = 0,
                         std::uint64_t UncompressedSize = 0) {
  Stored.resize((Stored.size() + 7) / 8 * 8);
  return number(Kind, 2) + number(0x0101, 2) + number(64, 4) +
         number(Stored.size(), 8) + number(CompressedSize, 4) + number(0, 4) +
         number(0x00080000, 4) + number(90, 4) + number(0, 8) +
         number(Flags, 8) + number(0, 8) + number(UncompressedSize, 8) + Stored;
}

inline std::string fatBinary(const std::string &Entries) {
  return number(0xBA55ED50, 4) + number(1, 2) + number(16, 2) +
         number(Entries.size(), 8) + Entries;
}

/// What is kept of an image.
struct Seen {
  std::string Arch, Text, Problem;
  events::compression Compressed;
};

inline std::vector<Seen> imagesOf(const std::string &File) {
  std::vector<Seen> Images;
  forEachImage(std::string_view(File), "file", [&](const Image &I) {
    Images.push_back({I.Arch, std::string(I.Contents.text()), I.Problem,
                      I.Compressed});
  });
  return Images;
}

} // namespace iket::cubin::test

#endif // IKET_TEST_UNIT_CUBIN_BUILD_H
