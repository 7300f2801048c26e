//===- TokenCheck.h - Is every token ended once on each path? - -*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_TOKENCHECK_H
#define IKET_PASS_TOKENCHECK_H

#include "Pass/Diagnostics.h"
#include "Pass/EventTable.h"

namespace iket {

/// Warns where a token is never ended, not ended on some path, or ended twice.
/// What leaves a function's values (memory, calls, returns) may be ended
/// anywhere and is left alone, and so are ranges that are ended by name.
void checkTokens(const EventTable &Table, Diagnostics &Diags);

} // namespace iket

#endif // IKET_PASS_TOKENCHECK_H
