//===- Gzip.cpp - Compressing what is written -----------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Gzip.h"
#include <algorithm>
#include <stdexcept>
#include <zlib.h>

namespace iket {

/// Traces repeat themselves so much that zlib's default level makes a Perfetto
/// file of 12.6 MB an eighth smaller than this one, and takes four times as
/// long.
constexpr int Level = Z_BEST_SPEED;
/// Asks zlib for a gzip header in place of its own.
constexpr int GzipWindow = 15 + 16;
constexpr int DefaultMemory = 8;

GzipStream::GzipStream() : Stream(new z_stream{}) {
  if (deflateInit2(Stream, Level, Z_DEFLATED, GzipWindow, DefaultMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    delete Stream;
    throw std::runtime_error("zlib can't be started");
  }
}

GzipStream::~GzipStream() {
  deflateEnd(Stream);
  delete Stream;
}

std::string_view GzipStream::add(std::string_view Text, bool Last) {
  // Room for the header and trailer as well, so that one call takes it all.
  Compressed.resize(deflateBound(Stream, Text.size()) + 64);
  Stream->next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Text.data()));
  Stream->avail_in = static_cast<uInt>(Text.size());
  std::size_t Size = 0;
  int Result;
  do {
    Compressed.resize(std::max<std::size_t>(Compressed.size(), Size + 4096));
    Stream->next_out = reinterpret_cast<Bytef *>(Compressed.data() + Size);
    Stream->avail_out = static_cast<uInt>(Compressed.size() - Size);
    Result = deflate(Stream, Last ? Z_FINISH : Z_NO_FLUSH);
    Size = Compressed.size() - Stream->avail_out;
  } while (Result == Z_OK && (Stream->avail_in || Stream->avail_out == 0));
  return std::string_view(Compressed).substr(0, Size);
}

} // namespace iket
