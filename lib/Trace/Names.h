//===- Names.h - How kernels are called -------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_NAMES_H
#define IKET_TRACE_NAMES_H

#include <string>
#include <vector>

namespace iket::trace {

/// Short names for a set of kernels. Template kernels have names of a thousand
/// characters that differ in one argument: a label is the bare function name,
/// and tells as much more as it takes to tell the kernels of the set apart.
///
///   scan   scan   ->   scan<…, 128>   scan<…, 256>
class KernelLabels {
public:
  explicit KernelLabels(const std::vector<std::string> &Mangled);
  /// The label of kernel \p I of the set, unique within it.
  const std::string &label(std::size_t I) const { return Labels[I]; }
  /// Its whole demangled name.
  const std::string &full(std::size_t I) const { return Full[I]; }

private:
  std::vector<std::string> Full, Labels;
};

} // namespace iket::trace

#endif // IKET_TRACE_NAMES_H
