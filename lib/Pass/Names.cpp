//===- Names.cpp - Event names and the constants they come from -----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Names.h"
#include "Pass/Compat.h"
#include "iket/abi.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <numeric>

using namespace llvm;

namespace iket {

ConstantPlace findPlace(const Constant *C, const DataLayout &DL) {
  if (!C->getType()->isPointerTy())
    return {};
  APInt Offset(DL.getIndexTypeSizeInBits(C->getType()), 0);
  auto *Base = C->stripAndAccumulateConstantOffsets(DL, Offset,
                                                    /*AllowNonInbounds=*/true);
  auto *Data = dyn_cast<GlobalVariable>(Base);
  if (!Data || !Data->isConstant() || !Data->hasInitializer() ||
      Data->isInterposable())
    return {};
  return {const_cast<GlobalVariable *>(Data), Offset.getSExtValue()};
}

namespace {

/// More names than this behind one operand are a mistake, not a choice.
constexpr uint64_t MaxChoices = 256;

uint64_t sizeOf(const GlobalVariable &GV, const DataLayout &DL) {
  return DL.getTypeAllocSize(GV.getValueType()).getFixedValue();
}

/// The constant of type \p Ty at \p Offset in \p Data; null if there is none.
Constant *readAt(const GlobalVariable &Data, Type *Ty, uint64_t Offset,
                 const DataLayout &DL) {
  if (Offset + DL.getTypeStoreSize(Ty).getFixedValue() > sizeOf(Data, DL))
    return nullptr;
  APInt At(DL.getIndexTypeSizeInBits(Data.getType()), Offset);
  return ConstantFoldLoadFromConst(
      const_cast<Constant *>(Data.getInitializer()), Ty, At, DL);
}

std::optional<std::string> readString(const GlobalVariable &Data,
                                      uint64_t Offset, const DataLayout &DL) {
  Type *Byte = Type::getInt8Ty(Data.getContext());
  std::string Text;
  for (;; ++Offset) {
    auto *C = dyn_cast_or_null<ConstantInt>(readAt(Data, Byte, Offset, DL));
    if (!C)
      return std::nullopt;
    if (C->isZero())
      return Text;
    Text += char(C->getZExtValue());
  }
}

/// Distances from a pointer: Start, and with a Step also Start plus or minus
/// any multiple of it.
struct Distances {
  int64_t Start = 0;
  uint64_t Step = 0;

  bool operator==(const Distances &O) const {
    return Start == O.Start && Step == O.Step;
  }
  /// Makes this cover \p O; true if it did not.
  bool join(const Distances &O) {
    uint64_t Joined =
        std::gcd(std::gcd(Step, O.Step), uint64_t(std::abs(Start - O.Start)));
    return std::exchange(Step, Joined) != Joined;
  }
};

/// \p GEP's base, and \p D seen from there; null if it cannot be said.
Value *moveToBase(GEPOperator &GEP, const DataLayout &DL, Distances &D) {
  unsigned Width = DL.getIndexTypeSizeInBits(GEP.getType());
  compat::VariableOffsets Variable;
  APInt Constant(Width, 0);
  if (GEP.getType()->isVectorTy() ||
      !GEP.collectOffset(DL, Width, Variable, Constant))
    return nullptr;
  D.Start += Constant.getSExtValue();
  for (const auto &[Index, Scale] : Variable)
    D.Step = std::gcd(D.Step, uint64_t(std::abs(Scale.getSExtValue())));
  return GEP.getPointerOperand();
}

/// The values that are stored to the variable that \p Load reads, if nothing
/// else can write to it.
std::optional<SmallVector<Value *>> storedValues(LoadInst &Load) {
  auto *Slot = dyn_cast<AllocaInst>(Load.getPointerOperand());
  if (!Slot)
    return std::nullopt;
  SmallVector<Value *> Stored;
  for (User *U : Slot->users()) {
    if (auto *Store = dyn_cast<StoreInst>(U);
        Store && Store->getValueOperand() != Slot)
      Stored.push_back(Store->getValueOperand());
    else if (!isa<LoadInst>(U) && !cast<Instruction>(U)->isLifetimeStartOrEnd())
      return std::nullopt;
  }
  return Stored;
}

} // namespace

/// Walks from an operand to its constants, by a worklist: a chain of choices
/// may be long.
class NameFinder {
public:
  NameFinder(EventName &Name, const DataLayout &DL, NameReach Reach)
      : Name(Name), DL(DL), Reach(Reach) {}

  void run() {
    push(Name.Operand, /*IsAddress=*/false, {});
    while (!Worklist.empty() && !Name.Culprit) {
      auto [V, IsAddress, D] = Worklist.pop_back_val();
      // The same constant at two distances is two names, not a step.
      if (auto *C = dyn_cast<Constant>(V)) {
        addConstant(C, IsAddress, D);
        continue;
      }
      auto [It, IsNew] = Known.try_emplace({V, IsAddress}, D);
      if (IsNew || It->second.join(D))
        follow(V, IsAddress, It->second);
    }
  }

private:
  /// IsAddress: the name is loaded from there.
  struct Item {
    Value *V;
    bool IsAddress;
    Distances D;
  };

  void push(Value *V, bool IsAddress, Distances D) {
    Worklist.push_back({V, IsAddress, D});
  }
  /// The first of several is followed first.
  template <typename Range>
  void pushAll(const Range &Values, bool IsAddress, Distances D) {
    for (Value *V : reverse(Values))
      push(V, IsAddress, D);
  }

  void fail(Value *V) { Name.Culprit = V; }

  void follow(Value *V, bool IsAddress, Distances D) {
    if (isCopy(V))
      return push(cast<Instruction>(V)->getOperand(0), IsAddress, D);
    if (auto *GEP = dyn_cast<GEPOperator>(V)) {
      Value *Base = moveToBase(*GEP, DL, D);
      return Base ? push(Base, IsAddress, D) : fail(V);
    }
    if (isa<SelectInst>(V))
      return pushAll(drop_begin(cast<User>(V)->operands()), IsAddress, D);
    if (auto *Phi = dyn_cast<PHINode>(V))
      return pushAll(Phi->incoming_values(), IsAddress, D);
    if (auto *Load = dyn_cast<LoadInst>(V)) {
      if (Constant *Folded = foldLoad(Load, DL))
        return push(Folded, IsAddress, D);
      if (Reach == NameReach::Module)
        if (auto Stored = storedValues(*Load))
          return pushAll(*Stored, IsAddress, D);
      if (!IsAddress && D == Distances() && Load->isSimple() &&
          Load->getType()->isPointerTy())
        return push(Load->getPointerOperand(), /*IsAddress=*/true, {});
    }
    if (auto *Parameter = dyn_cast<Argument>(V);
        Parameter && Reach == NameReach::Module)
      return followCallers(*Parameter, IsAddress, D);
    fail(V);
  }

  void followCallers(Argument &Parameter, bool IsAddress, Distances D) {
    Function *F = Parameter.getParent();
    for (User *U : F->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledFunction() == F)
        push(Call->getArgOperand(Parameter.getArgNo()), IsAddress, D);
  }

  void addConstant(Constant *C, bool IsAddress, Distances D) {
    if (isa<UndefValue>(C))
      return; // May be any of the others.
    ConstantPlace Place = findPlace(C, DL);
    if (!Place.Data)
      return fail(C);
    D.Start += Place.Offset;
    uint64_t Size = sizeOf(*Place.Data, DL), Count = 0;
    SmallVector<Value *> Entries;
    if (D.Step)
      D.Start = (D.Start % int64_t(D.Step) + D.Step) % D.Step;
    if (D.Start < 0)
      return fail(C);
    for (uint64_t At = D.Start; At < Size; At += D.Step) {
      if (++Count > MaxChoices)
        return fail(C);
      if (!IsAddress)
        addLeaf(*Place.Data, At);
      else if (D.Step && At + DL.getPointerSize() > Size)
        break; // A row's last part.
      else
        addEntry(*Place.Data, At, Entries);
      if (!D.Step || Name.Culprit)
        break;
    }
    pushAll(Entries, /*IsAddress=*/false, {});
    if (Count == 0)
      fail(C);
  }

  void addLeaf(GlobalVariable &Data, uint64_t At) {
    auto [It, IsNew] =
        Name.IndexOf.try_emplace({&Data, At}, Name.Leaves.size());
    if (!IsNew)
      return;
    if (std::optional<std::string> Text = readString(Data, At, DL))
      Name.Leaves.push_back({&Data, At, std::move(*Text)});
    else
      fail(&Data);
  }

  void addEntry(GlobalVariable &Table, uint64_t At,
                SmallVectorImpl<Value *> &Entries) {
    Constant *Entry =
        readAt(Table, PointerType::get(Table.getContext(), 0), At, DL);
    if (!Entry)
      return fail(&Table);
    if (Name.Tables[&Table].insert({At, Entry}).second)
      Entries.push_back(Entry);
  }

  EventName &Name;
  const DataLayout &DL;
  NameReach Reach;
  SmallVector<Item> Worklist;
  DenseMap<std::pair<Value *, unsigned>, Distances> Known;
};

EventName::EventName(Value *Operand, const DataLayout &DL, NameReach Reach)
    : Operand(Operand) {
  NameFinder(*this, DL, Reach).run();
}

unsigned EventName::indexOf(const Constant *C, const DataLayout &DL) const {
  ConstantPlace Place = findPlace(C, DL);
  return IndexOf.lookup({Place.Data, uint64_t(Place.Offset)});
}

bool isCopy(const Value *V) {
  auto *GEP = dyn_cast<GetElementPtrInst>(V);
  return isa<FreezeInst, AddrSpaceCastInst, BitCastInst>(V) ||
         (GEP && GEP->hasAllZeroIndices());
}

Value *stripCopies(Value *V) {
  while (isCopy(V))
    V = cast<Instruction>(V)->getOperand(0);
  return V;
}

Constant *foldLoad(const Value *V, const DataLayout &DL) {
  auto *Load = dyn_cast<LoadInst>(V);
  auto *Address =
      Load ? dyn_cast<Constant>(Load->getPointerOperand()) : nullptr;
  ConstantPlace Place = Address ? findPlace(Address, DL) : ConstantPlace();
  return Place.Data && Place.Offset >= 0 && Load->isSimple()
             ? readAt(*Place.Data, Load->getType(), Place.Offset, DL)
             : nullptr;
}

std::optional<std::string> readConstantString(const Value *V,
                                              const DataLayout &DL) {
  auto *C = dyn_cast<Constant>(V);
  ConstantPlace Place = C ? findPlace(C, DL) : ConstantPlace();
  if (!Place.Data || Place.Offset < 0)
    return std::nullopt;
  return readString(*Place.Data, Place.Offset, DL);
}

std::string symbolSafe(StringRef Name) {
  std::string Safe = Name.str();
  for (char &C : Safe)
    if (!abi::isSymbolByte(C))
      C = '_';
  return Safe;
}

} // namespace iket
