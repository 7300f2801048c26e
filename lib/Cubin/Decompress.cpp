//===- Decompress.cpp - Compressed images ---------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/FatBinary.h"
#include <lz4.h>
#include <zstd.h>

namespace iket::cubin {
namespace {

/// The most that an image may be uncompressed, and how often its compressed
/// size it may be if it is large. Device code shrinks to a twentieth at best.
constexpr std::uint64_t LargestImage = 1 << 30, LargeImage = 32 << 20,
                        LargestRatio = 500;

} // namespace

std::string decompress(events::compression How, const Bytes &Data,
                       std::uint64_t Size) {
  auto Fail = [&](const std::string &What) {
    throw events::error(What, Data.start());
  };
  if (Size > LargestImage ||
      (Size > LargeImage && Size / LargestRatio > Data.size()))
    Fail("an image of " + std::to_string(Data.size()) +
         " bytes that claims to uncompress to " + std::to_string(Size));
  bool IsZstd = How == events::compression::zstd;
  // Memory follows what the data can make, not what the header claims.
  if (IsZstd ? ZSTD_getFrameContentSize(Data.text().data(), Data.size()) != Size
             : Size > Data.size() * 255 + 64)
    Fail("a compressed image whose size is not the " + std::to_string(Size) +
         " bytes of its header");
  std::string Out(Size, '\0');
  std::uint64_t Written = 0;
  if (IsZstd) {
    std::size_t Result = ZSTD_decompress(Out.data(), Out.size(),
                                         Data.text().data(), Data.size());
    if (ZSTD_isError(Result))
      Fail(std::string("zstd can't uncompress the image: ") +
           ZSTD_getErrorName(Result));
    Written = Result;
  } else {
    int Result = LZ4_decompress_safe(Data.text().data(), Out.data(),
                                     int(Data.size()), int(Out.size()));
    if (Result < 0)
      Fail("LZ4 can't uncompress the image");
    Written = std::uint64_t(Result);
  }
  if (Written != Size)
    Fail("a compressed image of " + std::to_string(Written) +
         " bytes whose header says " + std::to_string(Size));
  return Out;
}

} // namespace iket::cubin
