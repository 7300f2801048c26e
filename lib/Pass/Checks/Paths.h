//===- Paths.h - Branches that go together -------------------- -*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_CHECKS_PATHS_H
#define IKET_PASS_CHECKS_PATHS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"

namespace iket {

/// The conditions that several branches of a function test, so that code such
/// as "if (on) push(); ...; if (on) pop();" can be followed with `on` true and
/// with `on` false, but not with both at once.
class PathConditions {
public:
  explicit PathConditions(const llvm::Function &F);

  /// How many combinations of those conditions there are; 1 if there are none.
  unsigned cases() const { return 1u << NumShared; }

  /// Where \p BB may go on in one of the cases().
  llvm::SmallVector<const llvm::BasicBlock *, 2>
  successors(const llvm::BasicBlock &BB, unsigned Case) const;

private:
  struct Test {
    unsigned Condition; ///< The bit of a case that says whether it is true.
    bool Negated;
  };
  unsigned NumShared = 0;
  llvm::DenseMap<const llvm::BasicBlock *, Test> Tests;
};

} // namespace iket

#endif // IKET_PASS_CHECKS_PATHS_H
