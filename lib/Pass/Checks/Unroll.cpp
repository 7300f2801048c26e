//===- Unroll.cpp - Loops that an event keeps from being unrolled ---------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM does not unroll a loop of unknown trip count around a convergent call,
// and says that it could not, but not where or why. This runs in front of the
// last unrolling, drops the request and says it in LLVM's place.
//
//===----------------------------------------------------------------------===//

#include "Pass/Checks/Checks.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace iket {
namespace {

const CallInst *findEvent(const Loop &L) {
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (std::optional<Builtin> B = getBuiltin(*Call); B && B->isEvent())
          return Call;
  return nullptr;
}

bool canUnroll(Loop &L, ScalarEvolution &SE) {
  if (SE.getSmallConstantTripCount(&L))
    return true;
  std::optional<int> Count =
      getOptionalIntLoopAttribute(&L, "llvm.loop.unroll.count");
  return Count && *Count > 0 &&
         SE.getSmallConstantTripMultiple(&L) % *Count == 0;
}

} // namespace

PreservedAnalyses UnrollCheckPass::run(Function &F,
                                       FunctionAnalysisManager &FAM) {
  if (!isDeviceModule(*F.getParent()))
    return PreservedAnalyses::all();
  Diagnostics Diags(*F.getParent(), Opts);
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    const CallInst *Event = findEvent(*L);
    if (!Event || hasUnrollTransformation(L) != TM_ForcedByUser ||
        canUnroll(*L, FAM.getResult<ScalarEvolutionAnalysis>(F)))
      continue;
    L->setLoopID(makePostTransformationMetadata(F.getContext(), L->getLoopID(),
                                                {"llvm.loop.unroll."}, {}));
    SourceLocation Where = getSourceLocation(*Event);
    std::string Loop = "the loop around this event";
    if (getBuiltin(*Event)->hasName())
      if (std::optional<std::string> Name = readConstantString(
              Event->getArgOperand(0), F.getParent()->getDataLayout()))
        Loop = "the loop around '" + *Name + "'";
    if (DebugLoc At = L->getStartLoc())
      Loop += " (line " + std::to_string(At.getLine()) + ")";
    Diags.warning(warning::Unroll, &F, Where,
                  "#pragma unroll has no effect on " + Loop +
                      ": its trip count is not a constant, and warps whose "
                      "lanes leave it at different turns would record copies; "
                      "make the trip count constant, or drop the pragma");
  }
  return PreservedAnalyses::all();
}

} // namespace iket
