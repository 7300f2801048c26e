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

/// On the push of a range that nobody named: another event that has the name
/// already keeps it.
inline constexpr char AutomaticMetadata[] = "iket.auto";

/// Gives each function that carries a range attribute a push at its entry and a
/// pop at each of its exits, and takes the attribute away; with \p Auto kernels
/// that carry none get one as well. True if \p M changed.
bool expandFunctionRanges(llvm::Module &M, const Options &Opts, AutoMode Auto);

} // namespace iket

#endif // IKET_PASS_FUNCTIONRANGES_H
