//===- NameSelector.cpp - Which of several names it is, at run time -------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The selector computes an id as the module computes the name: choices become
// choices of ids, and each constant global that a name is read from gets a twin
// of the same layout with ids in it, so that an address becomes the same offset
// from another base:
//
//   BEFORE  %p = getelementptr [2 x ptr], ptr @rows, i64 %i, i64 1
//           %n = load ptr, ptr %p
//   AFTER   %q = getelementptr [2 x ptr], ptr addrspace(1) @twin, i64 %i, i64 1
//           %id = load i16, ptr addrspace(1) %q
//
//===----------------------------------------------------------------------===//

#include "Pass/Compat.h"
#include "Pass/Names.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace iket {

class SelectorBuilder {
public:
  SelectorBuilder(const EventName &Name, function_ref<uint32_t(unsigned)> IdOf,
                  const Instruction &User)
      : Name(Name), IdOf(IdOf), DL(User.getDataLayout()),
        M(const_cast<Module &>(*User.getModule())) {}

  /// Operands first, without recursion; phis, which may lead back to
  /// themselves, get theirs at the end.
  Value *build(Value *Root) {
    Value *Result = buildOne({Root, Role::Id});
    for (unsigned I = 0; I != Phis.size(); ++I) { // Grows.
      Node N = Phis[I];
      auto *Phi = cast<PHINode>(N.first);
      for (auto [Incoming, Block] :
           zip(Phi->incoming_values(), Phi->blocks())) {
        Value *Selected = buildOne({Incoming, N.second});
        cast<PHINode>(Built[N])->addIncoming(Selected, Block);
      }
    }
    return Result;
  }

private:
  /// What stands for a value: an id, or the address of one in the twin of a
  /// table or of the characters themselves.
  enum class Role { Id, InTable, InCharacters };
  using Node = std::pair<Value *, Role>;

  Value *buildOne(Node Root) {
    SmallVector<Node> Stack = {Root};
    while (!Stack.empty()) {
      Node N = Stack.back();
      if (Built.contains(N)) {
        Stack.pop_back();
        continue;
      }
      size_t Size = Stack.size();
      for (Node Operand : operands(N))
        if (!Built.contains(Operand))
          Stack.push_back(Operand);
      if (Stack.size() != Size)
        continue;
      Built[N] = make(N);
      Stack.pop_back();
    }
    return Built[Root];
  }

  /// What must be made before \p N.
  SmallVector<Node, 2> operands(Node N) const {
    auto [V, R] = N;
    auto *I = dyn_cast<Instruction>(V);
    if (!I || isa<PHINode>(I) || foldLoad(I, DL))
      return {};
    if (auto *Select = dyn_cast<SelectInst>(I))
      return {{Select->getTrueValue(), R}, {Select->getFalseValue(), R}};
    if (isCopy(I))
      return {{I->getOperand(0), R}};
    if (auto *Load = dyn_cast<LoadInst>(I))
      return {{Load->getPointerOperand(), Role::InTable}};
    if (R == Role::Id)
      return {{V, Role::InCharacters}};
    return {{cast<GetElementPtrInst>(I)->getPointerOperand(), R}};
  }

  Value *made(Value *V, Role R) const { return Built.lookup({V, R}); }

  Value *make(Node N) {
    auto [V, R] = N;
    if (auto *C = dyn_cast<Constant>(V))
      return constant(C, R);
    auto *I = cast<Instruction>(V);
    if (Constant *Folded = foldLoad(I, DL))
      return constant(Folded, R);
    Type *Ty = R == Role::Id ? (Type *)Type::getInt32Ty(M.getContext())
                             : PointerType::get(M.getContext(),
                                                compat::GlobalAddressSpace);
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      PHINode *Made = PHINode::Create(Ty, Phi->getNumIncomingValues(), "",
                                      Phi->getIterator());
      Made->setDebugLoc(Phi->getDebugLoc());
      Phis.push_back(N);
      return Made;
    }
    IRBuilder<> B(I);
    if (auto *Select = dyn_cast<SelectInst>(I))
      return B.CreateSelect(Select->getCondition(),
                            made(Select->getTrueValue(), R),
                            made(Select->getFalseValue(), R));
    if (isCopy(I))
      return made(I->getOperand(0), R);
    if (auto *Load = dyn_cast<LoadInst>(I))
      return loadId(B, made(Load->getPointerOperand(), Role::InTable),
                    tableAlignment());
    if (R == Role::Id) {
      B.SetInsertPoint(I->getNextNode());
      return loadId(B, made(V, Role::InCharacters), Align(1));
    }
    auto *GEP = cast<GetElementPtrInst>(I);
    return B.CreateGEP(
        GEP->getSourceElementType(), made(GEP->getPointerOperand(), R),
        SmallVector<Value *, 4>(GEP->indices()), "", GEP->getNoWrapFlags());
  }

  Value *loadId(IRBuilder<> &B, Value *Address, Align At) {
    return B.CreateZExt(B.CreateAlignedLoad(B.getInt16Ty(), Address, At),
                        B.getInt32Ty());
  }

  /// Entries of tables lie at even offsets unless a structure is packed.
  Align tableAlignment() const {
    for (const auto &[Table, Entries] : Name.Tables)
      for (const auto &[Offset, Entry] : Entries)
        if (Offset % 2)
          return Align(1);
    return Align(2);
  }

  Constant *constant(Constant *C, Role R) {
    LLVMContext &Ctx = M.getContext();
    if (R == Role::Id)
      return ConstantInt::get(Type::getInt32Ty(Ctx), IdOf(Name.indexOf(C, DL)));
    ConstantPlace Place = findPlace(C, DL);
    if (!Place.Data) // Undefined.
      return PoisonValue::get(
          PointerType::get(Ctx, compat::GlobalAddressSpace));
    return ConstantExpr::getGetElementPtr(
        Type::getInt8Ty(Ctx), twin(*Place.Data, R),
        ConstantInt::getSigned(Type::getInt64Ty(Ctx), Place.Offset));
  }

  /// A global of \p Data's size that holds an id, as i16, wherever \p Data
  /// holds the name, or the pointer to it.
  GlobalVariable *twin(GlobalVariable &Data, Role R) {
    GlobalVariable *&Twin = Twins[{&Data, R == Role::InTable}];
    if (Twin)
      return Twin;
    std::string Bytes(
        DL.getTypeAllocSize(Data.getValueType()).getFixedValue() + 1, '\0');
    auto Put = [&](uint64_t Offset, unsigned Leaf) {
      support::endian::write16le(&Bytes[Offset], IdOf(Leaf));
    };
    if (R == Role::InTable) {
      auto It = Name.Tables.find(&Data);
      for (const auto &[Offset, Entry] : It->second)
        Put(Offset, Name.indexOf(Entry, DL));
    } else {
      for (const auto &[Index, Leaf] : enumerate(Name.leaves()))
        if (Leaf.Data == &Data)
          Put(Leaf.Offset, Index);
    }
    Constant *Init = ConstantDataArray::getString(M.getContext(), Bytes,
                                                  /*AddNull=*/false);
    Twin = new GlobalVariable(
        M, Init->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
        Init, "iket.name_ids", nullptr, GlobalValue::NotThreadLocal,
        compat::GlobalAddressSpace);
    Twin->setAlignment(Align(2));
    return Twin;
  }

  const EventName &Name;
  function_ref<uint32_t(unsigned)> IdOf;
  const DataLayout &DL;
  Module &M;
  DenseMap<Node, Value *> Built;
  SmallVector<Node> Phis;
  DenseMap<std::pair<GlobalVariable *, unsigned>, GlobalVariable *> Twins;
};

Value *EventName::buildSelector(function_ref<uint32_t(unsigned)> IdOf) const {
  auto *I = dyn_cast<Instruction>(Operand);
  return I ? SelectorBuilder(*this, IdOf, *I).build(Operand)
           : ConstantInt::get(Type::getInt32Ty(Operand->getContext()), IdOf(0));
}

} // namespace iket
