//===- Promote.cpp - Names and tokens out of memory -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Promote.h"
#include "Pass/Builtins.h"
#include "Pass/Names.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace iket {
namespace {

/// Operands that must be understood: all but the payload.
void addOperands(CallInst &Call, const Builtin &B,
                 SmallVectorImpl<Value *> &Worklist) {
  for (auto [Index, Operand] : enumerate(Call.args()))
    if (!B.hasPayload() || Index != B.payloadIndex())
      Worklist.push_back(Operand);
}

/// The promotable slots that the operands of \p F's events pass through.
/// Sets \p HasOther when one passes through a slot that is not promotable as it
/// is: part of a structure, say.
SmallSetVector<AllocaInst *, 8> findSlots(Function &F, bool &HasOther) {
  SmallVector<Value *> Worklist;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (std::optional<Builtin> B = getBuiltin(*Call))
        addOperands(*Call, *B, Worklist);

  SmallSetVector<AllocaInst *, 8> Slots;
  SmallPtrSet<Value *, 16> Visited;
  while (!Worklist.empty()) {
    Value *V = lookThrough(Worklist.pop_back_val());
    if (!Visited.insert(V).second)
      continue;
    if (auto *Load = dyn_cast<LoadInst>(V)) {
      auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand());
      if (Slot && isAllocaPromotable(Slot)) {
        if (Slots.insert(Slot))
          for (User *U : Slot->users())
            if (auto *Store = dyn_cast<StoreInst>(U))
              Worklist.push_back(Store->getValueOperand());
      } else if (isa<AllocaInst>(
                     getUnderlyingObject(Load->getPointerOperand()))) {
        HasOther = true;
      }
    } else if (auto *I = dyn_cast<Instruction>(V);
               I && (isa<PHINode>(I) || isa<SelectInst>(I))) {
      append_range(Worklist, I->operands());
    }
  }
  return Slots;
}

/// A started token is never the sentinel, which is 0. Optimised code has that
/// folded already.
bool foldTokenComparisons(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Compare = dyn_cast<ICmpInst>(&I);
    if (!Compare || !Compare->isEquality() ||
        !match(Compare->getOperand(1), PatternMatch::m_Zero()))
      continue;
    auto *Start = dyn_cast<CallInst>(Compare->getOperand(0));
    std::optional<Builtin> B = Start ? getBuiltin(*Start) : std::nullopt;
    if (!B || B->Kind != BuiltinKind::RangeStart)
      continue;
    Compare->replaceAllUsesWith(ConstantInt::getBool(
        F.getContext(), Compare->getPredicate() == CmpInst::ICMP_NE));
    Compare->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

} // namespace

bool promoteEventOperands(Function &F, FunctionAnalysisManager &FAM) {
  bool Changed = false, HasOther = false;
  SmallSetVector<AllocaInst *, 8> Slots = findSlots(F, HasOther);
  if (HasOther) {
    PreservedAnalyses PA = SROAPass(SROAOptions::PreserveCFG).run(F, FAM);
    Changed = !PA.areAllPreserved();
    FAM.invalidate(F, PA);
    Slots = findSlots(F, HasOther);
  }
  if (!Slots.empty()) {
    PromoteMemToReg(Slots.getArrayRef(),
                    FAM.getResult<DominatorTreeAnalysis>(F),
                    &FAM.getResult<AssumptionAnalysis>(F));
    Changed = true;
  }
  return foldTokenComparisons(F) || Changed;
}

} // namespace iket
