//===- Losses.h - Events that did not fit -----------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_NVIDIA_LOSSES_H
#define IKET_RUNTIME_NVIDIA_LOSSES_H

#include "Runtime/Recorder.h"
#include <string_view>

namespace iket::runtime {

/// Adds to \p L what the \p Lines that NVIDIA's library printed say.
void readLosses(std::string_view Lines, Losses &L);

} // namespace iket::runtime

#endif // IKET_RUNTIME_NVIDIA_LOSSES_H
