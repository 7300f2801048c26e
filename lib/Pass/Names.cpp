//===- Names.cpp - Event names and the constants they come from -----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Names.h"
#include "Pass/Compat.h"
#include "iket/abi.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace iket {
namespace {

/// More entries than this in a table of names are a mistake, not a choice.
constexpr uint64_t MaxTableEntries = 256;

/// A load of one entry of a constant array of pointers.
struct TableLoad {
  ConstantArray *Entries;
  Value *Index;
};

std::optional<TableLoad> matchTableLoad(Value *V) {
  auto *Load = dyn_cast<LoadInst>(V);
  if (!Load || !Load->isSimple() || !Load->getType()->isPointerTy())
    return std::nullopt;
  auto *GEP = dyn_cast<GEPOperator>(Load->getPointerOperand());
  if (!GEP)
    return std::nullopt;
  auto *Table =
      dyn_cast<GlobalVariable>(GEP->getPointerOperand()->stripPointerCasts());
  if (!Table || !Table->isConstant() || !Table->hasDefinitiveInitializer())
    return std::nullopt;
  auto *Entries = dyn_cast<ConstantArray>(Table->getInitializer());
  if (!Entries || Entries->getType()->getElementType() != Load->getType() ||
      Entries->getNumOperands() > MaxTableEntries)
    return std::nullopt;
  // Either  gep ptr, @table, i  or  gep [N x ptr], @table, 0, i.
  if (GEP->getNumIndices() == 1 &&
      GEP->getSourceElementType() == Load->getType())
    return TableLoad{Entries, GEP->getOperand(1)};
  auto *First = dyn_cast<ConstantInt>(GEP->getOperand(1));
  if (GEP->getNumIndices() == 2 && First && First->isZero() &&
      GEP->getSourceElementType() == Entries->getType())
    return TableLoad{Entries, GEP->getOperand(2)};
  return std::nullopt;
}

bool collect(Value *V, NameLeaves &Leaves, SmallPtrSetImpl<Value *> &Visited) {
  V = lookThrough(V);
  if (!Visited.insert(V).second)
    return true;
  if (auto *C = dyn_cast<Constant>(V)) {
    if (isa<UndefValue>(C) || C->isNullValue())
      return false;
    Leaves.insert(C);
    return true;
  }
  if (auto *Select = dyn_cast<SelectInst>(V))
    return collect(Select->getTrueValue(), Leaves, Visited) &&
           collect(Select->getFalseValue(), Leaves, Visited);
  if (auto *Phi = dyn_cast<PHINode>(V)) {
    for (Value *Incoming : Phi->incoming_values())
      if (!collect(Incoming, Leaves, Visited))
        return false;
    return true;
  }
  if (std::optional<TableLoad> Table = matchTableLoad(V)) {
    for (Value *Entry : Table->Entries->operands())
      if (!collect(Entry, Leaves, Visited))
        return false;
    return true;
  }
  return false;
}

} // namespace

Value *lookThrough(Value *V) {
  while (auto *I = dyn_cast<Instruction>(V)) {
    auto *GEP = dyn_cast<GetElementPtrInst>(I);
    if (!isa<FreezeInst>(I) && !isa<AddrSpaceCastInst>(I) &&
        !isa<BitCastInst>(I) && !(GEP && GEP->hasAllZeroIndices()))
      break;
    V = I->getOperand(0);
  }
  return V;
}

std::optional<StringRef> readConstantString(const Value *V) {
  if (!V->getType()->isPointerTy())
    return std::nullopt;
  ConstantDataArraySlice Slice;
  if (!getConstantDataArrayInfo(V, Slice, 8))
    return std::nullopt;
  if (!Slice.Array) // All zero.
    return StringRef();
  StringRef Bytes = Slice.Array->getAsString().substr(Slice.Offset);
  size_t Nul = Bytes.find('\0');
  if (Nul == StringRef::npos)
    return std::nullopt;
  return Bytes.take_front(Nul);
}

std::string checkName(const Value *V, StringRef Name, bool LongNames) {
  // A literal with bytes behind its first NUL: C would silently cut it.
  auto *Literal = dyn_cast<GlobalVariable>(V->stripPointerCasts());
  if (Literal && Literal->hasPrivateLinkage() &&
      Literal->hasGlobalUnnamedAddr()) {
    auto *Data = dyn_cast<ConstantDataArray>(Literal->getInitializer());
    if (Data && Data->isString() &&
        Data->getAsString().drop_front(Name.size()).find_first_not_of('\0') !=
            StringRef::npos)
      return "event name '" + Name.str() +
             "' contains a NUL; remove what follows it";
  }
  if (Name.empty())
    return "event name is empty; give the event a name";
  const auto *Begin = reinterpret_cast<const UTF8 *>(Name.bytes_begin());
  if (!isLegalUTF8String(&Begin,
                         reinterpret_cast<const UTF8 *>(Name.bytes_end())))
    return "event name is not valid UTF-8; use UTF-8 or plain ASCII";
  if (Name.size() > abi::MaxNameBytes && !LongNames)
    return "event name '" + Name.str() + "' is " + std::to_string(Name.size()) +
           " bytes long, the limit is " + std::to_string(abi::MaxNameBytes) +
           "; shorten it or give the option long-names";
  return {};
}

std::string symbolSafe(StringRef Name) {
  std::string Safe = Name.str();
  for (char &C : Safe)
    if (!abi::isSymbolByte(C))
      C = '_';
  return Safe;
}

bool collectNameLeaves(Value *Name, NameLeaves &Leaves) {
  SmallPtrSet<Value *, 8> Visited;
  return collect(Name, Leaves, Visited);
}

Value *buildSelector(Value *Name, function_ref<uint32_t(Constant *)> IdOf,
                     DenseMap<Value *, Value *> &Built) {
  Name = lookThrough(Name);
  if (Value *Known = Built.lookup(Name))
    return Known;
  Type *I32 = Type::getInt32Ty(Name->getContext());
  if (auto *C = dyn_cast<Constant>(Name))
    return ConstantInt::get(I32, IdOf(C));

  if (auto *Phi = dyn_cast<PHINode>(Name)) {
    PHINode *Selector = PHINode::Create(I32, Phi->getNumIncomingValues(), "",
                                        Phi->getIterator());
    Selector->setDebugLoc(Phi->getDebugLoc());
    Built[Phi] = Selector; // Before its operands: they may lead back to it.
    for (auto [Incoming, Block] : zip(Phi->incoming_values(), Phi->blocks()))
      Selector->addIncoming(buildSelector(Incoming, IdOf, Built), Block);
    return Selector;
  }

  IRBuilder<> B(cast<Instruction>(Name));
  if (auto *Select = dyn_cast<SelectInst>(Name)) {
    Value *True = buildSelector(Select->getTrueValue(), IdOf, Built);
    Value *False = buildSelector(Select->getFalseValue(), IdOf, Built);
    return Built[Name] = B.CreateSelect(Select->getCondition(), True, False);
  }
  std::optional<TableLoad> Table = matchTableLoad(Name);
  assert(Table && "collectNameLeaves accepted it");
  SmallVector<Constant *> Ids;
  for (Value *Entry : Table->Entries->operands())
    Ids.push_back(
        ConstantInt::get(I32, IdOf(cast<Constant>(lookThrough(Entry)))));
  auto *ArrayTy = ArrayType::get(I32, Ids.size());
  auto *IdTable = new GlobalVariable(
      *cast<Instruction>(Name)->getModule(), ArrayTy, /*isConstant=*/true,
      GlobalValue::PrivateLinkage, ConstantArray::get(ArrayTy, Ids),
      "iket.name_ids", nullptr, GlobalValue::NotThreadLocal,
      compat::GlobalAddressSpace);
  Value *Slot = B.CreateInBoundsGEP(I32, IdTable, Table->Index);
  return Built[Name] = B.CreateLoad(I32, Slot);
}

} // namespace iket
