//===- ViewerPage.h - The page of iket view ---------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_VIEWERPAGE_H
#define IKET_TRACE_VIEWERPAGE_H

namespace iket::trace {

/// The text of Viewer.html, which the build puts into the library.
extern const char ViewerPage[];

} // namespace iket::trace

#endif // IKET_TRACE_VIEWERPAGE_H
