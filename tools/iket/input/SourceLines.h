//===- SourceLines.h - Where events stand in the source ---------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_SOURCELINES_H
#define IKET_TOOLS_SOURCELINES_H

#include "iket/events.h"

namespace iket::tool {

/// For each name of \p Trace the places where a program with the event tables
/// \p Tables records it, such as "scan.cu:12, scan.cu:40"; empty where its
/// source table has none.
std::vector<std::string> sourceLines(const trace::file &Trace,
                                     const std::vector<events::table> &Tables);

} // namespace iket::tool

#endif // IKET_TOOLS_SOURCELINES_H
