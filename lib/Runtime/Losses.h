//===- Losses.h - Events that did not fit -----------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_LOSSES_H
#define IKET_RUNTIME_LOSSES_H

#include "iket/session.h"
#include <string_view>

namespace iket::runtime {

/// What NVIDIA's library says it could not record.
struct Losses {
  /// By kernel, in the order of their first loss.
  std::vector<warp_loss> Warps;
  /// The size of the buffer that it asks for; 0 if it asks for none.
  std::uint64_t BufferBytes = 0;

  /// Adds what the lines that the library printed say.
  void read(std::string_view Lines);
};

} // namespace iket::runtime

#endif // IKET_RUNTIME_LOSSES_H
