//===- Locations.h - Where in the source each event is recorded -*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collected before the calls are lowered; the source table and the manifest are
// both written from it.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_LOCATIONS_H
#define IKET_PASS_LOCATIONS_H

#include "Pass/EventTable.h"

namespace iket {

/// A place in the source, and where what it stands in was inlined at.
struct EventLocation {
  SourceLocation Where;
  std::string Function;
  /// Index of the caller's place in EventLocations::Places, or None.
  unsigned InlinedAt = None;

  static constexpr unsigned None = ~0u;
};

struct EventLocations {
  /// All places; callers too, which may have no event of their own.
  std::vector<EventLocation> Places;
  /// For each declaration, the indices of the places it is recorded at.
  std::vector<llvm::SmallVector<unsigned, 2>> Of;
  /// For each declaration, the names of the kernels that may record it, sorted.
  std::vector<std::vector<std::string>> Kernels;
};

EventLocations collectLocations(const llvm::Module &M, const EventTable &Table);

/// Adds the source table to \p M as a device global (see abi.h).
void emitSourceTable(llvm::Module &M, const EventTable &Table,
                     const EventLocations &Locations, const Options &Opts);

} // namespace iket

#endif // IKET_PASS_LOCATIONS_H
