//===- CommandLine.h - From arguments to a subcommand -----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_COMMANDLINE_H
#define IKET_TOOLS_COMMANDLINE_H

#include <string>
#include <vector>

namespace iket::tool {

/// Runs what \p Args, without the program's own name, ask for, and returns the
/// exit code. Throws UsageError where they can't be understood.
int runCommandLine(std::vector<std::string> Args);

} // namespace iket::tool

#endif // IKET_TOOLS_COMMANDLINE_H
