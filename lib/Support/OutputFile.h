//===- OutputFile.h - A file that appears whole or not at all ---*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_SUPPORT_OUTPUTFILE_H
#define IKET_SUPPORT_OUTPUTFILE_H

#include "Support/Gzip.h"
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace iket {

/// Writes beside the file it is to become, under a name of its own, and renames
/// at the end. Nobody sees half a file, a failure leaves the old one as it was,
/// and of several processes that write one file the last one wins. A link stays
/// one; a device or a pipe gets everything as it comes. Throws
/// std::runtime_error when the disk is full or the directory can't be written.
class OutputFile {
public:
  /// \p Path may be "-" for standard output. What ends in .gz is compressed.
  explicit OutputFile(const std::string &Path);
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  void write(std::string_view Text) {
    Buffer.append(Text);
    if (Buffer.size() >= BufferSize)
      flush();
  }
  OutputFile &operator<<(std::string_view Text) {
    write(Text);
    return *this;
  }
  /// Bytes written so far, before compression.
  std::uint64_t size() const { return Flushed + Buffer.size(); }
  /// The file's own size, once it is committed.
  std::uint64_t sizeOnDisk() const { return OnDisk; }
  /// Makes the file appear. Without this call nothing does.
  void commit();

private:
  static constexpr std::size_t BufferSize = 1 << 18;
  void flush(bool Last = false);
  [[noreturn]] void fail(const std::string &What) const;

  std::string Path, Temporary, Buffer;
  std::unique_ptr<GzipStream> Gzip;
  std::uint64_t Flushed = 0, OnDisk = 0;
  int Fd = -1;
};

} // namespace iket

#endif // IKET_SUPPORT_OUTPUTFILE_H
