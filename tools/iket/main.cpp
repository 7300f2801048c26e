//===- main.cpp - iket: look into executables and traces ------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "CommandLine.h"
#include "Terminal.h"
#include <cstdio>
#include <exception>

using namespace iket::tool;

int main(int Argc, char **Argv) {
  try {
    int Code = runCommandLine({Argv + 1, Argv + Argc});
    // A full disk or a closed pipe shows only now.
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
      std::perror("iket: standard output");
      return BadUsage;
    }
    return Code;
  } catch (const std::exception &E) {
    complain(Severity::Error, E.what());
    return BadUsage;
  }
}
