//===- NativeDump.h - The instructions of a record --------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_NATIVEDUMP_H
#define IKET_PASS_NATIVEDUMP_H

#include "Pass/Target.h"
#include "iket/abi.h"
#include "llvm/IR/IRBuilder.h"

namespace iket {

/// What all records of a module have in common.
struct RecordFormat {
  TargetInfo Target;
  uint32_t Slot = 0;
  bool Extended = false;
};

/// Emits records into one function.
class NativeDump {
public:
  NativeDump(llvm::Function &F, const RecordFormat &Format)
      : F(F), Format(Format) {}

  /// Emits a record of event \p Id in front of \p Before. \p Payload is of the
  /// type that the builtin takes, or null. Unless \p AllLanes says that all
  /// active lanes have the same, the first of them stores the record, which
  /// splits the block.
  void emit(llvm::Instruction *Before, uint32_t Id, llvm::Value *Payload,
            bool AllLanes);

  /// Makes what computes the i32 \p Value stay in front of \p Before.
  void emitKeep(llvm::Instruction *Before, llvm::Value *Value);

private:
  llvm::Value *slot();
  llvm::Value *slotAt(llvm::IRBuilder<> &B, unsigned Offset);
  llvm::Value *electLane(llvm::IRBuilder<> &B);
  llvm::Value *payloadBits(llvm::IRBuilder<> &B, llvm::Value *Payload);

  llvm::Function &F;
  const RecordFormat &Format;
  llvm::Value *Slot = nullptr;
};

} // namespace iket

#endif // IKET_PASS_NATIVEDUMP_H
