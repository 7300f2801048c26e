//===- Fence.h - Memory that events hold in place ---------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_FENCE_H
#define IKET_PASS_FENCE_H

#include "llvm/IR/Module.h"

namespace iket {

/// Keeps the loads and stores of functions that may record from crossing an
/// event where a promise of the source (`__restrict__`, `__ldg`) would let
/// them. For prepare.
void holdMemory(llvm::Module &M);

/// Erases what holdMemory added. True if there was anything.
bool releaseMemory(llvm::Module &M);

} // namespace iket

#endif // IKET_PASS_FENCE_H
