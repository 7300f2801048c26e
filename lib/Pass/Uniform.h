//===- Uniform.h - Values that all lanes of a warp share --------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_UNIFORM_H
#define IKET_PASS_UNIFORM_H

#include "llvm/IR/PassManager.h"
#include "llvm/IR/Use.h"

namespace iket {

/// Whether the record of the payload \p Operand is better made by all lanes:
/// those that reach it together certainly have one value there, and may be a
/// part of the warp only. False where the target does not tell.
bool needsNoElection(const llvm::Use &Operand,
                     llvm::FunctionAnalysisManager &FAM);

} // namespace iket

#endif // IKET_PASS_UNIFORM_H
