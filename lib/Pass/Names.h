//===- Names.h - Event names and the constants they come from ---*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The name operand of an event must lead to constant strings: directly, at a
// constant or variable offset, through phis and selects, or through a load from
// a constant table of any shape. Where several names reach one call, an integer
// selector that follows the same path decides at run time which event is
// recorded.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_NAMES_H
#define IKET_PASS_NAMES_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include <optional>
#include <string>

namespace iket {

/// A place in a constant global, or null.
struct ConstantPlace {
  llvm::GlobalVariable *Data = nullptr;
  int64_t Offset = 0;
};
/// An initializer counts even where the host could overwrite it: clang marks
/// every constexpr variable of a class or header so.
ConstantPlace findPlace(const llvm::Constant *C, const llvm::DataLayout &DL);

/// The bytes before the NUL of the constant string at \p V, in any address
/// space and at any constant offset. None if it is no such string.
std::optional<std::string> readConstantString(const llvm::Value *V,
                                              const llvm::DataLayout &DL);

/// \p Name as part of a symbol.
std::string symbolSafe(llvm::StringRef Name);

/// How far the names of unoptimised code are followed.
enum class NameReach {
  Values, ///< Through values only, so that a selector can be built.
  Module  ///< Also through stack slots and the parameters of functions.
};

/// Every constant string that a name operand may be.
class EventName {
public:
  struct Leaf {
    llvm::GlobalVariable *Data;
    uint64_t Offset;
    std::string Text;
  };

  EventName() = default;
  EventName(llvm::Value *Operand, const llvm::DataLayout &DL,
            NameReach Reach = NameReach::Values);

  bool isConstant() const { return !Culprit && !Leaves.empty(); }
  /// The strings that were found; all of them if isConstant().
  llvm::ArrayRef<Leaf> leaves() const { return Leaves; }
  /// The value that is not constant, or null.
  llvm::Value *culprit() const { return Culprit; }

  /// An i32 that is IdOf(leaf's index) wherever the operand is that leaf.
  llvm::Value *buildSelector(llvm::function_ref<uint32_t(unsigned)> IdOf) const;

private:
  friend class NameFinder;
  friend class SelectorBuilder;

  /// The index of the leaf at the constant \p C.
  unsigned indexOf(const llvm::Constant *C, const llvm::DataLayout &DL) const;

  llvm::Value *Operand = nullptr;
  llvm::Value *Culprit = nullptr;
  llvm::SmallVector<Leaf, 1> Leaves;
  llvm::DenseMap<std::pair<llvm::GlobalVariable *, uint64_t>, unsigned> IndexOf;
  /// The tables that names are loaded from: what lies at each offset.
  llvm::MapVector<llvm::GlobalVariable *,
                  llvm::MapVector<uint64_t, llvm::Constant *>>
      Tables;
};

/// True if \p V is its first operand: a freeze, a cast or a zero offset.
bool isCopy(const llvm::Value *V);
/// \p V without the copies around it. Not for unreachable code, where values
/// may refer to themselves.
llvm::Value *stripCopies(llvm::Value *V);

/// What \p V reads if it loads from a constant address; else null.
llvm::Constant *foldLoad(const llvm::Value *V, const llvm::DataLayout &DL);

} // namespace iket

#endif // IKET_PASS_NAMES_H
