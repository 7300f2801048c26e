//===- OutputTarget.h - Where an output file really goes --------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_SUPPORT_OUTPUTTARGET_H
#define IKET_SUPPORT_OUTPUTTARGET_H

#include <string>

namespace iket {

/// What stands for a path that is to be written.
struct OutputTarget {
  /// The file itself, where the path is that of a link.
  std::string Path;
  /// It is a device or a pipe, which must be written to: a file in its place
  /// would destroy it.
  bool Direct = false;

  explicit OutputTarget(const std::string &Wanted);
  /// Makes a new file beside it and returns its descriptor, or -1.
  int makeTemporary(std::string &Temporary) const;
};

} // namespace iket

#endif // IKET_SUPPORT_OUTPUTTARGET_H
