//===- ProfileCommand.h - The command that profiles a program ---*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_PROFILECOMMAND_H
#define IKET_RUNTIME_PROFILECOMMAND_H

#include "iket/session.h"

namespace iket::runtime {

/// The words of the run-iket command that profiles \p Argv.
std::vector<std::string> profileWords(const std::vector<std::string> &Argv,
                                      const profile_command_options &Options);

} // namespace iket::runtime

#endif // IKET_RUNTIME_PROFILECOMMAND_H
