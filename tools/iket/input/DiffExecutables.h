//===- DiffExecutables.h - iket diff, for executables -----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_DIFFEXECUTABLES_H
#define IKET_TOOLS_DIFFEXECUTABLES_H

#include "input/ExecutableInput.h"

namespace iket::tool {

/// True if the file at \p Path does not begin as a trace does. Throws
/// UsageError for pipes, devices and directories.
bool isExecutable(const std::string &Path);

/// Prints which events and functions of two files differ, and returns
/// FoundWrong if any does, or if there is nothing to compare.
int diffExecutables(const std::string &Before, const std::string &After,
                    const ExecutableInput &Input, bool AsJson);

} // namespace iket::tool

#endif // IKET_TOOLS_DIFFEXECUTABLES_H
