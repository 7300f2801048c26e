//===- Pipeline.h - Where the passes stand in a pipeline --------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_PIPELINE_H
#define IKET_PASS_PIPELINE_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class PassBuilder;
}

namespace iket {

/// Adds the passes to the pipelines of \p PB and makes their names known:
/// iket-prepare, iket-lower, iket and print<iket-events>, each with optional
/// parameters in angle brackets.
void registerPasses(llvm::PassBuilder &PB);

} // namespace iket

#endif // IKET_PASS_PIPELINE_H
