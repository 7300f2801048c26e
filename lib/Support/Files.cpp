//===- Files.cpp - Looking for files --------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Files.h"
#include "Support/Text.h"

namespace fs = std::filesystem;

namespace iket {

std::vector<fs::path> filesBelow(const std::string &Directory,
                                 std::string_view Suffix,
                                 std::error_code &Failed) {
  std::vector<fs::path> Files;
  fs::recursive_directory_iterator At(
      Directory, fs::directory_options::skip_permission_denied, Failed);
  for (; !Failed && At != fs::recursive_directory_iterator();
       At.increment(Failed)) {
    std::string Name = At->path().filename();
    std::error_code Gone; // A writer may be renaming it just now.
    if (Name.size() > Suffix.size() && endsWith(Name, Suffix) &&
        At->is_regular_file(Gone))
      Files.push_back(At->path());
  }
  return Files;
}

} // namespace iket
