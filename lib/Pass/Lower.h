//===- Lower.h - Turn events into records -----------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_LOWER_H
#define IKET_PASS_LOWER_H

#include "Pass/Options.h"
#include "llvm/IR/PassManager.h"

namespace iket {

/// Where a module is lowered: by the compiler of one file, or by a linker.
enum class LowerStage { Compile, Link };

class LowerPass : public llvm::PassInfoMixin<LowerPass> {
public:
  explicit LowerPass(Options Opts, LowerStage Stage = LowerStage::Compile)
      : Opts(std::move(Opts)), Stage(Stage) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  Options Opts;
  LowerStage Stage;
};

} // namespace iket

#endif // IKET_PASS_LOWER_H
