//===- UserTriggers.cpp - The program's own triggers ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/UserTriggers.h"
#include "Pass/Compat.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace iket {
namespace {

/// The number that starts \p Text: literally, or as $N, a constant operand of
/// \p Call.
std::optional<uint64_t> readNumber(StringRef Text, const CallBase &Call) {
  Text = Text.ltrim();
  unsigned Index;
  uint64_t Number;
  if (Text.consume_front("$")) {
    Text.consume_front("{");
    if (Text.consumeInteger(10, Index) || Index >= Call.arg_size())
      return std::nullopt;
    auto *C = dyn_cast<ConstantInt>(Call.getArgOperand(Index));
    return C ? std::optional(C->getZExtValue()) : std::nullopt;
  }
  return Text.consumeInteger(0, Number) ? std::nullopt : std::optional(Number);
}

/// The masks that \p Call triggers.
SmallVector<uint64_t, 1> triggerMasks(const CallBase &Call) {
  SmallVector<uint64_t, 1> Masks;
  if (std::optional<uint64_t> Mask = compat::getPmEventMask(Call))
    Masks.push_back(*Mask);
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  StringRef Rest = Asm ? Asm->getAsmString() : StringRef();
  for (size_t At; (At = Rest.find("pmevent")) != StringRef::npos;) {
    Rest = Rest.drop_front(At + StringRef("pmevent").size());
    bool IsMask = Rest.consume_front(".mask");
    std::optional<uint64_t> Number = readNumber(Rest, Call);
    if (Number && (IsMask || *Number < 16))
      Masks.push_back(IsMask ? *Number : uint64_t(1) << *Number);
  }
  return Masks;
}

/// What the profiler takes \p Mask for; empty if for nothing.
std::string eventOf(uint64_t Mask, const EventTable &Table) {
  for (const Declaration &D : Table.declarations())
    if (D.Id == Mask)
      return (kindName(D.Kind) + " '" + D.Name + "'").str();
  bool HasPops =
      any_of(Table.calls(), [](const EventCall &E) { return E.isPop(); });
  return Mask == abi::PopId && HasPops ? "range_pop" : "";
}

} // namespace

void checkUserTriggers(const Module &M, const EventTable &Table,
                       Diagnostics &Diags) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        for (uint64_t Mask : triggerMasks(*Call))
          if (std::string Event = eventOf(Mask, Table); !Event.empty())
            Diags.warning(warning::UserTrigger, &F, getDebugLocation(I),
                          "a pmevent of the program in '" +
                              demangle(F.getName().str()) + "' has mask " +
                              Twine(Mask) + ", which is the id of " + Event +
                              ": the profiler records it as that event; "
                              "trigger another, or build without events");
}

} // namespace iket
