//===- EventTable.h - A module's events, numbered ---------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All events of a module, resolved and checked: which declarations there are,
// which id each has, and which of them each call may record. Kernels, device
// functions and inlined copies share one id space. Building the table changes
// nothing in the module.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_EVENTTABLE_H
#define IKET_PASS_EVENTTABLE_H

#include "Pass/Builtins.h"
#include "Pass/Diagnostics.h"
#include "Pass/Names.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"

namespace iket {

enum class DeclarationKind { Mark, Push, Token };

/// A name as the reader will know it.
struct Declaration {
  DeclarationKind Kind;
  std::string Name;
  /// What the source says; recorded only with runtime payloads.
  abi::PayloadType Payload = abi::PayloadType::None;
  uint32_t Id = 0;
  /// Of the first call in the module's order.
  const llvm::Function *FirstFunction = nullptr;
  SourceLocation First;
  /// Calls that may record it, pops not counted.
  unsigned Points = 0;

  uint32_t rangeId() const {
    return Kind == DeclarationKind::Mark
               ? 0
               : abi::fnv1a32(Name.data(), Name.size());
  }
};

/// A call that records one event.
struct EventCall {
  llvm::CallInst *Call = nullptr;
  Builtin B{};
  SourceLocation Where;
  /// What it may record, as indices of declarations; none for a pop. More than
  /// one: its name or token decides at run time.
  llvm::SmallVector<unsigned, 1> Declarations;
  /// The names it may have, and the declaration of each.
  EventName Name;
  llvm::SmallVector<unsigned, 1> DeclarationOf;
  /// A token that may be the sentinel: perhaps nothing is recorded.
  bool MayBeNothing = false;

  bool isPop() const {
    return B.Kind == BuiltinKind::RangePop ||
           B.Kind == BuiltinKind::RangePopName;
  }
};

class EventTable {
public:
  /// Collects, checks and numbers the events of \p M. What is wrong goes to
  /// \p Diags; the table is complete only if that has no errors.
  EventTable(llvm::Module &M, const Options &Opts, Diagnostics &Diags);

  llvm::ArrayRef<Declaration> declarations() const { return Declarations; }
  llvm::ArrayRef<EventCall> calls() const { return Calls; }
  bool isExtended() const { return Extended; }
  /// Of the file that the ids are from; 0 if they are the module's own.
  uint64_t idsFingerprint() const { return IdsFingerprint; }
  /// True if all is well but that the ids file is absent or lacks some event.
  bool lacksIds() const { return LacksIds; }
  void print(llvm::raw_ostream &OS) const;

private:
  friend class EventTableBuilder;
  llvm::SmallVector<Declaration> Declarations;
  llvm::SmallVector<EventCall> Calls;
  bool Extended = false, LacksIds = false;
  uint64_t IdsFingerprint = 0;
};

/// "mark", "push" or "token".
llvm::StringRef kindName(DeclarationKind Kind);

} // namespace iket

#endif // IKET_PASS_EVENTTABLE_H
