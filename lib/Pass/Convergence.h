//===- Convergence.h - Convergence control tokens ---------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_CONVERGENCE_H
#define IKET_PASS_CONVERGENCE_H

#include "llvm/IR/InstrTypes.h"

namespace iket {

/// The convergence token that \p Call takes; null without one.
llvm::Value *convergenceToken(const llvm::CallBase &Call);

/// The token that \p F's entry makes; null in a function without control.
llvm::Instruction *entryToken(llvm::Function &F);

/// Gives \p Token to the convergent calls of \p F that have none: LLVM allows
/// no mixture in one function.
void controlConvergence(llvm::Function &F, llvm::Value *Token);

} // namespace iket

#endif // IKET_PASS_CONVERGENCE_H
