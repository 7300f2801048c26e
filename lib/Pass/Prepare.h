//===- Prepare.h - Make events opaque before optimisation -------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_PREPARE_H
#define IKET_PASS_PREPARE_H

#include "Pass/Diagnostics.h"
#include "llvm/IR/PassManager.h"

namespace iket {

class PreparePass : public llvm::PassInfoMixin<PreparePass> {
public:
  explicit PreparePass(Options Opts) : Opts(std::move(Opts)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

private:
  Options Opts;
};

struct PrepareResult {
  bool Changed = false;
  /// Events may be left that lowering has to see.
  bool HasEvents = false;
};

/// What PreparePass does, for callers with diagnostics of their own.
PrepareResult prepareModule(llvm::Module &M, const Options &Opts,
                            Diagnostics &Diags);

} // namespace iket

#endif // IKET_PASS_PREPARE_H
