//===- Numbers.cpp - Sets of numbers as users write them ------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Numbers.h"
#include <algorithm>
#include <charconv>

namespace iket {

std::optional<std::uint64_t> parseNumber(std::string_view Text) {
  std::uint64_t Value = 0;
  const char *Last = Text.data() + Text.size();
  auto [End, Error] = std::from_chars(Text.data(), Last, Value);
  if (Error != std::errc() || End != Last)
    return std::nullopt;
  return Value;
}

std::vector<std::string_view> splitAt(std::string_view Text, char Separator) {
  std::vector<std::string_view> Pieces;
  while (true) {
    std::size_t At = Text.find(Separator);
    Pieces.push_back(Text.substr(0, At));
    if (At == Text.npos)
      return Pieces;
    Text.remove_prefix(At + 1);
  }
}

bool NumberSet::add(std::string_view List) {
  for (std::string_view Piece : splitAt(List, ',')) {
    std::size_t Dash = Piece.find('-');
    auto Low = parseNumber(Piece.substr(0, Dash));
    auto High = Dash == Piece.npos ? Low : parseNumber(Piece.substr(Dash + 1));
    if (!Low || !High || *High < *Low)
      return false;
    Intervals.emplace_back(*Low, *High);
  }
  return true;
}

bool NumberSet::contains(std::uint64_t N) const {
  return Intervals.empty() ||
         std::any_of(Intervals.begin(), Intervals.end(),
                     [N](auto &I) { return N >= I.first && N <= I.second; });
}

} // namespace iket
