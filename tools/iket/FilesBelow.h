//===- FilesBelow.h - The files in a directory ------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_FILESBELOW_H
#define IKET_TOOLS_FILESBELOW_H

#include <filesystem>
#include <string>
#include <vector>

namespace iket::tool {

/// The regular files below \p Directory, in no order. What can't be looked at,
/// such as a link to itself, is none. Throws UsageError where the directory
/// can't be read.
std::vector<std::filesystem::path> filesBelow(const std::string &Directory);

} // namespace iket::tool

#endif // IKET_TOOLS_FILESBELOW_H
