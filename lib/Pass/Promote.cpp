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
#include "Pass/Names.h"
#include "Pass/Strip.h"
#include "Pass/Target.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/SROA.h"
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

/// The bytes of a local array that only constants are written to, each byte at
/// most once, as clang initializes a constexpr one.
class ArrayContents {
public:
  explicit ArrayContents(AllocaInst &Array)
      : Array(Array), DL(Array.getDataLayout()) {}

  /// Replaces the array where it is an event's name. False if its contents are
  /// not known.
  bool replace() {
    std::optional<TypeSize> Size = Array.getAllocationSize(DL);
    if (!Size || Size->isScalable() || Size->getFixedValue() > MaxBytes)
      return false;
    Bytes.assign(Size->getFixedValue(), '\0');
    Written.assign(Bytes.size(), false);
    if (!lookAtUses(Array, 0, 0) || Names.empty())
      return false;
    Module &M = *Array.getModule();
    auto *Text = ConstantDataArray::getString(M.getContext(), Bytes,
                                              /*AddNull=*/false);
    auto *Constant =
        new GlobalVariable(M, Text->getType(), /*isConstant=*/true,
                           GlobalValue::PrivateLinkage, Text, "iket.str");
    for (auto [Name, Offset] : Names) {
      IRBuilder<> B(cast<Instruction>(Name->getUser()));
      Name->set(B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Constant, Offset));
    }
    if (!IsRead)
      for (Instruction *Writer : Writers)
        Writer->eraseFromParent();
    return true;
  }

private:
  static constexpr uint64_t MaxBytes = 4096;
  static constexpr unsigned MaxDepth = 16;

  bool lookAtUses(Instruction &Pointer, int64_t Offset, unsigned Depth) {
    if (Depth == MaxDepth)
      return false;
    for (Use &U : Pointer.uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (auto *GEP = dyn_cast<GetElementPtrInst>(I)) {
        APInt Moved(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
        if (!GEP->accumulateConstantOffset(DL, Moved) ||
            !lookAtUses(*GEP, Offset + Moved.getSExtValue(), Depth + 1))
          return false;
      } else if (isCopy(I)) {
        if (!lookAtUses(*I, Offset, Depth + 1))
          return false;
      } else if (auto *Call = dyn_cast<CallInst>(I); Call && isName(*Call, U)) {
        Names.push_back({&U, Offset});
      } else if (isa<LoadInst>(I)) {
        IsRead = true;
      } else if (I->isLifetimeStartOrEnd()) {
        Writers.insert(I);
      } else if (!addWriter(*I, U, Offset)) {
        return false;
      }
    }
    return true;
  }

  static bool isName(const CallInst &Call, const Use &U) {
    std::optional<Builtin> B = getBuiltin(Call);
    return B && B->hasName() && U.getOperandNo() == 0;
  }

  bool addWriter(Instruction &I, const Use &U, int64_t Offset) {
    Writers.insert(&I);
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      auto *C = dyn_cast<Constant>(Store->getValueOperand());
      return C && Store->isSimple() &&
             U.getOperandNo() == StoreInst::getPointerOperandIndex() &&
             write(Offset, DL.getTypeStoreSize(C->getType()),
                   [&](Type *Byte, uint64_t At) {
                     return ConstantFoldLoadFromConst(C, Byte, APInt(64, At),
                                                      DL);
                   });
    }
    if (auto *Fill = dyn_cast<MemSetInst>(&I))
      return isa<ConstantInt>(Fill->getLength()) &&
             write(Offset, cast<ConstantInt>(Fill->getLength())->getZExtValue(),
                   [&](Type *, uint64_t) {
                     return dyn_cast<Constant>(Fill->getValue());
                   });
    auto *Copy = dyn_cast<MemCpyInst>(&I);
    auto *Length = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
    auto *From = Copy ? dyn_cast<Constant>(Copy->getSource()) : nullptr;
    ConstantPlace Source = From ? findPlace(From, DL) : ConstantPlace();
    return Length && Source.Data && U.getOperandNo() == 0 &&
           write(Offset, Length->getZExtValue(), [&](Type *Byte, uint64_t At) {
             return ConstantFoldLoadFromConst(
                 Source.Data->getInitializer(), Byte,
                 APInt(64, Source.Offset + At), DL);
           });
  }

  bool write(int64_t Offset, uint64_t Size,
             function_ref<Constant *(Type *, uint64_t)> ByteAt) {
    if (Offset < 0 || Size > Bytes.size() ||
        Offset > int64_t(Bytes.size() - Size))
      return false;
    Type *Byte = Type::getInt8Ty(Array.getContext());
    for (uint64_t At = 0; At != Size; ++At) {
      auto *C = dyn_cast_or_null<ConstantInt>(ByteAt(Byte, At));
      if (!C || Written[Offset + At])
        return false;
      Written[Offset + At] = true;
      Bytes[Offset + At] = char(C->getZExtValue());
    }
    return true;
  }

  AllocaInst &Array;
  const DataLayout &DL;
  std::string Bytes;
  std::vector<bool> Written;
  SmallVector<std::pair<Use *, int64_t>, 2> Names;
  SmallSetVector<Instruction *, 4> Writers;
  bool IsRead = false;
};

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
    if (removeUnreachableBlocks(F)) // Its values may refer to themselves.
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
        ArrayContents(*Array).replace();
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
