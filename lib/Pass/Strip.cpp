//===- Strip.cpp - Remove events ------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Strip.h"
#include "Pass/Builtins.h"
#include "Pass/Names.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace iket {

void EventEraser::erase(CallInst *Call) {
  std::optional<Builtin> B = getBuiltin(*Call);
  SmallVector<WeakTrackingVH, 4> Dead;
  for (auto [Index, Use] : enumerate(Call->args())) {
    Value *Operand = Use;
    bool IsString = (B->hasName() && Index == 0) || Index == B->numOperands();
    if (IsString) {
      EventName Name(Operand, M.getDataLayout());
      for (const EventName::Leaf &Leaf : Name.leaves())
        Strings.insert(Leaf.Data);
    }
    if (isa<Instruction>(Operand))
      Dead.push_back(Operand);
  }
  if (!Call->getType()->isVoidTy())
    Call->replaceAllUsesWith(Constant::getNullValue(Call->getType()));
  Call->eraseFromParent();
  for (WeakTrackingVH &V : Dead)
    if (auto *Phi = dyn_cast_or_null<PHINode>(V))
      RecursivelyDeleteDeadPHINode(Phi);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

void EventEraser::foldQuery(CallInst *Call, const Options &Opts) {
  BuiltinKind Kind = getBuiltin(*Call)->Kind;
  bool Value = Kind == BuiltinKind::Enabled ||
               (Kind == BuiltinKind::RuntimePayloads && Opts.RuntimePayloads);
  Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), Value));
  erase(Call);
}

void EventEraser::eraseAll() {
  for (Function &F : M)
    if (parseBuiltin(F.getName()))
      for (User *U : make_early_inc_range(F.users()))
        if (auto *Call = dyn_cast<CallInst>(U);
            Call && Call->getCalledOperand() == &F)
          erase(Call);
}

void EventEraser::finish() {
  for (GlobalVariable *GV : Strings) {
    GV->removeDeadConstantUsers();
    if (GV->use_empty() && GV->hasLocalLinkage())
      GV->eraseFromParent();
  }
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() && parseBuiltin(F.getName()))
      F.eraseFromParent();
}

bool stripModule(Module &M) {
  if (none_of(M, [](const Function &F) {
        return F.isDeclaration() && parseBuiltin(F.getName());
      }))
    return false;
  EventEraser Eraser(M);
  Eraser.eraseAll();
  Eraser.finish();
  return true;
}

} // namespace iket
