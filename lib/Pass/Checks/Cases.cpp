//===- Cases.cpp - Branches that go together ------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where several branches or switches test what is computed from one value, an
// argument say, a case gives that value a number that the code mentions, and
// folds their conditions. Only one value at a time: others may depend on it.
//
//===----------------------------------------------------------------------===//

#include "Pass/Checks/Paths.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace iket {
namespace {

constexpr unsigned MaxDepth = 16;
constexpr size_t MaxCases = 64;

/// What the block's successor depends on, or null.
const Value *conditionOf(const BasicBlock &BB) {
  if (auto *Branch = dyn_cast<BranchInst>(BB.getTerminator()))
    return Branch->isConditional() ? Branch->getCondition() : nullptr;
  if (auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator()))
    return Switch->getCondition();
  return nullptr;
}

/// The index of the successor where the condition is \p C.
unsigned successorFor(const BasicBlock &BB, const ConstantInt *C) {
  auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator());
  return Switch ? Switch->findCaseValue(C)->getSuccessorIndex()
                : unsigned(C->isZero());
}

/// The one value that is ever stored to the variable that \p V loads in
/// unoptimised code; null if there is no such.
const Value *storedOnce(const Value *V) {
  auto *Load = dyn_cast<LoadInst>(V);
  auto *Slot = Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  if (!Slot)
    return nullptr;
  const Value *Stored = nullptr;
  for (const User *U : Slot->users()) {
    if (isa<LoadInst>(U))
      continue;
    auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getValueOperand() == Slot || Stored)
      return nullptr;
    Stored = Store->getValueOperand();
  }
  return Stored;
}

bool isFolded(const Instruction &I) {
  return isa<BinaryOperator, CastInst, CmpInst, FreezeInst, SelectInst>(I);
}

/// Of a branch that asks whether something equals a constant, the successor
/// where it does not.
std::optional<unsigned> unequalSuccessor(const BasicBlock &BB) {
  auto *Compare = dyn_cast_or_null<ICmpInst>(conditionOf(BB));
  if (!Compare || !Compare->isEquality() ||
      !isa<Constant>(Compare->getOperand(1)))
    return std::nullopt;
  return Compare->getPredicate() == ICmpInst::ICMP_EQ;
}

/// Finds what values are computed from.
class Roots {
public:
  explicit Roots(const Function &F) : Layout(F.getDataLayout()) {
    for (auto SCC = scc_begin(&F); !SCC.isAtEnd(); ++SCC)
      if (SCC.hasCycle())
        InLoops.insert(SCC->begin(), SCC->end());
  }

  /// The only value, constants aside, that \p V is computed from; \p V where
  /// there are several; null for a constant.
  const Value *find(const Value *V, unsigned Depth = 0) {
    if (const Value *Stored = storedOnce(V); Stored && Depth != MaxDepth)
      return find(Stored, Depth + 1);
    if (isa<Constant>(V))
      return nullptr;
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Depth == MaxDepth)
      return V;
    // Special registers do not change.
    if (auto *Read = dyn_cast<IntrinsicInst>(I);
        Read && Read->arg_empty() && Read->doesNotAccessMemory())
      return Registers.try_emplace(Read->getIntrinsicID(), I).first->second;
    if (!isFolded(*I))
      return V;
    const Value *Root = nullptr;
    for (const Value *Operand : I->operands()) {
      const Value *R = find(Operand, Depth + 1);
      if (R && Root && R != Root)
        return V;
      Root = Root ? Root : R;
    }
    return Root;
  }

  /// Whether all that look at \p Root see one value.
  bool isFixed(const Value *Root) const {
    auto *I = dyn_cast<Instruction>(Root);
    return Root->getType()->isIntegerTy() &&
           (!I || isa<IntrinsicInst>(I) || !InLoops.contains(I->getParent()));
  }

  /// \p V where \p Root is \p Is; null if that does not decide it.
  Constant *evaluate(const Value *V, const Value *Root, ConstantInt *Is,
                     unsigned Depth = 0) {
    if (V == Root)
      return Is;
    if (auto *C = dyn_cast<Constant>(V))
      return const_cast<Constant *>(C);
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Depth == MaxDepth)
      return nullptr;
    if (const Value *Stored = storedOnce(V))
      return evaluate(Stored, Root, Is, Depth + 1);
    if (isa<IntrinsicInst>(I))
      return find(I) == Root ? Is : nullptr;
    if (!isFolded(*I))
      return nullptr;
    SmallVector<Constant *, 3> Operands;
    for (const Value *Operand : I->operands()) {
      Operands.push_back(evaluate(Operand, Root, Is, Depth + 1));
      if (!Operands.back())
        return nullptr;
    }
    if (isa<FreezeInst>(I))
      return Operands.front();
    return ConstantFoldInstOperands(const_cast<Instruction *>(I), Operands,
                                    Layout);
  }

private:
  const DataLayout &Layout;
  DenseMap<unsigned, const Value *> Registers;
  DenseSet<const BasicBlock *> InLoops;
};

/// Adds the numbers that \p V is compared with, and beside those where order
/// matters.
void addNumbers(const Value *V, SmallSetVector<int64_t, 8> &Numbers,
                unsigned Depth = 0) {
  if (const Value *Stored = storedOnce(V))
    V = Stored;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !isFolded(*I) || Depth == MaxDepth)
    return;
  auto *Compare = dyn_cast<ICmpInst>(I);
  bool IsOrdered = !Compare || !Compare->isEquality();
  for (const Value *Operand : I->operands()) {
    if (auto *C = dyn_cast<ConstantInt>(Operand); C && C->getBitWidth() <= 64) {
      for (int64_t Beside = -IsOrdered; Beside <= IsOrdered; ++Beside)
        Numbers.insert(C->getSExtValue() + Beside);
    }
    addNumbers(Operand, Numbers, Depth + 1);
  }
}

} // namespace

void FlowGraph::findCases(const Function &F) {
  Roots Find(F);
  MapVector<const Value *, SmallVector<const BasicBlock *>> Tests;
  for (const BasicBlock &BB : F)
    if (const Value *Condition = conditionOf(BB))
      if (const Value *Root = Find.find(Condition); Root && Find.isFixed(Root))
        Tests[Root].push_back(&BB);

  for (const auto &[Root, Blocks] : Tests) {
    if (Blocks.size() < 2)
      continue;
    // A chain of comparisons is a switch.
    if (count_if(Blocks, [](const BasicBlock *BB) {
          return unequalSuccessor(*BB).has_value();
        }) > 1)
      for (const BasicBlock *BB : Blocks)
        if (std::optional<unsigned> Rest = unequalSuccessor(*BB))
          Points[TailOf.lookup(BB)].Meant = {{1 - *Rest}};
    SmallSetVector<int64_t, 8> Numbers;
    unsigned Width = Root->getType()->getIntegerBitWidth();
    if (Width == 1) {
      Numbers.insert(0);
      Numbers.insert(1);
    }
    for (const BasicBlock *BB : Blocks) {
      addNumbers(conditionOf(*BB), Numbers);
      if (auto *Switch = dyn_cast<SwitchInst>(BB->getTerminator()))
        for (const auto &C : Switch->cases())
          if (Width <= 64)
            Numbers.insert(C.getCaseValue()->getSExtValue());
    }
    for (int64_t Number : Numbers) {
      auto *Is = ConstantInt::get(
          F.getContext(),
          APInt(64, Number, /*isSigned=*/true).sextOrTrunc(Width));
      Case Taken;
      for (const BasicBlock *BB : Blocks)
        if (auto *C = dyn_cast_or_null<ConstantInt>(
                Find.evaluate(conditionOf(*BB), Root, Is)))
          Taken[BB] = successorFor(*BB, C);
      if (Cases.size() != MaxCases)
        Cases.push_back(std::move(Taken));
    }
  }
}

} // namespace iket
