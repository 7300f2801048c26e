//===- Uniform.cpp - Values that all lanes of a warp share ----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's analysis of divergence knows kernel arguments and what is computed
// from them, through loops and branches. To it every intrinsic diverges, so the
// registers that are those of a CTA or a grid are added here.
//
// In code that whole warps run, an election is one instruction, and one lane's
// record costs less once it is traced: around 4 FMAs on an H200 the kernel
// takes 1.66 times as long with all lanes' records, and 1.50 with one lane's.
// Where only some lanes run the code, ptxas makes a branch of an election: 16
// instructions in place of 5.
//
//===----------------------------------------------------------------------===//

#include "Pass/Uniform.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace iket {
namespace {

constexpr unsigned MaxDepth = 8;

bool readsSharedRegister(const Value *V) {
  auto *Read = dyn_cast<IntrinsicInst>(V);
  if (!Read)
    return false;
  switch (Read->getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctarank:
    return true;
  default:
    return false;
  }
}

bool isUniform(const Use &Operand, const UniformityInfo &Divergence,
               unsigned Depth) {
  const Value *V = Operand.get();
  if (readsSharedRegister(V) || !Divergence.isDivergentUse(Operand))
    return true;
  return Depth != MaxDepth &&
         isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(V) &&
         all_of(cast<Instruction>(V)->operands(), [&](const Use &U) {
           return isUniform(U, Divergence, Depth + 1);
         });
}

/// False if lanes may part on the way to \p BB and meet only behind it.
bool runsInWholeWarps(const BasicBlock &BB, UniformityInfo &Divergence,
                      const PostDominatorTree &Meets) {
  return none_of(*BB.getParent(), [&](const BasicBlock &Parting) {
    return Divergence.hasDivergentTerminator(Parting) &&
           !Meets.properlyDominates(&BB, &Parting) &&
           isPotentiallyReachable(Parting.getTerminator(), &BB.front());
  });
}

} // namespace

bool needsNoElection(const Use &Operand, FunctionAnalysisManager &FAM) {
  auto *User = cast<Instruction>(Operand.getUser());
  Function &F = *const_cast<Function *>(User->getFunction());
  if (!FAM.getResult<TargetIRAnalysis>(F).hasBranchDivergence(&F))
    return false;
  UniformityInfo &Divergence = FAM.getResult<UniformityInfoAnalysis>(F);
  return (isa<Constant>(Operand.get()) || isUniform(Operand, Divergence, 0)) &&
         !runsInWholeWarps(*User->getParent(), Divergence,
                           FAM.getResult<PostDominatorTreeAnalysis>(F));
}

} // namespace iket
