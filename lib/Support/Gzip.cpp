//===- Gzip.cpp - Compressing what is written -----------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Gzip.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <stdexcept>
#include <unistd.h>
#include <vector>
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

int unpackGzip(int Fd, const std::string &Path) {
  auto Fail = [&](const char *Why) {
    throw std::runtime_error(Path + ": can't be unpacked: " + Why);
  };
  std::FILE *Unpacked = std::tmpfile();
  if (!Unpacked)
    Fail(std::strerror(errno));
  std::unique_ptr<std::FILE, int (*)(std::FILE *)> Closer(Unpacked,
                                                          std::fclose);
  // zlib closes the descriptor that it is given.
  gzFile Packed = gzdopen(::dup(Fd), "rb");
  if (!Packed)
    Fail("zlib can't be started");
  std::unique_ptr<gzFile_s, int (*)(gzFile)> PackedCloser(Packed, gzclose);
  std::vector<char> Buffer(1 << 18);
  int Size;
  while ((Size = gzread(Packed, Buffer.data(), unsigned(Buffer.size()))) > 0)
    if (std::fwrite(Buffer.data(), 1, std::size_t(Size), Unpacked) !=
        std::size_t(Size))
      Fail(std::strerror(errno));
  int Code;
  gzerror(Packed, &Code);
  if (Size < 0 || Code != Z_OK)
    Fail(Code == Z_ERRNO ? std::strerror(errno)
                         : "the compressed data is damaged or ends early");
  if (std::fflush(Unpacked) != 0)
    Fail(std::strerror(errno));
  return ::fcntl(::fileno(Unpacked), F_DUPFD_CLOEXEC, 0);
}

} // namespace iket
