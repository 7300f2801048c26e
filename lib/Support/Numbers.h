//===- Numbers.h - Sets of numbers as users write them ----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_SUPPORT_NUMBERS_H
#define IKET_SUPPORT_NUMBERS_H

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace iket {

/// The decimal number that is all of \p Text; none if it is not one.
std::optional<std::uint64_t> parseNumber(std::string_view Text);

/// The pieces of \p Text between separators; always one at least.
std::vector<std::string_view> splitAt(std::string_view Text, char Separator);

/// A union of closed intervals; an empty one stands for all numbers.
class NumberSet {
public:
  /// Adds the numbers of \p List, such as "3", "0-7" or "0,2,4-6"; false, and
  /// nothing certain added, where it is not such a list.
  bool add(std::string_view List);
  bool contains(std::uint64_t N) const;

private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> Intervals;
};

} // namespace iket

#endif // IKET_SUPPORT_NUMBERS_H
