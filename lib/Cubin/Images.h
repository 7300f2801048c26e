//===- Images.h - The device code in a file ---------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_IMAGES_H
#define IKET_CUBIN_IMAGES_H

#include "Cubin/Bytes.h"
#include <functional>

namespace iket::cubin {

/// One image, uncompressed. It is gone when its visitor returns.
struct Image {
  std::string Source; ///< "app", "libx.a(k.o)".
  std::uint64_t Offset = 0;
  std::string Arch; ///< As the container says; empty where nothing contains it.
  events::image_format Format = events::image_format::elf;
  events::compression Compressed = events::compression::none;
  Bytes Contents; ///< Empty where Problem is not.
  std::string Problem;
};

using ImageVisitor = std::function<void(const Image &)>;

/// Hands each image of \p File to \p Visit, one at a time, since uncompressed
/// ones can be large. \p Source is what they and messages call the file. Throws
/// events::error if \p File is of no kind that holds device code; damage inside
/// a container is an image with a problem.
void forEachImage(Bytes File, const std::string &Source,
                  const ImageVisitor &Visit);

/// A file's bytes, mapped.
class MappedFile {
public:
  /// Throws events::error.
  explicit MappedFile(const std::string &Path);
  ~MappedFile();
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;

  Bytes bytes() const;

private:
  void *Start = nullptr;
  std::size_t Size = 0;
};

} // namespace iket::cubin

#endif // IKET_CUBIN_IMAGES_H
