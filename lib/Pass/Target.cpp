//===- Target.cpp - What the module is compiled for -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Target.h"
#include "Pass/Compat.h"
#include "iket/abi.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace iket {

bool isDeviceModule(const Module &M) {
  return compat::targetTriple(M).isNVPTX();
}

bool isKernel(const Function &F) { return compat::isKernel(F); }

FunctionSet findReachable(ArrayRef<const Function *> Roots) {
  FunctionSet Reached;
  SmallVector<const Function *> Worklist(Roots);
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val();
    if (!Reached.insert(F).second)
      continue;
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (const Function *Callee = Call->getCalledFunction())
          Worklist.push_back(Callee);
  }
  return Reached;
}

bool TargetInfo::isPreHopper() const {
  return isKnown() && Arch < abi::MinArch;
}

bool TargetInfo::hasClusters() const { return Arch >= abi::MinArch; }

uint32_t TargetInfo::slot(const Options &Opts) const {
  if (Opts.Slot)
    return *Opts.Slot;
  return abi::slotOffset(isKnown() ? Arch : unsigned(abi::MinArch));
}

TargetInfo getTargetInfo(const Module &M, const Options &Opts) {
  TargetInfo Target;
  for (const Function &F : M) {
    StringRef Name = F.getFnAttribute("target-cpu").getValueAsString();
    StringRef Digits = Name;
    unsigned Arch;
    if (!Digits.consume_front("sm_") || Digits.consumeInteger(10, Arch))
      continue;
    if (!Target.isKnown() || Arch < Target.Arch)
      Target = {Arch, Name.str()};
  }
  if (!Target.isKnown() && Opts.Arch)
    Target = {Opts.Arch, "sm_" + std::to_string(Opts.Arch)};
  return Target;
}

} // namespace iket
