//===- Checks.h - What is legal but rarely meant ----------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warnings about events that will be recorded. They look at the calls that a
// table lists, before these are lowered, and change nothing.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_CHECKS_CHECKS_H
#define IKET_PASS_CHECKS_CHECKS_H

#include "Pass/EventTable.h"
#include "Pass/Target.h"
#include "llvm/IR/PassManager.h"

namespace iket {

/// Warns where nested ranges do not balance on some path.
void checkRanges(const llvm::Module &M, const EventTable &Table,
                 Diagnostics &Diags);

/// Warns where a token is never ended, not ended on some path, or ended twice.
/// A token that leaves its function's values (memory, calls, returns) may be
/// ended anywhere and is left alone, as are ranges that are ended by name.
void checkTokens(const EventTable &Table, Diagnostics &Diags);

/// Warns about, and remarks on, events that cost more or show less than their
/// author may think.
void diagnoseCosts(const llvm::Module &M, const EventTable &Table,
                   const TargetInfo &Target, const Options &Opts,
                   Diagnostics &Diags);

/// Warns where an event keeps a loop from being unrolled as its source wants,
/// and drops that wish, of which LLVM would warn without a place.
class UnrollCheckPass : public llvm::PassInfoMixin<UnrollCheckPass> {
public:
  explicit UnrollCheckPass(Options Opts) : Opts(std::move(Opts)) {}
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);

private:
  Options Opts;
};

} // namespace iket

#endif // IKET_PASS_CHECKS_CHECKS_H
