//===- Utf8.h - Checking and repairing text ---------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_UTF8_H
#define IKET_TRACE_UTF8_H

#include <cstdint>
#include <string>
#include <string_view>

namespace iket::trace {

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

} // namespace iket::trace

#endif // IKET_TRACE_UTF8_H
