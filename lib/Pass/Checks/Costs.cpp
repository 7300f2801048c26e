//===- Costs.cpp - Events that cost much or show little -------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Checks/Checks.h"
#include "Pass/Compat.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace iket {
namespace {

bool readsGlobalTimer(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    return StringRef(Asm->getAsmString()).contains("globaltimer");
  return compat::isGlobalTimerRead(Call->getIntrinsicID());
}

/// The profiler takes an event to begin with the first timer read in front of
/// it.
void warnAboutUserTimer(const Function &F, Diagnostics &Diags) {
  for (const BasicBlock &BB : F) {
    const Instruction *Read = nullptr;
    for (const Instruction &I : BB) {
      auto *Call = dyn_cast<CallInst>(&I);
      std::optional<Builtin> B = Call ? getBuiltin(*Call) : std::nullopt;
      if (readsGlobalTimer(I)) {
        Read = &I;
      } else if (B && B->isEvent()) {
        if (Read)
          Diags.warning(
              warning::UserTimer, &F, getSourceLocation(*Call),
              "the profiler takes the read of %globaltimer in front of "
              "this event for the event's own; move it behind the "
              "event");
        Read = nullptr;
      }
    }
  }
}

/// What \p I does to a batch of Hopper's matrix instructions, which begins with
/// wgmma.fence and ends with wgmma.commit_group. None if nothing.
std::optional<bool> beginsBatch(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return std::nullopt;
  StringRef Text;
  if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
    Text = Asm->getAsmString();
  else if (const Function *Callee = Call->getCalledFunction();
           Callee && Callee->isIntrinsic())
    Text = Callee->getName();
  // Of several in one asm, the last one.
  Text = Text.drop_front(std::min(Text.rfind("wgmma."), Text.size()));
  if (!Text.consume_front("wgmma."))
    return std::nullopt;
  return Text.starts_with("fence") || Text.starts_with("mma");
}

/// In a batch ptxas wants nothing else: it waits for each instruction.
void warnAboutBatches(const Function &F, Diagnostics &Diags) {
  DenseSet<const BasicBlock *> InBatch; // At their ends.
  ReversePostOrderTraversal<const Function *> Order(&F);
  for (bool IsLast = false, Changed = true; Changed || !IsLast;) {
    IsLast = !Changed;
    Changed = false;
    for (const BasicBlock *BB : Order) {
      bool Is = any_of(predecessors(BB), [&](const BasicBlock *Before) {
        return InBatch.contains(Before);
      });
      for (const Instruction &I : *BB) {
        auto *Call = dyn_cast<CallInst>(&I);
        std::optional<Builtin> B = Call ? getBuiltin(*Call) : std::nullopt;
        if (std::optional<bool> Begins = beginsBatch(I))
          Is = *Begins;
        else if (Is && IsLast && B && B->isEvent())
          Diags.warning(
              warning::Wgmma, &F, getSourceLocation(*Call),
              "an event between wgmma.fence and wgmma.commit_group makes ptxas "
              "wait for each matrix instruction (C7519); move it in front of "
              "the fence or behind the commit");
      }
      if (Is)
        Changed |= InBatch.insert(BB).second;
    }
  }
}

/// One function may be left unoptimised on purpose; all of them are at -O0.
bool isUnoptimised(const Module &M) {
  return all_of(
      M, [](const Function &F) { return F.isDeclaration() || F.hasOptNone(); });
}

void warnAboutPayloads(const Module &M, const EventTable &Table,
                       Diagnostics &Diags) {
  for (const EventCall &E : Table.calls())
    if (E.B.hasPayload() && isUnoptimised(M)) {
      Diags.warning(
          warning::PayloadO0, E.Call->getFunction(), E.Where,
          "payloads at -O0 need -Xcuda-ptxas -O1, since ptxas -O0 loses "
          "them, and -gline-tables-only instead of -g; with both, "
          "silence this by no-warn=payload-O0");
      break;
    }
  if (Table.isExtended())
    return; // Any payload makes those records 16 bytes.
  for (const Declaration &D : Table.declarations())
    if (abi::payloadBytes(D.Payload) == 8) {
      Diags.warning(warning::WidePayload, D.FirstFunction, D.First,
                    "the 64-bit payload of '" + D.Name +
                        "' makes every record of the module 16 bytes instead "
                        "of 8; pass a 32-bit value where that is enough");
      break;
    }
}

} // namespace

void diagnoseCosts(const Module &M, const EventTable &Table,
                   const TargetInfo &Target, const Options &Opts,
                   Diagnostics &Diags) {
  const EventCall &First = Table.calls().front();
  const Function *F = First.Call->getFunction();
  if (!Target.isKnown())
    Diags.warning(warning::UnknownArch, F, First.Where,
                  "the module names no architecture, so events in clusters and "
                  "payloads in divergent code are recorded inexactly; compile "
                  "for one, or use the option arch=sm_NN");
  if (Target.isPreHopper() && Opts.PreHopper == PreHopperMode::Emit)
    Diags.warning(warning::PreHopper, F, First.Where,
                  "records on sm_" + Twine(Target.Arch) +
                      " overwrite the kernel's own shared memory; use them "
                      "only with a reader that expects this");
  if (Opts.RuntimePayloads)
    warnAboutPayloads(M, Table, Diags);
  for (const Function &F : M)
    if (!F.isDeclaration()) {
      warnAboutUserTimer(F, Diags);
      warnAboutBatches(F, Diags);
    }
  if (Table.isExtended())
    Diags.remark(*F, First.Where,
                 "extended records hold the module's " +
                     Twine(Table.declarations().size()) +
                     " events: 8 bytes each instead of 4, or 16 with payloads; "
                     "native records hold up to 30 events");
}

} // namespace iket
