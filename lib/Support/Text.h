//===- Text.h - Checking, repairing and matching text -----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_SUPPORT_TEXT_H
#define IKET_SUPPORT_TEXT_H

#include <cstdint>
#include <string>
#include <string_view>

namespace iket {

/// True when all of \p Text is well-formed UTF-8.
bool isUtf8(std::string_view Text);
/// \p Text with U+FFFD for each byte that is part of no character.
std::string repairUtf8(std::string_view Text);
/// Appends the character \p Code to \p Out.
void appendUtf8(std::string &Out, std::uint32_t Code);
/// \p Text as it may be shown on a terminal: control characters, which could
/// move the cursor or worse, become \xNN.
std::string printable(std::string_view Text);
/// How many columns \p Text takes on a terminal, one for each character.
std::size_t columns(std::string_view Text);

/// True when \p Text begins with \p Prefix.
inline bool startsWith(std::string_view Text, std::string_view Prefix) {
  return Text.substr(0, Prefix.size()) == Prefix;
}
/// True when \p Text ends in \p Suffix.
inline bool endsWith(std::string_view Text, std::string_view Suffix) {
  return Text.size() >= Suffix.size() &&
         Text.substr(Text.size() - Suffix.size()) == Suffix;
}
/// True when all of \p Text matches \p Pattern, where * stands for any text and
/// ? for any byte.
bool matchesGlob(std::string_view Text, std::string_view Pattern);
/// How users choose names: a pattern with * or ? matches all of \p Text, one
/// without is a part of it.
bool matchesName(std::string_view Text, std::string_view Pattern);
/// \p Word as a POSIX shell reads it back, whatever it holds.
std::string shellQuoted(const std::string &Word);
/// The C++ name behind \p Mangled, or \p Mangled where it is none.
std::string demangle(const std::string &Mangled);

} // namespace iket

#endif // IKET_SUPPORT_TEXT_H
