//===- UserTriggers.h - The program's own triggers --------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_USERTRIGGERS_H
#define IKET_PASS_USERTRIGGERS_H

#include "Pass/EventTable.h"

namespace iket {

/// Warns about triggers of the program (`pmevent`, __prof_trigger) with the
/// mask of a declared event: the profiler counts them as that event. To be
/// called before lowering makes triggers of its own.
void checkUserTriggers(const llvm::Module &M, const EventTable &Table,
                       Diagnostics &Diags);

} // namespace iket

#endif // IKET_PASS_USERTRIGGERS_H
