//===- Suffix.h - How names end ---------------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_SUFFIX_H
#define IKET_TRACE_SUFFIX_H

#include <string_view>

namespace iket::trace {

inline bool endsWith(std::string_view Text, std::string_view Suffix) {
  return Text.size() >= Suffix.size() &&
         Text.substr(Text.size() - Suffix.size()) == Suffix;
}

} // namespace iket::trace

#endif // IKET_TRACE_SUFFIX_H
