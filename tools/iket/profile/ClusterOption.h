//===- ClusterOption.h - One cluster of a grid ------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_CLUSTEROPTION_H
#define IKET_TOOLS_CLUSTEROPTION_H

#include "Command.h"

namespace iket::tool {

/// Adds --cluster to \p Command, whose text goes to \p Into.
void addClusterOption(CLI::App &Command, std::string &Into);

} // namespace iket::tool

#endif // IKET_TOOLS_CLUSTEROPTION_H
