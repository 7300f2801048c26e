//===- Files.h - Looking for files ------------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_SUPPORT_FILES_H
#define IKET_SUPPORT_FILES_H

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace iket {

/// The regular files in \p Directory and below it whose names are longer than
/// \p Suffix and end in it, in no order. \p Failed says why the walk ended
/// early; directories that may not be read are passed over.
std::vector<std::filesystem::path> filesBelow(const std::string &Directory,
                                              std::string_view Suffix,
                                              std::error_code &Failed);

} // namespace iket

#endif // IKET_SUPPORT_FILES_H
