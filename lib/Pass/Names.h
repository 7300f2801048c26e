//===- Names.h - Event names and the constants they come from ---*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name is an operand that must lead to constant strings: directly, through
// phis and selects, or through a load from a constant table. Where several
// names reach one call, an integer selector that follows the same paths decides
// at run time which event is recorded.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_NAMES_H
#define IKET_PASS_NAMES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Value.h"
#include <optional>
#include <string>

namespace iket {

/// The bytes in front of the NUL of the constant string at \p V, in any address
/// space and at any constant offset. None when it is no such string.
std::optional<llvm::StringRef> readConstantString(const llvm::Value *V);

/// Why \p Name, read from \p V, can not be declared, and what to do; else
/// empty.
std::string checkName(const llvm::Value *V, llvm::StringRef Name,
                      bool LongNames);

/// What the declarations' symbols call \p Name.
std::string symbolSafe(llvm::StringRef Name);

/// What \p V hands on unchanged: behind freezes, casts and zero offsets.
llvm::Value *lookThrough(llvm::Value *V);

using NameLeaves = llvm::SmallSetVector<llvm::Constant *, 4>;

/// Adds the constants that \p Name may be to \p Leaves. False when it may be
/// something else.
bool collectNameLeaves(llvm::Value *Name, NameLeaves &Leaves);

/// An i32 that is IdOf(leaf) wherever \p Name is that leaf. Reuses what it
/// built before, through \p Built.
llvm::Value *buildSelector(llvm::Value *Name,
                           llvm::function_ref<uint32_t(llvm::Constant *)> IdOf,
                           llvm::DenseMap<llvm::Value *, llvm::Value *> &Built);

} // namespace iket

#endif // IKET_PASS_NAMES_H
