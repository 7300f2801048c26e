//===- SummaryTable.h - A summary for people --------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_SUMMARYTABLE_H
#define IKET_TOOLS_SUMMARYTABLE_H

#include "Trace/Summary.h"

namespace iket::tool {

/// Prints the table of `iket summary`; where it is \p Filtered, without the
/// kernels of which no event is left.
void printSummary(const trace::Summary &S, bool Filtered = false);

} // namespace iket::tool

#endif // IKET_TOOLS_SUMMARYTABLE_H
