//===- Convergence.cpp - Convergence control tokens -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Convergence.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace iket {

Value *convergenceToken(const CallBase &Call) {
  auto Bundle = Call.getOperandBundle(LLVMContext::OB_convergencectrl);
  return Bundle ? Bundle->Inputs.front().get() : nullptr;
}

Instruction *entryToken(Function &F) {
  for (Instruction &I : F.getEntryBlock())
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call &&
        Call->getIntrinsicID() == Intrinsic::experimental_convergence_entry)
      return Call;
  return nullptr;
}

void controlConvergence(Function &F, Value *Token) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->isConvergent() || Call == Token ||
        convergenceToken(*Call))
      continue;
    CallBase *Controlled = CallBase::addOperandBundle(
        Call, LLVMContext::OB_convergencectrl,
        OperandBundleDef("convergencectrl", Token), Call->getIterator());
    Controlled->copyMetadata(*Call);
    Call->replaceAllUsesWith(Controlled);
    Call->eraseFromParent();
  }
}

} // namespace iket
