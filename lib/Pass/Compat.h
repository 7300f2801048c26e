//===- Compat.h - Differences between LLVM versions -------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that depends on the LLVM we are built against. No other file asks
// for a version.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_COMPAT_H
#define IKET_PASS_COMPAT_H

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"

#ifdef IKET_COMPAT_CLANG
#include "clang/AST/Attr.h"
#endif

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
  // The phase is not told before LLVM 20; the pass itself recognises a module
  // that will be linked with others by its ThinLTO or LTO module flags.
  PB.registerOptimizerLastEPCallback(
      [Add](llvm::ModulePassManager &MPM, llvm::OptimizationLevel) {
        Add(MPM);
      });
#endif
}

#ifdef IKET_COMPAT_CLANG
/// The attribute behind [[omp::assume]] was renamed in LLVM 20.
#if LLVM_VERSION_MAJOR >= 20
using AssumptionAttr = clang::OMPAssumeAttr;
#else
using AssumptionAttr = clang::AssumptionAttr;
#endif
#endif

} // namespace iket::compat

#endif // IKET_PASS_COMPAT_H
