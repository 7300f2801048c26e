//===- Promote.cpp - Event operands as plain values -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   BEFORE  define void @ctor(ptr %this, ptr %n) { ... store ptr %n, ptr %slot
//             %name = load ptr, ptr %slot
//             call void @__iket_range_push(ptr %name) ... }
//           call void @ctor(ptr %r, ptr @.str)
//   AFTER   call void @__iket_range_push(ptr @.str)
//
//===----------------------------------------------------------------------===//

#include "Pass/Promote.h"
#include "Pass/Builtins.h"
#include "Pass/LocalArrays.h"
#include "Pass/Names.h"
#include "Pass/Strip.h"
#include "Pass/Target.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace iket {
namespace {

/// What the operands of a function's events lead to that is not a value yet.
struct Obstacles {
  SmallSetVector<AllocaInst *, 8> Slots; ///< Promotable as they are.
  bool HasStructures = false;            ///< Other stack slots.
  SmallSetVector<LoadInst *, 4> Loads;   ///< Of names, from other memory.
  SmallSetVector<CallInst *, 4> Calls;   ///< That return a name.
  /// Local arrays that hold a name, with their uses as one.
  SmallSetVector<AllocaInst *, 4> Arrays;
  bool HasParameters = false; ///< The function is given a name.
};

class ObstacleFinder {
public:
  Obstacles run(Function &F) {
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (std::optional<Builtin> B = getBuiltin(*Call))
          addOperands(*Call, *B);
    while (!Worklist.empty()) {
      auto [V, Is] = Worklist.pop_back_val();
      if (Visited.insert({V, Is}).second)
        follow(V, Is);
    }
    return std::move(Found);
  }

private:
  /// Tokens and locations are followed through stack slots only: a name must
  /// be understood.
  enum Kind { Other, Name, NameAddress };

  /// All but the payload.
  void addOperands(CallInst &Call, const Builtin &B) {
    for (auto [Index, Operand] : enumerate(Call.args()))
      if (!B.hasPayload() || Index != B.payloadIndex())
        Worklist.push_back({Operand, B.hasName() && Index == 0 ? Name : Other});
  }

  void follow(Value *V, Kind Is) {
    if (auto *Load = dyn_cast<LoadInst>(V))
      return followLoad(*Load, Is);
    if (auto *Slot = dyn_cast<AllocaInst>(V); Slot && Is == Name)
      Found.Arrays.insert(Slot);
    else if (isa<Argument>(V) && Is != Other)
      Found.HasParameters = true;
    else if (auto *Call = dyn_cast<CallInst>(V); Call && Is != Other)
      Found.Calls.insert(Call);
    else if (isCopy(V) || (isa<GetElementPtrInst>(V) && Is != Other))
      Worklist.push_back({cast<Instruction>(V)->getOperand(0), Is});
    else if (auto *Phi = dyn_cast<PHINode>(V))
      for (Value *Incoming : Phi->incoming_values())
        Worklist.push_back({Incoming, Is});
    else if (auto *Select = dyn_cast<SelectInst>(V)) {
      Worklist.push_back({Select->getTrueValue(), Is});
      Worklist.push_back({Select->getFalseValue(), Is});
    }
  }

  void followLoad(LoadInst &Load, Kind Is) {
    auto *Slot = dyn_cast<AllocaInst>(Load.getPointerOperand());
    if (Slot && isAllocaPromotable(Slot)) {
      if (Found.Slots.insert(Slot))
        for (User *U : Slot->users())
          if (auto *Store = dyn_cast<StoreInst>(U))
            Worklist.push_back({Store->getValueOperand(), Is});
      return;
    }
    if (isa<AllocaInst>(getUnderlyingObject(Load.getPointerOperand())))
      Found.HasStructures = true;
    if (Is != Other) {
      Found.Loads.insert(&Load);
      Worklist.push_back({Load.getPointerOperand(), NameAddress});
    }
  }

  Obstacles Found;
  SmallVector<std::pair<Value *, Kind>> Worklist;
  DenseSet<std::pair<Value *, unsigned>> Visited;
};

/// True if what \p Load reads was just written.
bool forwardStore(LoadInst &Load) {
  BasicBlock::iterator From = Load.getIterator();
  Value *Known = FindAvailableLoadedValue(&Load, Load.getParent(), From);
  if (!Known || Known->getType() != Load.getType())
    return false;
  Load.replaceAllUsesWith(Known);
  Load.eraseFromParent();
  return true;
}

/// A started token is never the sentinel, which is 0. Optimised code has that
/// folded already.
void foldTokenComparisons(Function &F) {
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
  }
}

bool callsItself(const Function &F) {
  SmallVector<const Function *> Callees;
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const Function *Callee = Call->getCalledFunction())
        Callees.push_back(Callee);
  return findReachable(Callees).contains(&F);
}

bool mayInline(Function &F) {
  return !F.isDeclaration() && !F.isInterposable() && !isKernel(F) &&
         !callsItself(F) && isInlineViable(F).isSuccess();
}

class Resolver {
public:
  Resolver(Module &M, FunctionAnalysisManager &FAM, const Options &Opts)
      : M(M), FAM(FAM), Opts(Opts) {}

  void run() {
    for (Function &F : M)
      if (any_of(instructions(F), isBuiltinCall))
        Worklist.insert(&F);
    while (!Worklist.empty()) {
      Function *F = Worklist.pop_back_val();
      if (resolve(*F))
        inlineIntoCallers(*F);
    }
  }

private:
  static bool isBuiltinCall(const Instruction &I) {
    auto *Call = dyn_cast<CallInst>(&I);
    return Call && getBuiltin(*Call);
  }

  /// True if the rest depends on the callers.
  bool resolve(Function &F) {
    if (EliminateUnreachableBlocks(F)) // Their values may refer to themselves.
      forget(F);
    for (bool IsSplit = false, HasCopies = false;;) {
      Obstacles Found = ObstacleFinder().run(F);
      bool Changed = false;
      if (Found.HasStructures && !IsSplit) {
        PreservedAnalyses PA = SROAPass(SROAOptions::PreserveCFG).run(F, FAM);
        FAM.invalidate(F, PA);
        IsSplit = true;
        continue;
      }
      if (!Found.Slots.empty()) {
        PromoteMemToReg(Found.Slots.getArrayRef(),
                        FAM.getResult<DominatorTreeAnalysis>(F),
                        &FAM.getResult<AssumptionAnalysis>(F));
        continue;
      }
      for (LoadInst *Load : Found.Loads)
        Changed |= forwardStore(*Load);
      bool IsInlined = false;
      for (CallInst *Call : Found.Calls)
        if (Function *Callee = Call->getCalledFunction();
            Callee && mayInline(*Callee))
          IsInlined |= inlineCall(*Call);
      if (IsInlined) {
        HasCopies = true;
        IsSplit = false;
      }
      if (Changed || IsInlined || (HasCopies && foldBranches(F)))
        continue;
      for (AllocaInst *Array : Found.Arrays)
        replaceConstantArray(*Array);
      foldTokenComparisons(F);
      return Found.HasParameters;
    }
  }

  /// Removes what an inlined function does with other arguments. True if there
  /// was something.
  bool foldBranches(Function &F) {
    const SimplifyQuery Query(F.getDataLayout());
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (Value *Simple =
              I.use_empty() ? nullptr : simplifyInstruction(&I, Query))
        I.replaceAllUsesWith(Simple);
    bool Changed = false;
    for (BasicBlock &BB : F)
      Changed |= ConstantFoldTerminator(&BB, /*DeleteDeadConditions=*/true);
    removeUnreachableBlocks(F);
    forget(F);
    return Changed;
  }

  bool inlineCall(CallBase &Call) {
    Function &Caller = *Call.getFunction();
    InlineFunctionInfo Info;
    if (!InlineFunction(Call, Info, /*MergeAttributes=*/true, nullptr,
                        /*InsertLifetime=*/false)
             .isSuccess())
      return false;
    forget(Caller);
    return true;
  }

  /// Away with \p F, which is told the names of its events by its callers.
  void inlineIntoCallers(Function &F) {
    if (!mayInline(F))
      return;
    bool IsInlined = false;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledFunction() != &F)
        continue;
      Function *Caller = Call->getFunction();
      if (inlineCall(*Call)) {
        IsInlined = true;
        Worklist.insert(Caller);
      }
    }
    if (!IsInlined || !F.use_empty())
      return;
    if (F.isDiscardableIfUnused()) {
      FAM.clear(F, F.getName());
      F.eraseFromParent();
    } else if (Opts.Ids.empty()) {
      // Nobody calls it, unless from files that know none of its names.
      EventEraser Eraser(M);
      for (Instruction &I : make_early_inc_range(instructions(F)))
        if (auto *Call = dyn_cast<CallInst>(&I); Call && getBuiltin(*Call))
          Eraser.erase(Call);
      forget(F);
    }
  }

  void forget(Function &F) { FAM.invalidate(F, PreservedAnalyses::none()); }

  Module &M;
  FunctionAnalysisManager &FAM;
  const Options &Opts;
  SetVector<Function *> Worklist;
};

} // namespace

void resolveEventOperands(Module &M, FunctionAnalysisManager &FAM,
                          const Options &Opts) {
  Resolver(M, FAM, Opts).run();
}

} // namespace iket
