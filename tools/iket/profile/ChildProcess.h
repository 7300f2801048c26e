//===- ChildProcess.h - Running the user's program --------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_CHILDPROCESS_H
#define IKET_TOOLS_CHILDPROCESS_H

#include <string>
#include <utility>
#include <vector>

namespace iket::tool {

/// Variables that are set for a child, beside those of this process.
using Environment = std::vector<std::pair<std::string, std::string>>;

/// Runs \p Words with this process's input and output, passes on signals that
/// no terminal sent to both, and returns the exit status as a shell tells it:
/// 128 and the signal's number where one ended it. Throws UsageError when it
/// can't be run.
int runChild(const std::vector<std::string> &Words, const Environment &Extra);

/// True when this process or a child was told to end, by SIGINT, SIGQUIT,
/// SIGTERM or SIGHUP: then no further one is to be run.
bool wasInterrupted();

/// The file that \p Program names, through PATH as exec does; "" if none is
/// executable.
std::string findProgram(const std::string &Program);

} // namespace iket::tool

#endif // IKET_TOOLS_CHILDPROCESS_H
