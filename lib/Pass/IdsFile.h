//===- IdsFile.h - Ids that several modules share ---------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_IDSFILE_H
#define IKET_PASS_IDSFILE_H

#include "Pass/EventTable.h"

namespace iket {

/// The file of the option ids: which id each event has in every module that is
/// linked into one cubin.
///
///   {"version": 1, "records": "native",
///    "events": [{"name": "load", "kind": "push", "payload": "none", "id": 1}]}
class IdsFile {
public:
  /// Reads \p Path. What is wrong with the file goes into the error, with the
  /// remedy.
  static llvm::Expected<IdsFile> read(llvm::StringRef Path);

  bool isExtended() const { return Extended; }
  /// Equal for files that say the same.
  uint64_t fingerprint() const;
  /// The id of \p D's name, kind and payload; none if the file has no such.
  std::optional<uint32_t> lookup(const Declaration &D) const;

private:
  struct Entry {
    std::string Name, Kind, Payload;
    uint32_t Id;
  };
  std::vector<Entry> Entries;
  bool Extended = false;
};

} // namespace iket

#endif // IKET_PASS_IDSFILE_H
