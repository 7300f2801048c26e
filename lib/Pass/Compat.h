//===- Compat.h - Differences between LLVM versions -------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that depends on the LLVM we are built against, from 19 on. No
// other file asks for a version.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_COMPAT_H
#define IKET_PASS_COMPAT_H

#include "llvm/ADT/MapVector.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"

// The plugin header moved within the life of one major version.
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

namespace iket::compat {

/// Triples became objects in LLVM 21.
inline llvm::Triple targetTriple(const llvm::Module &M) {
#if LLVM_VERSION_MAJOR >= 21
  return M.getTargetTriple();
#else
  return llvm::Triple(M.getTargetTriple());
#endif
}

#if LLVM_VERSION_MAJOR < 20
/// Runs passes, but not on a module that clang prepares for a link-time
/// pipeline: before LLVM 20 the extension point does not tell the phase, and
/// the flags that clang gives such a module do.
class UnlessPreLink : public llvm::PassInfoMixin<UnlessPreLink> {
public:
  explicit UnlessPreLink(llvm::ModulePassManager Passes)
      : Passes(std::move(Passes)) {}

  llvm::PreservedAnalyses run(llvm::Module &M,
                              llvm::ModuleAnalysisManager &AM) {
    if (M.getModuleFlag("ThinLTO") || M.getModuleFlag("EnableSplitLTOUnit"))
      return llvm::PreservedAnalyses::all();
    return Passes.run(M, AM);
  }
  static bool isRequired() { return true; }

private:
  llvm::ModulePassManager Passes;
};
#endif

/// Calls \p Add with the pass manager at the end of a module pipeline, unless
/// that pipeline only prepares for a link-time one.
template <typename Callback>
void registerOptimizerLast(llvm::PassBuilder &PB, Callback Add) {
#if LLVM_VERSION_MAJOR >= 20
  PB.registerOptimizerLastEPCallback([Add](llvm::ModulePassManager &MPM,
                                           llvm::OptimizationLevel,
                                           llvm::ThinOrFullLTOPhase Phase) {
    if (Phase != llvm::ThinOrFullLTOPhase::FullLTOPreLink &&
        Phase != llvm::ThinOrFullLTOPhase::ThinLTOPreLink)
      Add(MPM);
  });
#else
  PB.registerOptimizerLastEPCallback(
      [Add](llvm::ModulePassManager &MPM, llvm::OptimizationLevel) {
        llvm::ModulePassManager Passes;
        Add(Passes);
        MPM.addPass(UnlessPreLink(std::move(Passes)));
      });
#endif
}

/// The variable offsets of a getelementptr and their scales.
#if LLVM_VERSION_MAJOR >= 20
using VariableOffsets = llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4>;
#else
using VariableOffsets = llvm::MapVector<llvm::Value *, llvm::APInt>;
#endif

/// NVPTX's numbers of address spaces got a public header in LLVM 20.
constexpr unsigned GlobalAddressSpace = 1;
constexpr unsigned SharedAddressSpace = 3;

/// Whether \p F is a kernel. Clang 22 gives kernels a calling convention; clang
/// 19 names them in `!nvvm.annotations`.
inline bool isKernel(const llvm::Function &F) {
  if (F.getCallingConv() == llvm::CallingConv::PTX_Kernel)
    return true;
#if LLVM_VERSION_MAJOR < 22
  auto *AsMetadata =
      llvm::ValueAsMetadata::getIfExists(const_cast<llvm::Function *>(&F));
  const llvm::NamedMDNode *Annotations =
      F.getParent()->getNamedMetadata("nvvm.annotations");
  if (!AsMetadata || !Annotations)
    return false;
  for (const llvm::MDNode *Node : Annotations->operands()) {
    if (Node->getNumOperands() == 0 || Node->getOperand(0) != AsMetadata)
      continue;
    // After the function: pairs of a property's name and its value.
    for (unsigned I = 1; I + 1 < Node->getNumOperands(); I += 2) {
      auto *Property =
          llvm::dyn_cast_or_null<llvm::MDString>(Node->getOperand(I).get());
      if (Property && Property->getString() == "kernel")
        return true;
    }
  }
#endif
  return false;
}

/// Whether \p ID reads the global timer or its lower half.
inline bool isGlobalTimerRead(llvm::Intrinsic::ID ID) {
#if LLVM_VERSION_MAJOR >= 22
  if (ID == llvm::Intrinsic::nvvm_read_ptx_sreg_globaltimer_lo)
    return true;
#endif
  return ID == llvm::Intrinsic::nvvm_read_ptx_sreg_globaltimer;
}

/// The mask of \p Call if it is the intrinsic that triggers events.
inline std::optional<uint64_t> getPmEventMask(const llvm::CallBase &Call) {
#if LLVM_VERSION_MAJOR >= 22
  if (Call.getIntrinsicID() == llvm::Intrinsic::nvvm_pm_event_mask)
    return llvm::cast<llvm::ConstantInt>(Call.getArgOperand(0))->getZExtValue();
#endif
  return std::nullopt;
}

#if LLVM_VERSION_MAJOR < 22
/// An instruction that this LLVM has no intrinsic for. It may be copied: its
/// registers live in a scope of their own.
inline llvm::Value *createAsm(llvm::IRBuilder<> &B, llvm::Type *Result,
                              llvm::ArrayRef<llvm::Value *> Operands,
                              llvm::StringRef Text,
                              llvm::StringRef Constraints) {
  llvm::SmallVector<llvm::Type *> Types;
  for (llvm::Value *V : Operands)
    Types.push_back(V->getType());
  llvm::CallInst *Call = B.CreateCall(
      llvm::InlineAsm::get(llvm::FunctionType::get(Result, Types, false), Text,
                           Constraints, /*hasSideEffects=*/true),
      Operands);
  Call->setConvergent();
  return Call;
}
#endif

/// The lower half of the global timer, read each time.
inline llvm::Value *createGlobalTimerRead(llvm::IRBuilder<> &B) {
#if LLVM_VERSION_MAJOR >= 22
  return B.CreateIntrinsic(
      B.getInt32Ty(), llvm::Intrinsic::nvvm_read_ptx_sreg_globaltimer_lo, {});
#else
  return createAsm(B, B.getInt32Ty(), {}, "mov.u32 $0, %globaltimer_lo;", "=r");
#endif
}

/// True in the first lane of \p Active only.
inline llvm::Value *createElect(llvm::IRBuilder<> &B, llvm::Value *Active) {
#if LLVM_VERSION_MAJOR >= 22
  llvm::Value *Elected =
      B.CreateIntrinsic(llvm::Intrinsic::nvvm_elect_sync, {}, {Active});
  return B.CreateExtractValue(Elected, 1);
#else
  llvm::Value *Elected = createAsm(
      B, B.getInt32Ty(), {Active},
      "{ .reg .pred p; elect.sync _|p, $1; selp.b32 $0, 1, 0, p; }", "=r,r");
  return B.CreateICmpNE(Elected, B.getInt32(0));
#endif
}

/// Triggers the performance monitor's events in \p Mask.
inline void createPmEvent(llvm::IRBuilder<> &B, uint16_t Mask) {
#if LLVM_VERSION_MAJOR >= 22
  B.CreateIntrinsic(llvm::Intrinsic::nvvm_pm_event_mask, {},
                    {B.getInt16(Mask)});
#else
  createAsm(B, B.getVoidTy(), {B.getInt32(Mask)}, "pmevent.mask $0;", "n");
#endif
}

} // namespace iket::compat

#endif // IKET_PASS_COMPAT_H
