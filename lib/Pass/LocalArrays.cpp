//===- LocalArrays.cpp - Names in constant local arrays -------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/LocalArrays.h"
#include "Pass/Builtins.h"
#include "Pass/Names.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace iket {
namespace {

class ArrayContents {
public:
  explicit ArrayContents(AllocaInst &Array)
      : Array(Array), DL(Array.getDataLayout()) {}

  void replace() {
    std::optional<TypeSize> Size = Array.getAllocationSize(DL);
    if (!Size || Size->isScalable() || Size->getFixedValue() > MaxBytes)
      return;
    Bytes.assign(Size->getFixedValue(), '\0');
    Written.assign(Bytes.size(), false);
    if (!lookAtUses(Array, 0, 0) || Names.empty())
      return;
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

} // namespace

void replaceConstantArray(AllocaInst &Array) { ArrayContents(Array).replace(); }

} // namespace iket
