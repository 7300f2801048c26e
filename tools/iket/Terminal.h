//===- Terminal.h - Text for people -----------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_TERMINAL_H
#define IKET_TOOLS_TERMINAL_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace iket::tool {

enum class Severity { Note, Warning, Error };

/// Writes "iket: warning: MESSAGE" to standard error. Control characters in the
/// message are made visible, as it may quote names from a file.
void complain(Severity S, std::string_view Message);

/// True when standard error is a terminal that can take a line back.
bool canShowStatus();
/// Shows \p Line at the end of standard error in place of the last one; an
/// empty one removes it. It makes way for what complain() writes.
void showStatus(std::string_view Line);
/// The width of the terminal on standard error.
std::size_t terminalColumns();

/// True when standard output is a terminal and NO_COLOR is not set.
bool useColor();
/// \p Text in bold (dim) where color is used.
std::string bold(const std::string &Text);
std::string dim(const std::string &Text);

/// "320 ns", "1.28 us", "2.50 ms".
std::string timeText(double Nanoseconds);
/// "37 %", "0.4 %".
std::string percentText(double Part);
/// "1.50x", or "-" where there is nothing to compare.
std::string factorText(double Factor);
/// "12.3 MB".
std::string sizeText(std::uint64_t Bytes);
/// "1 warp", "2 warps".
std::string counted(std::uint64_t Count, const char *Noun);

/// A table whose first \p LeftColumns columns are flush left and the others
/// flush right.
class Table {
public:
  Table(std::vector<std::string> Header, std::size_t LeftColumns)
      : LeftColumns(LeftColumns) {
    Rows.push_back(std::move(Header));
  }
  void add(std::vector<std::string> Row) { Rows.push_back(std::move(Row)); }
  /// The lines, each behind \p Indent.
  std::string text(std::string_view Indent = "") const;

private:
  std::size_t LeftColumns;
  std::vector<std::vector<std::string>> Rows;
};

} // namespace iket::tool

#endif // IKET_TOOLS_TERMINAL_H
