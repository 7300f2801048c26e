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
//===----------------------------------------------------------------------===//

#include "Pass/Uniform.h"
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

} // namespace

bool isUniform(const Use &Operand, FunctionAnalysisManager &FAM) {
  if (isa<Constant>(Operand.get()))
    return true;
  auto *User = cast<Instruction>(Operand.getUser());
  Function &F = *const_cast<Function *>(User->getFunction());
  return FAM.getResult<TargetIRAnalysis>(F).hasBranchDivergence(&F) &&
         isUniform(Operand, FAM.getResult<UniformityInfoAnalysis>(F), 0);
}

} // namespace iket
