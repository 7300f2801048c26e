//===- RangeCheck.h - Do pushes and pops match on every path? ---*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_RANGECHECK_H
#define IKET_PASS_RANGECHECK_H

#include "Pass/EventTable.h"

namespace iket {

/// Warns where nested ranges do not balance on some path and where tokens are
/// not ended once. Runs on the calls that \p Table lists, before they are
/// lowered.
void checkRanges(const llvm::Module &M, const EventTable &Table,
                 Diagnostics &Diags);

} // namespace iket

#endif // IKET_PASS_RANGECHECK_H
