//===- JsonCursor.h - A forward-only reader of JSON -------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pulls values out of a JSON file through one fixed buffer. The caller says
// what it expects next:
//
//   Cursor.forEachMember([&](std::string_view Key) {
//     if (Key == "startTs")
//       Start = Cursor.readUnsigned().value_or(0);
//     else
//       Cursor.skipValue();
//   });
//
// This is a scanner of our own since with nlohmann's SAX interface, parsing
// alone, a summary could be no more than 2.8 times as fast as a script around
// Python's json.load, where this makes 9.8 (both measured in one run by
// bench/trace-tools). It reads with pread and not through mmap, so that pages
// of the file do not count as the program's memory.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_JSONCURSOR_H
#define IKET_TRACE_JSONCURSOR_H

#include "iket/trace.h"
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace iket::trace {

class JsonCursor {
public:
  /// Reads the open file \p Fd from byte \p Offset on. \p OnFill, if it is not
  /// empty, is called with offset() each time that the buffer is filled.
  JsonCursor(int Fd, std::uint64_t Offset = 0,
             std::function<void(std::uint64_t)> OnFill = nullptr);
  JsonCursor(const JsonCursor &) = delete;
  JsonCursor &operator=(const JsonCursor &) = delete;

  /// Byte of the file that is read next.
  std::uint64_t offset() const { return Base + std::uint64_t(Pos - Start()); }

  /// The next byte that is not white space, without taking it; 0 at the end.
  char peek() {
    if (Pos != End && static_cast<unsigned char>(*Pos) > ' ')
      return *Pos;
    return peekSlow();
  }
  /// True when only white space is left.
  bool atEnd() { return peek() == 0 && Pos == End; }

  /// Calls \p F with each key of the object that comes next. F takes the
  /// value; the key is valid until F reads something.
  template <typename Fn> void forEachMember(Fn F) {
    expect('{');
    if (take('}'))
      return;
    do {
      F(readKey());
    } while (take(','));
    expect('}');
  }
  /// Calls \p F at each element of the array that comes next; F takes it, and
  /// may return false to leave the array there.
  template <typename Fn> void forEachElement(Fn F) {
    expect('[');
    if (take(']'))
      return;
    do {
      if constexpr (std::is_same_v<decltype(F()), bool>) {
        if (!F())
          return;
      } else {
        F();
      }
    } while (take(','));
    expect(']');
  }

  /// Reads a whole number from 0 to 2^64 - 1; steps over any other value and
  /// returns nothing.
  std::optional<std::uint64_t> readUnsigned();
  /// Reads a string. The text is valid until the next call; bytes that are no
  /// UTF-8 are replaced, and sawBadText() tells.
  std::string_view readString();
  /// True once after a string had to be repaired.
  bool sawBadText() { return std::exchange(BadText, false); }
  /// Takes `null` if it is next.
  bool takeNull() { return peek() == 'n' && takeNullSlow(); }
  /// Steps over a value. Its brackets and strings must pair up; what lies
  /// between is not checked.
  void skipValue();

  /// Throws an error that names the current byte.
  [[noreturn]] void fail(const std::string &Message);

private:
  static constexpr std::size_t BufferSize = 1 << 18;

  const char *Start() const { return Buffer.data(); }
  void expect(char C) {
    if (peek() != C)
      failExpected(C);
    ++Pos;
  }
  bool take(char C) {
    if (peek() != C)
      return false;
    ++Pos;
    return true;
  }
  char peekSlow();
  /// Reads a key and its colon. The key is copied when taking the colon could
  /// move the buffer.
  std::string_view readKey() {
    std::string_view Key = readString();
    if (Pos == End || *Pos != ':') {
      KeyCopy.assign(Key);
      Key = KeyCopy;
    }
    expect(':');
    return Key;
  }
  /// Reads more, keeping the bytes from \p Keep on; false at the end of the
  /// file. Moves Pos and Keep.
  bool fill(const char *&Keep);
  bool fill();
  bool takeNullSlow();
  void skipString();
  void skipBrackets();
  void skipScalar();
  std::string_view readStringSlow(const char *Token);
  void readEscape();
  unsigned readHex4();
  [[noreturn]] void failExpected(char C);

  int Fd;
  std::uint64_t Base; ///< Offset in the file of the buffer's first byte.
  const char *Pos, *End;
  std::string Buffer, Scratch, KeyCopy;
  bool BadText = false;
  std::function<void(std::uint64_t)> OnFill;
};

} // namespace iket::trace

#endif // IKET_TRACE_JSONCURSOR_H
