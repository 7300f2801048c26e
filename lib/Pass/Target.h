//===- Target.h - What the module is compiled for ---------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_TARGET_H
#define IKET_PASS_TARGET_H

#include "Pass/Options.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Module.h"

namespace iket {

/// Whether \p M is device code for NVIDIA's GPUs. All else is left alone.
bool isDeviceModule(const llvm::Module &M);

bool isKernel(const llvm::Function &F);

using FunctionSet = llvm::SmallPtrSet<const llvm::Function *, 16>;

/// \p Roots and all functions that they may run by direct calls.
FunctionSet findReachable(llvm::ArrayRef<const llvm::Function *> Roots);

struct TargetInfo {
  unsigned Arch = 0;        ///< 90 for sm_90 and sm_90a; 0: named nowhere.
  std::string Name = "any"; ///< "sm_90a".

  bool isKnown() const { return Arch != 0; }
  bool isPreHopper() const;
  /// elect.sync and %cluster_ctarank exist.
  bool hasClusters() const;
  /// Offset of the record slot.
  uint32_t slot(const Options &Opts) const;
};

/// The oldest architecture that a function of \p M is compiled for; the option
/// arch where none names one.
TargetInfo getTargetInfo(const llvm::Module &M, const Options &Opts);

} // namespace iket

#endif // IKET_PASS_TARGET_H
