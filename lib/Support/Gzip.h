//===- Gzip.h - Compressing what is written ---------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_SUPPORT_GZIP_H
#define IKET_SUPPORT_GZIP_H

#include <string>
#include <string_view>

struct z_stream_s;

namespace iket {

/// A gzip file that is made piece by piece.
class GzipStream {
public:
  GzipStream();
  ~GzipStream();
  GzipStream(const GzipStream &) = delete;
  GzipStream &operator=(const GzipStream &) = delete;

  /// Takes \p Text and returns the bytes of the file that are known by now; the
  /// view lives until the next call. With \p Last the file ends.
  std::string_view add(std::string_view Text, bool Last);

private:
  z_stream_s *Stream;
  std::string Compressed;
};

/// Unpacks the gzip file that is open as \p Fd into a temporary file without a
/// name, and returns its descriptor. Throws std::runtime_error, which names
/// \p Path.
int unpackGzip(int Fd, const std::string &Path);

} // namespace iket

#endif // IKET_SUPPORT_GZIP_H
