//===- OutputFile.cpp - A file that appears whole or not at all -----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OutputFile.h"
#include "Support/OutputTarget.h"
#include "Support/Text.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <unistd.h>

namespace iket {

OutputFile::OutputFile(const std::string &Path) : Path(Path) {
  if (Path.size() > 3 && endsWith(Path, ".gz"))
    Gzip = std::make_unique<GzipStream>();
  if (Path == "-") {
    Fd = STDOUT_FILENO;
    return;
  }
  OutputTarget Target(Path);
  this->Path = Target.Path;
  Fd = Target.Direct ? ::open(Path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC)
                     : Target.makeTemporary(Temporary);
  if (Fd < 0) {
    Temporary.clear();
    fail("can't be written");
  }
}

OutputFile::~OutputFile() {
  if (Fd >= 0 && Fd != STDOUT_FILENO)
    ::close(Fd);
  if (!Temporary.empty())
    ::unlink(Temporary.c_str());
}

void OutputFile::fail(const std::string &What) const {
  throw std::runtime_error(Path + ": " + What + ": " + std::strerror(errno));
}

void OutputFile::flush(bool Last) {
  std::string_view Rest = Gzip ? Gzip->add(Buffer, Last) : Buffer;
  OnDisk += Rest.size();
  while (!Rest.empty()) {
    ssize_t Written = ::write(Fd, Rest.data(), Rest.size());
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written < 0)
      fail("writing failed");
    Rest.remove_prefix(static_cast<std::size_t>(Written));
  }
  Flushed += Buffer.size();
  Buffer.clear();
}

void OutputFile::commit() {
  flush(/*Last=*/true);
  if (Temporary.empty())
    return;
  if (::rename(Temporary.c_str(), Path.c_str()) != 0)
    fail("can't be written");
  Temporary.clear();
}

} // namespace iket
