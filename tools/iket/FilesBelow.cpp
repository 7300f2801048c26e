//===- FilesBelow.cpp - The files in a directory --------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FilesBelow.h"
#include "Command.h"

namespace fs = std::filesystem;

namespace iket::tool {

std::vector<fs::path> filesBelow(const std::string &Directory) {
  std::vector<fs::path> Files;
  std::error_code Error;
  fs::recursive_directory_iterator At(
      Directory, fs::directory_options::skip_permission_denied, Error);
  for (; !Error && At != fs::recursive_directory_iterator();
       At.increment(Error)) {
    std::error_code Unknown;
    if (At->is_regular_file(Unknown))
      Files.push_back(At->path());
  }
  if (Error)
    throw UsageError(Directory + ": " + Error.message());
  return Files;
}

} // namespace iket::tool
