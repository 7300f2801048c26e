//===- Declarations.h - The device globals that declare events --*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_DECLARATIONS_H
#define IKET_PASS_DECLARATIONS_H

#include "Pass/EventTable.h"

namespace iket {

/// Adds a visible, byte-aligned, initialised device global. With \p IsShared
/// equal ones of several modules are merged when these are linked.
llvm::GlobalVariable *addDeviceGlobal(llvm::Module &M,
                                      const llvm::Twine &Symbol,
                                      llvm::StringRef Bytes, bool IsShared);

/// Adds the globals by which NVIDIA's reader knows the events of \p Table.
void emitDeclarations(llvm::Module &M, const EventTable &Table,
                      const Options &Opts);

} // namespace iket

#endif // IKET_PASS_DECLARATIONS_H
