//===- BracketScan.cpp - The end of a JSON array or object ----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/BracketScan.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace iket::trace {

/// One byte after the other: right for everything, and what the fast path falls
/// back to where a block holds a backslash or may hold the end.
const char *BracketScan::runBytes(const char *P, const char *End) {
  while (P != End) {
    char C = *P++;
    if (Escaped) {
      Escaped = false;
    } else if (InString) {
      Escaped = C == '\\';
      InString = C != '"';
    } else if (C == '"') {
      InString = true;
    } else if (C == '{' || C == '[') {
      ++Depth;
    } else if ((C == '}' || C == ']') && --Depth == 0) {
      Done = true;
      return P;
    }
  }
  return P;
}

#ifdef __SSE2__
namespace {
/// One bit for each of the 64 bytes of a block.
struct Block {
  __m128i Part[4];

  explicit Block(const char *P) {
    for (int I = 0; I != 4; ++I)
      Part[I] = _mm_loadu_si128(reinterpret_cast<const __m128i *>(P) + I);
  }
  std::uint64_t equal(char C) const { return equal(C, 0); }
  /// The bytes that are \p C once the bits of \p Set are set in them.
  std::uint64_t equal(char C, char Set) const {
    std::uint64_t Mask = 0;
    for (int I = 0; I != 4; ++I) {
      __m128i Bytes = _mm_or_si128(Part[I], _mm_set1_epi8(Set));
      unsigned Bits =
          _mm_movemask_epi8(_mm_cmpeq_epi8(Bytes, _mm_set1_epi8(C)));
      Mask |= std::uint64_t(Bits) << (16 * I);
    }
    return Mask;
  }
};

/// Bit I is the parity of the bits 0 to I: which bytes lie behind an odd
/// number of quotes.
std::uint64_t parityUpTo(std::uint64_t Bits) {
  for (int Shift = 1; Shift != 64; Shift *= 2)
    Bits ^= Bits << Shift;
  return Bits;
}
} // namespace
#endif

const char *BracketScan::run(const char *P, const char *End) {
#ifdef __SSE2__
  for (; End - P >= 64; P += 64) {
    Block B(P);
    if (Escaped || B.equal('\\')) {
      if (const char *Stop = runBytes(P, P + 64); Done)
        return Stop;
      continue;
    }
    std::uint64_t Inside = parityUpTo(B.equal('"')) ^ (InString ? ~0ull : 0);
    // '[' and '{' differ in one bit only, and so do ']' and '}'.
    std::uint64_t Open = B.equal('{', 0x20) & ~Inside;
    std::uint64_t Close = B.equal('}', 0x20) & ~Inside;
    std::uint64_t Closed = __builtin_popcountll(Close);
    if (Closed >= Depth) {
      if (const char *Stop = runBytes(P, P + 64); Done)
        return Stop;
      continue;
    }
    Depth += __builtin_popcountll(Open) - Closed;
    InString = Inside >> 63;
  }
#endif
  return runBytes(P, End);
}

} // namespace iket::trace
