//===- LocalArrays.h - Names in constant local arrays -----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_LOCALARRAYS_H
#define IKET_PASS_LOCALARRAYS_H

#include "llvm/IR/Instructions.h"

namespace iket {

/// Where \p Array is an event's name and only constants are written to it, each
/// byte at most once, as clang initializes a constexpr array, makes the name a
/// constant string. Does nothing if the contents are not known.
void replaceConstantArray(llvm::AllocaInst &Array);

} // namespace iket

#endif // IKET_PASS_LOCALARRAYS_H
