//===- Declarations.h - The declared events of a module ---------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_DECLARATIONS_H
#define IKET_CUBIN_DECLARATIONS_H

#include "Cubin/Module.h"
#include "iket/abi.h"

namespace iket::cubin {

/// One global of a layout, as it stands in the image.
template <typename Layout> struct Declared {
  std::string Symbol;
  Layout Attributes;
  /// The whole name: a long one's text stands in a global of its own.
  std::string Name;
  /// A long name whose text is missing; Name is what stands in for it.
  bool IsTextMissing = false;
};

struct Declarations {
  std::vector<Declared<abi::MetaInfo>> Metas;
  std::vector<Declared<abi::EventAttributes>> Events; ///< By id.
  std::vector<Declared<abi::RangeAttributes>> Ranges; ///< By range id.
  /// Globals that are too small for their layout, a sentence each.
  std::vector<std::string> Problems;

  /// The image uses extended records: one declaration says so.
  bool isExtended() const;
};

Declarations readDeclarations(const Module &M);

/// A declaration in the words of the public header.
events::event describe(const Declared<abi::EventAttributes> &D);

/// Adds the places of the module's source tables to \p T, whose events are
/// filled in already.
void readSourceTables(const Module &M, events::table &T);

} // namespace iket::cubin

#endif // IKET_CUBIN_DECLARATIONS_H
