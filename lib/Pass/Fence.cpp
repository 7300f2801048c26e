//===- Fence.cpp - Memory that events hold in place -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With fence=memory an event reads and writes all memory. That does not reach
// memory of which the source says that no other code touches it:
//
//   BEFORE  define ptx_kernel void @k(ptr noalias %p)
//   AFTER   define ptx_kernel void @k(ptr noalias %p) {
//             call void asm sideeffect "", "l"(ptr %p) "iket-hold"
//
// To LLVM the empty asm passes the pointer on, so that an event may use it too,
// while %p still does not alias the kernel's other pointers. A device function
// loses noalias instead: its pointer may lead to a local variable, which the
// asm would keep in memory. Loads lose !invariant.load, and with it PTX's
// ld.global.nc, which ptxas may move.
//
// What that costs (clang 22 -O2, ptxas 13.0, sm_90a): nothing in registers or
// SASS instructions, over a register-blocked GEMM, a stencil, a softmax and a
// CSR product with ranges around their stages (183 registers and 1400
// instructions in all), CUB's traced scan (86, 1664), CUB's own kernels with
// auto=kernels (488, 12304) and CUTLASS's SIMT GEMM (151, 824). A loop runs the
// invariant loads that its ranges hold.
//
//===----------------------------------------------------------------------===//

#include "Pass/Fence.h"
#include "Pass/Builtins.h"
#include "Pass/Target.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace iket {
namespace {

constexpr char HoldAttribute[] = "iket-hold";

/// Functions that call an event, directly or through others.
SmallSetVector<Function *, 16> findRecording(Module &M) {
  SmallSetVector<Function *, 16> Recording;
  SmallVector<Function *> Worklist;
  for (Function &F : M)
    if (std::optional<Builtin> B = parseBuiltin(F.getName());
        B && !B->isConstant())
      Worklist.push_back(&F);
  while (!Worklist.empty())
    for (User *U : Worklist.pop_back_val()->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Recording.insert(Call->getFunction()))
        Worklist.push_back(Call->getFunction());
  return Recording;
}

void hold(Argument &Pointer) {
  Function &F = *Pointer.getParent();
  IRBuilder<> B(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  CallInst *Hold = B.CreateCall(
      InlineAsm::get(FunctionType::get(B.getVoidTy(), {Pointer.getType()},
                                       /*isVarArg=*/false),
                     "", "l", /*hasSideEffects=*/true),
      {&Pointer});
  Hold->addFnAttr(Attribute::get(F.getContext(), HoldAttribute));
  Hold->addFnAttr(Attribute::NoUnwind);
  Hold->addFnAttr(Attribute::WillReturn);
  Hold->setOnlyAccessesInaccessibleMemory();
  if (DISubprogram *SP = F.getSubprogram())
    Hold->setDebugLoc(DILocation::get(F.getContext(), 0, 0, SP));
}

} // namespace

void holdMemory(Module &M) {
  SmallSetVector<Function *, 16> Recording = findRecording(M);
  for (Function *F : Recording)
    for (Argument &A : F->args()) {
      if (!A.getType()->isPointerTy() || A.hasPassPointeeByValueCopyAttr() ||
          A.hasStructRetAttr())
        continue;
      A.removeAttr(Attribute::ReadOnly);
      A.removeAttr(Attribute::ReadNone);
      if (!A.hasNoAliasAttr())
        continue;
      if (isKernel(*F))
        hold(A);
      else
        A.removeAttr(Attribute::NoAlias);
    }
  // What they call may be inlined into them, as __ldg() is.
  FunctionSet Reached = findReachable(
      SmallVector<const Function *>(Recording.begin(), Recording.end()));
  for (Function &F : M)
    if (Reached.contains(&F))
      for (Instruction &I : instructions(F))
        I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
}

bool releaseMemory(Module &M) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Call = dyn_cast<CallInst>(&I);
          Call && Call->hasFnAttr(HoldAttribute)) {
        Call->eraseFromParent();
        Changed = true;
      }
  return Changed;
}

} // namespace iket
