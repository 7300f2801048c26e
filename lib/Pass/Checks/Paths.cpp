//===- Paths.cpp - Branches that go together ------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Checks/Paths.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace iket {
namespace {

/// Each doubles the work, and few functions have more.
constexpr unsigned MaxShared = 3;

const Value *conditionOf(const BasicBlock &BB) {
  auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
  return Branch && Branch->isConditional() ? Branch->getCondition() : nullptr;
}

/// The one value that is ever stored to \p Slot, a variable of unoptimised
/// code; null where there are several or its address is taken.
const Value *onlyValueOf(const AllocaInst &Slot) {
  const Value *Stored = nullptr;
  for (const User *U : Slot.users()) {
    if (isa<LoadInst>(U))
      continue;
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getValueOperand() == &Slot || Stored)
      return nullptr;
    Stored = Store->getValueOperand();
  }
  return Stored;
}

/// A text that is equal for values that are computed alike, and whether \p V is
/// the negation of what has that text.
std::pair<std::string, bool> describe(const Value *V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 8;
  std::string Itself = formatv("{0}", static_cast<const void *>(V)).str();
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == MaxDepth)
    return {Itself, false};
  if (auto *Load = dyn_cast<LoadInst>(I)) {
    auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand());
    const Value *Only = Slot ? onlyValueOf(*Slot) : nullptr;
    return Only ? describe(Only, Depth + 1) : std::pair(Itself, false);
  }
  if (isa<CastInst>(I) || isa<FreezeInst>(I))
    return describe(I->getOperand(0), Depth + 1);
  if (I->getOpcode() == Instruction::Xor && I->getType()->isIntegerTy(1))
    if (auto *C = dyn_cast<ConstantInt>(I->getOperand(1)); C && C->isOne()) {
      auto [Text, Negated] = describe(I->getOperand(0), Depth + 1);
      return {Text, !Negated};
    }
  auto Computed = [&](unsigned Operation) {
    auto Operand = [&](unsigned N) {
      auto [Text, Not] = describe(I->getOperand(N), Depth + 1);
      return (Not ? "!" : "") + Text;
    };
    return formatv("({0} {1} {2})", Operation, Operand(0), Operand(1)).str();
  };
  if (isa<BinaryOperator>(I))
    return {Computed(I->getOpcode()), false};
  auto *Compare = dyn_cast<CmpInst>(I);
  if (!Compare)
    return {Itself, false};
  CmpInst::Predicate Predicate = Compare->getPredicate();
  auto *Second = dyn_cast<Constant>(Compare->getOperand(1));
  if (Second && Second->isNullValue() && isa<ICmpInst>(Compare) &&
      Compare->isEquality()) {
    auto [Text, Negated] = describe(Compare->getOperand(0), Depth + 1);
    return {Text, Negated != (Predicate == CmpInst::ICMP_EQ)};
  }
  // Of a comparison and its opposite one stands for both.
  CmpInst::Predicate Other = Compare->getInversePredicate();
  constexpr unsigned Comparisons = 1000; // No opcode.
  return {Computed(Comparisons + std::min(Predicate, Other)),
          Other < Predicate};
}

} // namespace

PathConditions::PathConditions(const Function &F) {
  struct Use {
    const BasicBlock *BB;
    bool Negated;
  };
  StringMap<unsigned> IndexOf;
  SmallVector<SmallVector<Use, 2>> Uses; // In the order of the function.
  for (const BasicBlock &BB : F)
    if (const Value *Condition = conditionOf(BB)) {
      auto [Text, Negated] = describe(Condition);
      auto [It, IsNew] = IndexOf.try_emplace(Text, Uses.size());
      if (IsNew)
        Uses.emplace_back();
      Uses[It->second].push_back({&BB, Negated});
    }
  for (const auto &Branches : Uses)
    if (Branches.size() > 1 && NumShared != MaxShared) {
      for (const Use &U : Branches)
        Tests[U.BB] = {NumShared, U.Negated};
      ++NumShared;
    }
}

SmallVector<const BasicBlock *, 2>
PathConditions::successors(const BasicBlock &BB, unsigned Case) const {
  if (auto *Known = dyn_cast_or_null<ConstantInt>(conditionOf(BB)))
    return {BB.getTerminator()->getSuccessor(Known->isZero() ? 1 : 0)};
  auto It = Tests.find(&BB);
  if (It == Tests.end())
    return {succ_begin(&BB), succ_end(&BB)};
  bool Holds = (Case >> It->second.Condition & 1) != It->second.Negated;
  return {BB.getTerminator()->getSuccessor(Holds ? 0 : 1)};
}

} // namespace iket
