//===- OutputTarget.cpp - Where an output file really goes ----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OutputTarget.h"
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

namespace iket {

OutputTarget::OutputTarget(const std::string &Wanted) : Path(Wanted) {
  namespace fs = std::filesystem;
  std::error_code Failed;
  fs::file_status Status = fs::status(Wanted, Failed);
  Direct = fs::exists(Status) && !fs::is_regular_file(Status) &&
           !fs::is_directory(Status);
  constexpr int MostLinks = 40; // As the kernel has it.
  fs::path File = Wanted;
  for (int I = 0; I != MostLinks && !Direct; ++I) {
    fs::path To = fs::read_symlink(File, Failed);
    if (Failed)
      break;
    File = File.parent_path() / To;
    // What an open descriptor is called need not be the path of anything.
    Direct = File.string().rfind("/proc/", 0) == 0;
  }
  if (!Direct)
    Path = File;
}

int OutputTarget::makeTemporary(std::string &Temporary) const {
  static std::atomic<unsigned> Counter;
  int Fd;
  do {
    Temporary = Path + "." + std::to_string(::getpid()) + "-" +
                std::to_string(++Counter);
    // Unlike mkstemp: as public as any new file.
    Fd = ::open(Temporary.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC,
                0666);
  } while (Fd < 0 && errno == EEXIST);
  return Fd;
}

} // namespace iket
