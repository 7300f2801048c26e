//===- Warnings.h - What is legal but rarely meant --------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_WARNINGS_H
#define IKET_PASS_WARNINGS_H

#include "Pass/EventTable.h"
#include "Pass/Target.h"

namespace iket {

/// Warns about, and remarks on, events that will be recorded but cost more or
/// show less than their author may think.
void giveWarnings(const llvm::Module &M, const EventTable &Table,
                  const TargetInfo &Target, const Options &Opts,
                  Diagnostics &Diags);

} // namespace iket

#endif // IKET_PASS_WARNINGS_H
