//===- NativeDump.cpp - The instructions of a record ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//                     native                     extended
//   +0   store volatile i32  timer | id    store volatile i64 {timer, id}
//   +4   store volatile i32  payload
//   +8   store volatile i64  payload       store volatile i32/i64 payload
//        pmevent.mask id                   pmevent.mask id
//
// Unpatched code really makes the stores, into a slot that the hardware keeps
// free; the patcher turns them into stores to the trace buffer and the trigger
// into a pointer bump. It takes time and payload only as separate stores, which
// `volatile` guarantees: ptxas merges weak ones.
//
// The slot's address is computed once in each function, since reading the rank
// is pure; ptxas keeps it in a uniform register. With a payload the first active
// lane alone stores, so that it is defined whose value is recorded, unless that
// costs more than it is for (Uniform.cpp). Other records are equal in all active
// lanes, which store them together.
//
//===----------------------------------------------------------------------===//

#include "Pass/NativeDump.h"
#include "Pass/Compat.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace iket {
namespace {

constexpr unsigned Payload32Offset = 4;
constexpr unsigned Payload64Offset = 8;
/// The upper half of a 64-bit payload; free between records.
constexpr unsigned KeepOffset = 12;

/// Inserted calls in a function with debug info need a location, of line 0
/// where the event has none.
DebugLoc locationFor(const Instruction &I) {
  if (I.getDebugLoc())
    return I.getDebugLoc();
  if (DISubprogram *SP = I.getFunction()->getSubprogram())
    return DILocation::get(I.getContext(), 0, 0, SP);
  return {};
}

/// Hides \p Word from LLVM, which would sink its computation under the branch
/// and so behind the election. Held in front, the two overlap: with a payload
/// around 4, 16 and 64 FMAs in a flat loop on an H200, the excess over the
/// plain kernel falls from 1.34, 0.42 and 0.14 to 1.13, 0.31 and 0.07, where
/// the asm block that NVIDIA's compiler emits costs 1.24, 0.37 and 0.08.
Value *pin(IRBuilder<> &B, Value *Word) {
  Type *Ty = Word->getType();
  auto *Empty = InlineAsm::get(FunctionType::get(Ty, {Ty}, false), "",
                               Ty->isIntegerTy(64) ? "=l,0" : "=r,0",
                               /*hasSideEffects=*/true);
  return B.CreateCall(Empty, {Word});
}

} // namespace

Value *NativeDump::slot() {
  if (Slot)
    return Slot;
  BasicBlock &Entry = F.getEntryBlock();
  IRBuilder<> B(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  if (DISubprogram *SP = F.getSubprogram())
    B.SetCurrentDebugLocation(DILocation::get(F.getContext(), 0, 0, SP));
  Value *Offset = B.getInt32(Format.Slot);
  if (Format.Target.hasClusters()) {
    Value *Rank = B.CreateIntrinsic(
        B.getInt32Ty(), Intrinsic::nvvm_read_ptx_sreg_cluster_ctarank, {});
    Offset = B.CreateOr(B.CreateShl(Rank, abi::ClusterRankShift), Offset);
  }
  return Slot = B.CreateIntToPtr(Offset, B.getPtrTy(compat::SharedAddressSpace),
                                 "iket.slot");
}

Value *NativeDump::slotAt(IRBuilder<> &B, unsigned Offset) {
  return Offset ? B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), slot(), Offset)
                : slot();
}

/// True in the first active lane only; null where the target cannot elect.
Value *NativeDump::electLane(IRBuilder<> &B) {
  if (!Format.Target.hasClusters())
    return nullptr;
  Value *Active =
      B.CreateIntrinsic(B.getInt32Ty(), Intrinsic::nvvm_activemask, {});
  return compat::createElect(B, Active);
}

/// A payload as i32 or i64: narrow ones zero-extended, floats bit for bit.
Value *NativeDump::payloadBits(IRBuilder<> &B, Value *Payload) {
  Type *Ty = Payload->getType();
  if (Ty->isPointerTy())
    return B.CreatePtrToInt(Payload, B.getInt64Ty());
  unsigned Bits = Ty->getPrimitiveSizeInBits();
  Payload = B.CreateBitCast(Payload, B.getIntNTy(Bits));
  return Bits < 32 ? B.CreateZExt(Payload, B.getInt32Ty()) : Payload;
}

void NativeDump::emit(Instruction *Before, uint32_t Id, Value *Payload,
                      bool AllLanes) {
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(locationFor(*Before));
  // In front of the timer: what prepares a record is no part of its point.
  Value *Bits = Payload ? payloadBits(B, Payload) : nullptr;
  Value *Elected = Payload && !AllLanes ? electLane(B) : nullptr;
  // Nor does the record's first word wait for the election.
  Value *Word = compat::createGlobalTimerRead(B);
  Word = Format.Extended ? B.CreateOr(B.CreateZExt(Word, B.getInt64Ty()),
                                      uint64_t(Id) << 32)
                         : B.CreateOr(Word, Id);
  if (Elected)
    Word = pin(B, Word);

  Instruction *StorePoint = Before;
  if (Elected)
    StorePoint = SplitBlockAndInsertIfThen(Elected, Before->getIterator(),
                                           /*Unreachable=*/false);
  IRBuilder<> Store(StorePoint);
  Store.SetCurrentDebugLocation(B.getCurrentDebugLocation());
  Store.CreateAlignedStore(Word, slotAt(Store, 0),
                           Align(Format.Extended ? 8 : 4),
                           /*isVolatile=*/true);
  if (Bits) {
    bool Wide = Bits->getType()->isIntegerTy(64);
    unsigned Offset =
        Format.Extended || Wide ? Payload64Offset : Payload32Offset;
    Store.CreateAlignedStore(Bits, slotAt(Store, Offset), Align(Wide ? 8 : 4),
                             /*isVolatile=*/true);
  }

  IRBuilder<> Trigger(Before);
  Trigger.SetCurrentDebugLocation(B.getCurrentDebugLocation());
  compat::createPmEvent(Trigger, Id);
}

/// An empty asm holds LLVM but not ptxas. A store holds both: it goes to the
/// slot's last word, which no record in flight uses, and stays what it is when
/// the kernel is patched.
void NativeDump::emitKeep(Instruction *Before, Value *Value) {
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(locationFor(*Before));
  B.CreateAlignedStore(Value, slotAt(B, KeepOffset), Align(4),
                       /*isVolatile=*/true);
}

} // namespace iket
