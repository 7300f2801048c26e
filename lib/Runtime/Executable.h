//===- Executable.h - What the running executable declares ------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_EXECUTABLE_H
#define IKET_RUNTIME_EXECUTABLE_H

namespace iket::runtime {

/// Throws iket::error unless the running executable records payloads.
void requireRuntimePayloads();

} // namespace iket::runtime

#endif // IKET_RUNTIME_EXECUTABLE_H
