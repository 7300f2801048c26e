//===- RecordCheck.h - Do records match declarations? -----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's reader takes declarations at their word: it does not see a payload
// that was lost, a store at the wrong place or a record of another form, and
// the trace is then silently wrong. This looks at the instructions.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_RECORDCHECK_H
#define IKET_CUBIN_RECORDCHECK_H

#include "Cubin/Declarations.h"
#include "Cubin/Sass.h"
#include <optional>

namespace iket::cubin {

/// One thing that is wrong with an image.
struct Finding {
  std::string What;   ///< A sentence without its end.
  std::string Remedy; ///< What to do.
  /// NVIDIA's reader refuses the image for this: nothing of it is recorded.
  bool IsRejected = false;
  std::string Function; ///< Empty where no instruction is meant.
  /// Of the trigger in its section, or of the store that has none.
  std::uint64_t Offset = 0;
  std::optional<std::uint32_t> Id;
};

/// What is wrong with the declarations themselves.
std::vector<Finding> checkDeclarations(const Declarations &D);

/// What is wrong with the records in \p Functions, whose slot is at \p Slot of
/// the shared window.
std::vector<Finding> checkRecords(const Declarations &D,
                                  const std::vector<SassFunction> &Functions,
                                  std::uint32_t Slot);

} // namespace iket::cubin

#endif // IKET_CUBIN_RECORDCHECK_H
