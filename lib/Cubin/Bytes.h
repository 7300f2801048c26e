//===- Bytes.h - Looking at bytes that nobody vouches for -------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_BYTES_H
#define IKET_CUBIN_BYTES_H

#include "iket/events.h"
#include <algorithm>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace iket::cubin {

/// A piece of a file. No reading leaves it, whatever the offsets say; what goes
/// beyond it throws events::error.
class Bytes {
public:
  Bytes() = default;
  /// \p Start is where \p Data stands in its file, for messages.
  Bytes(std::string_view Data, std::uint64_t Start = 0)
      : Data(Data), Start(Start) {}

  std::uint64_t size() const { return Data.size(); }
  std::uint64_t start() const { return Start; }
  std::string_view text() const { return Data; }
  bool startsWith(std::string_view Text) const {
    return Data.substr(0, Text.size()) == Text;
  }

  /// True if \p Count items of \p ItemSize bytes lie at \p Offset.
  bool holds(std::uint64_t Offset, std::uint64_t Count,
             std::uint64_t ItemSize = 1) const {
    return Offset <= Data.size() &&
           (ItemSize == 0 || Count <= (Data.size() - Offset) / ItemSize);
  }

  /// The little-endian value at \p Offset; \p What says for what in a message.
  template <typename T> T read(std::uint64_t Offset, const char *What) const {
    static_assert(std::is_trivially_copyable_v<T>);
    T Value;
    std::memcpy(&Value, slice(Offset, sizeof(T), What).Data.data(), sizeof(T));
    return Value;
  }

  Bytes slice(std::uint64_t Offset, std::uint64_t Size,
              const char *What) const {
    if (!holds(Offset, Size))
      throw events::error(std::string(What) + " goes beyond the end",
                          Start + std::min<std::uint64_t>(Offset, size()));
    return Bytes(Data.substr(Offset, Size), Start + Offset);
  }

  /// The NUL-terminated string at \p Offset, or what is left of it. Longer ones
  /// than any name are cut off, so that a table of strings which all end at one
  /// place is not read a million times over.
  std::string_view string(std::uint64_t Offset) const {
    if (Offset >= Data.size())
      return {};
    std::string_view Rest = Data.substr(Offset, LongestString);
    return Rest.substr(0, Rest.find('\0'));
  }
  static constexpr std::size_t LongestString = 1 << 16;

private:
  std::string_view Data;
  std::uint64_t Start = 0;
};

} // namespace iket::cubin

#endif // IKET_CUBIN_BYTES_H
