//===- UseCheck.h - Are builtins used as builtins? --------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_USECHECK_H
#define IKET_PASS_USECHECK_H

#include "Pass/Diagnostics.h"

namespace iket {

enum class UseCheck {
  All,     ///< Before lowering.
  Bodies,  ///< Before bodies are inlined, which makes a wrong one vanish.
  Leftover ///< After stripping: a declaration that is still used.
};

/// Reports each use of a builtin that is not a direct call of a known one by
/// its right type. In ptxas it would be an undefined symbol.
void checkBuiltinUses(const llvm::Module &M, UseCheck Which,
                      Diagnostics &Diags);

} // namespace iket

#endif // IKET_PASS_USECHECK_H
