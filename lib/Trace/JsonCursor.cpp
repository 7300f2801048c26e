//===- JsonCursor.cpp - A forward-only reader of JSON ---------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/JsonCursor.h"
#include "Support/Text.h"
#include "Trace/BracketScan.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <unistd.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace iket::trace {

JsonCursor::JsonCursor(int Fd, std::uint64_t Offset,
                       std::function<void(std::uint64_t)> OnFill)
    : Fd(Fd), Base(Offset), Buffer(BufferSize, '\0'),
      OnFill(std::move(OnFill)) {
  Pos = End = Start();
}

//===----------------------------------------------------------------------===//
// The buffer
//===----------------------------------------------------------------------===//

bool JsonCursor::fill(const char *&Keep) {
  std::size_t Kept = End - Keep, Ahead = Pos - Keep;
  Base += Keep - Start();
  // A token longer than the buffer: a kernel name of megabytes, or an attack.
  if (Kept == Buffer.size()) {
    constexpr std::size_t MaxToken = std::size_t(1) << 26;
    if (Kept >= MaxToken)
      fail("a string of more than 64 MiB");
    std::string Larger(Kept * 2, '\0');
    std::memcpy(Larger.data(), Keep, Kept);
    Buffer.swap(Larger);
  } else {
    std::memmove(Buffer.data(), Keep, Kept);
  }
  ssize_t Got;
  do
    Got = ::pread(Fd, Buffer.data() + Kept, Buffer.size() - Kept, Base + Kept);
  while (Got < 0 && errno == EINTR);
  Keep = Start();
  Pos = Keep + Ahead;
  End = Keep + Kept + (Got > 0 ? Got : 0);
  if (Got < 0)
    fail(std::string("reading failed: ") + std::strerror(errno));
  if (OnFill)
    OnFill(offset());
  return Got > 0;
}

bool JsonCursor::fill() {
  const char *Keep = Pos;
  return fill(Keep);
}

char JsonCursor::peekSlow() {
  do {
    for (; Pos != End; ++Pos)
      if (*Pos != ' ' && *Pos != '\n' && *Pos != '\t' && *Pos != '\r')
        return *Pos;
  } while (fill());
  return 0;
}

void JsonCursor::fail(const std::string &Message) {
  throw error(Message + " at byte " + std::to_string(offset()), offset());
}

void JsonCursor::failExpected(char C) {
  char Found = peek();
  if (Found == 0 && Pos == End)
    fail(std::string("the file ends where '") + C + "' is expected,");
  if (Found > ' ' && Found < 127)
    fail(std::string("expected '") + C + "' and found '" + Found + "'");
  constexpr char Hex[] = "0123456789abcdef";
  unsigned Byte = static_cast<unsigned char>(Found);
  fail(std::string("expected '") + C + "' and found the byte 0x" +
       Hex[Byte >> 4] + Hex[Byte & 15]);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::optional<std::uint64_t> JsonCursor::readUnsigned() {
  peek();
  // The longest number has 20 digits; one byte more tells that it is over.
  if (End - Pos < 24)
    fill();
  const char *P = Pos, *Safe = P + std::min<std::ptrdiff_t>(End - P, 19);
  std::uint64_t Value = 0;
  auto IsDigit = [](char C) { return unsigned(C - '0') < 10; };
  for (; P != Safe && IsDigit(*P); ++P)
    Value = Value * 10 + unsigned(*P - '0');
  bool Fits = true;
  if (P == Safe && P != End && IsDigit(*P)) {
    unsigned Digit = *P++ - '0';
    Fits = Value <= (UINT64_MAX - Digit) / 10 && (P == End || !IsDigit(*P));
    Value = Value * 10 + Digit;
  }
  if (P != Pos && Fits && (P == End || (*P != '.' && *P != 'e' && *P != 'E'))) {
    Pos = P;
    return Value;
  }
  if (Pos == End)
    fail("the file ends where a number is expected,");
  if (!std::strchr("-0123456789\"[{tfn", *Pos))
    fail("expected a number");
  skipValue();
  return std::nullopt;
}

bool JsonCursor::takeNullSlow() {
  if (End - Pos < 4)
    fill();
  if (End - Pos < 4 || std::memcmp(Pos, "null", 4) != 0)
    fail("expected a value");
  Pos += 4;
  return true;
}

#ifdef __SSE2__
/// How many of the 16 bytes at \p P come before the first that is a quote, a
/// backslash, a control character or not ASCII.
static unsigned plainPrefix(const char *P) {
  __m128i Bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(P));
  __m128i Quote = _mm_cmpeq_epi8(Bytes, _mm_set1_epi8('"'));
  __m128i Slash = _mm_cmpeq_epi8(Bytes, _mm_set1_epi8('\\'));
  // Compared as signed numbers, bytes from 0x80 on are less than a blank too.
  __m128i Other = _mm_cmplt_epi8(Bytes, _mm_set1_epi8(' '));
  unsigned Stops =
      _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(Quote, Slash), Other));
  return Stops ? __builtin_ctz(Stops) : 16;
}
#endif

std::string_view JsonCursor::readString() {
  expect('"');
  const char *Token = Pos;
#ifdef __SSE2__
  // Nearly all strings are keys of under 16 plain bytes.
  if (End - Pos >= 16) {
    Pos += plainPrefix(Pos);
    if (Pos != End && *Pos == '"') {
      ++Pos;
      return {Token, std::size_t(Pos - Token - 1)};
    }
  }
#endif
  unsigned char High = 0;
  while (true) {
    if (Pos == End && !fill(Token))
      fail("the file ends within a string,");
    unsigned char C = *Pos;
    if (C == '"')
      break;
    if (C == '\\')
      return readStringSlow(Token);
    if (C < ' ')
      fail("a control character within a string");
    High |= C;
    ++Pos;
  }
  std::string_view Text(Token, Pos - Token);
  ++Pos;
  if (High < 0x80 || isUtf8(Text))
    return Text;
  BadText = true;
  Scratch = repairUtf8(Text);
  return Scratch;
}

/// Goes on with a string at its first escape, in Scratch.
std::string_view JsonCursor::readStringSlow(const char *Token) {
  Scratch.assign(Token, Pos);
  while (true) {
    if (Pos == End && !fill())
      fail("the file ends within a string,");
    char C = *Pos;
    if (static_cast<unsigned char>(C) < ' ')
      fail("a control character within a string");
    ++Pos;
    if (C == '"')
      break;
    if (C == '\\')
      readEscape();
    else
      Scratch += C;
  }
  if (!isUtf8(Scratch)) {
    BadText = true;
    Scratch = repairUtf8(Scratch);
  }
  return Scratch;
}

void JsonCursor::readEscape() {
  if (End - Pos < 12)
    fill();
  if (Pos == End)
    fail("the file ends within a string,");
  switch (char C = *Pos++) {
  case '"':
  case '\\':
  case '/':
    Scratch += C;
    return;
  case 'b':
    Scratch += '\b';
    return;
  case 'f':
    Scratch += '\f';
    return;
  case 'n':
    Scratch += '\n';
    return;
  case 'r':
    Scratch += '\r';
    return;
  case 't':
    Scratch += '\t';
    return;
  case 'u':
    break;
  default:
    --Pos;
    fail("an unknown escape within a string");
  }
  std::uint32_t Code = readHex4();
  bool HighHalf = Code >= 0xD800 && Code < 0xDC00;
  if (HighHalf && End - Pos >= 6 && Pos[0] == '\\' && Pos[1] == 'u') {
    const char *Second = Pos;
    Pos += 2;
    std::uint32_t Low = readHex4();
    if (Low >= 0xDC00 && Low < 0xE000) {
      appendUtf8(Scratch, 0x10000 + ((Code - 0xD800) << 10) + (Low - 0xDC00));
      return;
    }
    Pos = Second;
  }
  // Half a surrogate pair is no character.
  if (Code >= 0xD800 && Code < 0xE000) {
    BadText = true;
    Code = 0xFFFD;
  }
  appendUtf8(Scratch, Code);
}

unsigned JsonCursor::readHex4() {
  unsigned Value = 0;
  for (int I = 0; I != 4; ++I, ++Pos) {
    char C = Pos == End ? '\0' : *Pos;
    unsigned Digit = C >= '0' && C <= '9'   ? C - '0'
                     : C >= 'a' && C <= 'f' ? C - 'a' + 10
                     : C >= 'A' && C <= 'F' ? C - 'A' + 10
                                            : 16;
    if (Digit == 16)
      fail("expected four hexadecimal digits");
    Value = Value * 16 + Digit;
  }
  return Value;
}

//===----------------------------------------------------------------------===//
// Stepping over values
//===----------------------------------------------------------------------===//

void JsonCursor::skipValue() {
  switch (peek()) {
  case '"':
    ++Pos;
    return skipString();
  case '{':
  case '[':
    return skipBrackets();
  default:
    return skipScalar();
  }
}

void JsonCursor::skipString() {
  while (true) {
    if (Pos == End && !fill())
      fail("the file ends within a string,");
    char C = *Pos++;
    if (C == '"')
      return;
    if (C == '\\') {
      if (Pos == End && !fill())
        fail("the file ends within a string,");
      ++Pos;
    }
  }
}

void JsonCursor::skipBrackets() {
  BracketScan Scan;
  do {
    Pos = Scan.run(Pos, End);
    if (Scan.done())
      return;
  } while (fill());
  fail("the file ends within an array or object,");
}

/// The bytes of numbers, true, false and null.
static constexpr std::array<bool, 256> makeScalarBytes() {
  std::array<bool, 256> Table{};
  for (unsigned char C = '0'; C <= '9'; ++C)
    Table[C] = true;
  for (unsigned char C = 'a'; C <= 'z'; ++C)
    Table[C] = true;
  for (unsigned char C : {'-', '+', '.', 'E'})
    Table[C] = true;
  return Table;
}

void JsonCursor::skipScalar() {
  static constexpr std::array<bool, 256> IsScalar = makeScalarBytes();
  auto Next = [&](const char *P) {
    while (P != End && IsScalar[static_cast<unsigned char>(*P)])
      ++P;
    return P;
  };
  if (!IsScalar[static_cast<unsigned char>(peek())])
    fail(Pos == End ? "the file ends where a value is expected,"
                    : "expected a value");
  do
    Pos = Next(Pos);
  while (Pos == End && fill());
}

} // namespace iket::trace
