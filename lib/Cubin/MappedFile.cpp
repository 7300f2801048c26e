//===- MappedFile.cpp - A file's bytes ------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/Images.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace iket::cubin {

MappedFile::MappedFile(const std::string &Path) {
  // Without waiting for the writer of a pipe, which is then refused.
  int Fd = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  auto Fail = [&](const std::string &What) {
    if (Fd >= 0)
      ::close(Fd);
    throw events::error(Path + ": " + What);
  };
  struct stat Info;
  if (Fd < 0 || ::fstat(Fd, &Info) != 0)
    Fail(std::strerror(errno));
  if (!S_ISREG(Info.st_mode))
    Fail("not a regular file");
  if (Info.st_size == 0)
    Fail("the file is empty");
  Size = std::size_t(Info.st_size);
  Start = ::mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, Fd, 0);
  if (Start == MAP_FAILED)
    Fail(std::strerror(errno));
  ::close(Fd);
}

MappedFile::~MappedFile() { ::munmap(Start, Size); }

Bytes MappedFile::bytes() const {
  return std::string_view(static_cast<const char *>(Start), Size);
}

} // namespace iket::cubin
