//===- RunIket.h - Calling NVIDIA's run-iket --------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_RUNIKET_H
#define IKET_TOOLS_RUNIKET_H

#include <string>

namespace iket::tool {

/// The PYTHONPATH that run-iket needs: the directory of its modules, which has
/// NVIDIA's library at \p Library below it, and what the variable holds now.
/// "" where nothing is missing, or \p Library lies elsewhere.
std::string runIketPythonPath(const std::string &Library);

} // namespace iket::tool

#endif // IKET_TOOLS_RUNIKET_H
