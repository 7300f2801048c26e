//===- Promote.h - Event operands as plain values ---------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_PROMOTE_H
#define IKET_PASS_PROMOTE_H

#include "Pass/Options.h"
#include "llvm/IR/PassManager.h"

namespace iket {

/// Unoptimised code passes names, tokens and locations through stack slots,
/// structures, parameters and results. Turns those that lead to an event's
/// operand into values, by promoting the slots and inlining the functions, and
/// leaves the rest as it was for a debugger. Optimised code needs this where a
/// function that takes or returns a name was not inlined.
void resolveEventOperands(llvm::Module &M, llvm::FunctionAnalysisManager &FAM,
                          const Options &Opts);

} // namespace iket

#endif // IKET_PASS_PROMOTE_H
