//===- Module.h - What event tables are made of -----------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin and a PTX text look alike from here: initialised globals, and
// functions with the ids that they record.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_MODULE_H
#define IKET_CUBIN_MODULE_H

#include "Cubin/Bytes.h"
#include <memory>
#include <vector>

namespace iket::cubin {

/// An initialised device global.
struct Global {
  std::string Name;
  Bytes Contents;
};

struct Module {
  /// "sm_90a".
  std::string Arch;
  /// Those that bear a name of the ABI's or of Iket's own.
  std::vector<Global> Globals;
  std::vector<events::function> Functions;
  /// Made by --extensible-whole-program and not linked yet.
  bool IsExtensible = false;
  /// What Contents points into where it is not the image itself.
  std::vector<std::unique_ptr<std::string>> Storage;
};

/// True for the names of globals that event tables are made of.
bool isEventGlobal(std::string_view Name);

/// Throw events::error where the image makes no sense.
Module readCubin(Bytes Image);
Module readPtx(Bytes Text);

/// True if \p Text begins as PTX does: with .version, behind comments.
bool isPtx(std::string_view Text);

/// "sm_90" for 90, with what may follow the number: "a" or "f".
std::string archName(unsigned Number, std::string_view Suffix = "");
/// 90 for "sm_90a"; 0 where \p Arch is no architecture.
unsigned archNumber(std::string_view Arch);

} // namespace iket::cubin

#endif // IKET_CUBIN_MODULE_H
