//===- Text.cpp - Checking, repairing and matching text -------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Text.h"
#include <cstdlib>
#include <cxxabi.h>

namespace iket {

/// Bytes of the character at the start of \p Text, or 0 if there is none.
/// Overlong forms, surrogates and what lies above U+10FFFF are none.
static std::size_t characterSize(std::string_view Text) {
  auto Byte = [&](std::size_t I) -> unsigned {
    return I < Text.size() ? static_cast<unsigned char>(Text[I]) : 0;
  };
  auto Follows = [&](std::size_t I) { return (Byte(I) & 0xC0) == 0x80; };
  unsigned Lead = Byte(0), Second = Byte(1);
  if (Lead < 0x80)
    return Text.empty() ? 0 : 1;
  if (Lead >= 0xC2 && Lead < 0xE0)
    return Follows(1) ? 2 : 0;
  if (Lead >= 0xE0 && Lead < 0xF0) {
    bool Bad =
        (Lead == 0xE0 && Second < 0xA0) || (Lead == 0xED && Second >= 0xA0);
    return Follows(1) && Follows(2) && !Bad ? 3 : 0;
  }
  if (Lead >= 0xF0 && Lead < 0xF5) {
    bool Bad =
        (Lead == 0xF0 && Second < 0x90) || (Lead == 0xF4 && Second >= 0x90);
    return Follows(1) && Follows(2) && Follows(3) && !Bad ? 4 : 0;
  }
  return 0;
}

bool isUtf8(std::string_view Text) {
  while (!Text.empty()) {
    std::size_t Size = characterSize(Text);
    if (Size == 0)
      return false;
    Text.remove_prefix(Size);
  }
  return true;
}

std::string repairUtf8(std::string_view Text) {
  std::string Out;
  while (!Text.empty()) {
    std::size_t Size = characterSize(Text);
    if (Size == 0)
      appendUtf8(Out, 0xFFFD);
    else
      Out += Text.substr(0, Size);
    Text.remove_prefix(Size ? Size : 1);
  }
  return Out;
}

void appendUtf8(std::string &Out, std::uint32_t Code) {
  auto Add = [&](std::uint32_t Byte) { Out += static_cast<char>(Byte); };
  if (Code < 0x80) {
    Add(Code);
  } else if (Code < 0x800) {
    Add(0xC0 | Code >> 6);
    Add(0x80 | (Code & 0x3F));
  } else if (Code < 0x10000) {
    Add(0xE0 | Code >> 12);
    Add(0x80 | (Code >> 6 & 0x3F));
    Add(0x80 | (Code & 0x3F));
  } else {
    Add(0xF0 | Code >> 18);
    Add(0x80 | (Code >> 12 & 0x3F));
    Add(0x80 | (Code >> 6 & 0x3F));
    Add(0x80 | (Code & 0x3F));
  }
}

std::string printable(std::string_view Text) {
  constexpr char Hex[] = "0123456789abcdef";
  std::string Out;
  for (std::size_t I = 0; I != Text.size(); ++I) {
    unsigned char C = Text[I];
    // U+0080 to U+009F are control characters too: C2 80 to C2 9F.
    bool C1 = C == 0xC2 && I + 1 != Text.size() &&
              static_cast<unsigned char>(Text[I + 1]) < 0xA0;
    if (C1)
      C = Text[++I];
    if (C < ' ' || C == 0x7F || C1)
      Out += {'\\', 'x', Hex[C >> 4], Hex[C & 15]};
    else
      Out += static_cast<char>(C);
  }
  return Out;
}

std::size_t columns(std::string_view Text) {
  std::size_t Count = 0;
  for (unsigned char C : Text)
    Count += (C & 0xC0) != 0x80;
  return Count;
}

bool matchesGlob(std::string_view Text, std::string_view Pattern) {
  // Backtracks to the last star only, which is enough, and linear in practice.
  std::size_t T = 0, P = 0, StarP = Pattern.npos, StarT = 0;
  while (T != Text.size()) {
    if (P != Pattern.size() && Pattern[P] == '*') {
      StarP = P++;
      StarT = T;
    } else if (P != Pattern.size() &&
               (Pattern[P] == '?' || Pattern[P] == Text[T])) {
      ++P;
      ++T;
    } else if (StarP != Pattern.npos) {
      P = StarP + 1;
      T = ++StarT;
    } else {
      return false;
    }
  }
  while (P != Pattern.size() && Pattern[P] == '*')
    ++P;
  return P == Pattern.size();
}

bool matchesName(std::string_view Text, std::string_view Pattern) {
  return Pattern.find_first_of("*?") == Pattern.npos
             ? Text.find(Pattern) != Text.npos
             : matchesGlob(Text, Pattern);
}

std::string shellQuoted(const std::string &Word) {
  constexpr const char *Plain = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789_@%+=:,./-";
  if (!Word.empty() && Word.find_first_not_of(Plain) == Word.npos)
    return Word;
  std::string Text = "'";
  for (char C : Word)
    if (C == '\'')
      Text += "'\\''";
    else
      Text += C;
  return Text + "'";
}

std::string demangle(const std::string &Mangled) {
  // The demangler takes `i` for int; only a mangled function begins with _Z.
  // It is recursive, so that megabytes of nesting could exhaust the stack.
  constexpr std::size_t Longest = 1 << 15;
  if (Mangled.compare(0, 2, "_Z") != 0 || Mangled.size() > Longest)
    return Mangled;
  int Status = 0;
  char *Text =
      ::abi::__cxa_demangle(Mangled.c_str(), nullptr, nullptr, &Status);
  std::string Result = Status == 0 ? Text : Mangled;
  std::free(Text);
  return Result;
}

} // namespace iket
