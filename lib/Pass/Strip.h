//===- Strip.h - Remove events ----------------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_STRIP_H
#define IKET_PASS_STRIP_H

#include "Pass/Options.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace iket {

/// Erases calls of builtins together with what only they used.
class EventEraser {
public:
  explicit EventEraser(llvm::Module &M) : M(M) {}

  /// A token that \p Call returned becomes the sentinel.
  void erase(llvm::CallInst *Call);
  /// Replaces a query: true where events are recorded, and payloads with \p
  /// Opts. The sentinel is 0.
  void foldQuery(llvm::CallInst *Call, const Options &Opts);
  /// Erases every call of a builtin: no event is left, queries say "no".
  void eraseAll();
  /// Removes what the erased calls left behind: strings, declarations. Last.
  void finish();

private:
  llvm::Module &M;
  llvm::SmallSetVector<llvm::GlobalVariable *, 16> Strings;
};

/// Leaves \p M as it would be without the plugin. Where all builtins have
/// bodies, nothing is done: they vanish by themselves, byte for byte as they
/// would without the plugin. True if \p M changed.
bool stripModule(llvm::Module &M);

} // namespace iket

#endif // IKET_PASS_STRIP_H
