//===- Promote.h - Names and tokens out of memory ---------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_PROMOTE_H
#define IKET_PASS_PROMOTE_H

#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace iket {

/// Unoptimised code hands names, tokens and locations on through stack slots.
/// Makes values of those slots that lead to an event's operands in \p F, and of
/// no others, so that the rest stays as it was for a debugger. True if \p F
/// changed.
bool promoteEventOperands(llvm::Function &F,
                          llvm::FunctionAnalysisManager &FAM);

} // namespace iket

#endif // IKET_PASS_PROMOTE_H
