//===- FunctionRanges.h - Ranges around whole functions ---------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_FUNCTIONRANGES_H
#define IKET_PASS_FUNCTIONRANGES_H

#include "Pass/Options.h"
#include "llvm/IR/Module.h"

namespace iket {

/// Gives each function that carries a range attribute a push at its entry and a
/// pop at each of its exits, and takes the attribute away; with \p Auto kernels
/// that carry none get one as well. True if \p M changed.
bool expandFunctionRanges(llvm::Module &M, const Options &Opts, AutoMode Auto);

/// A kernel's automatic range makes way for a range of the user's with its name
/// that is of another sort, a token range or one with a payload: "load" becomes
/// "load()".
void renameAutomaticRanges(llvm::Module &M,
                           llvm::function_ref<bool(llvm::StringRef)> IsToken);

} // namespace iket

#endif // IKET_PASS_FUNCTIONRANGES_H
