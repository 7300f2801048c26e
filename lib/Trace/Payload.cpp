//===- Payload.cpp - Payloads as numbers and text -------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Payload.h"
#include <charconv>
#include <cmath>
#include <cstring>

namespace iket::trace {

PayloadForm formOf(payload_type Type) {
  switch (Type) {
  case payload_type::i8:
  case payload_type::i16:
  case payload_type::i32:
  case payload_type::i64:
    return PayloadForm::Signed;
  case payload_type::f16:
  case payload_type::bf16:
  case payload_type::f32:
  case payload_type::f64:
    return PayloadForm::Real;
  case payload_type::pointer:
    return PayloadForm::Pointer;
  default:
    return PayloadForm::Unsigned;
  }
}

std::int64_t signedValue(payload P) {
  switch (P.type) {
  case payload_type::i8:
    return static_cast<std::int8_t>(P.bits);
  case payload_type::i16:
    return static_cast<std::int16_t>(P.bits);
  case payload_type::i32:
    return static_cast<std::int32_t>(P.bits);
  default:
    return static_cast<std::int64_t>(P.bits);
  }
}

std::uint64_t unsignedValue(payload P) {
  switch (P.type) {
  case payload_type::u8:
    return static_cast<std::uint8_t>(P.bits);
  case payload_type::u16:
    return static_cast<std::uint16_t>(P.bits);
  case payload_type::u32:
    return static_cast<std::uint32_t>(P.bits);
  default:
    return P.bits;
  }
}

template <typename To, typename From> static To bitCast(From Bits) {
  static_assert(sizeof(To) == sizeof(From));
  To Value;
  std::memcpy(&Value, &Bits, sizeof(To));
  return Value;
}

static double halfValue(std::uint16_t Bits) {
  int Exponent = Bits >> 10 & 31, Fraction = Bits & 0x3FF;
  double Value;
  if (Exponent == 31)
    Value = Fraction ? NAN : INFINITY;
  else if (Exponent == 0)
    Value = std::ldexp(Fraction, -24);
  else
    Value = std::ldexp(Fraction + 1024, Exponent - 25);
  return Bits & 0x8000 ? -Value : Value;
}

double realValue(payload P) {
  auto Low32 = static_cast<std::uint32_t>(P.bits);
  switch (P.type) {
  case payload_type::f16:
    return halfValue(static_cast<std::uint16_t>(P.bits));
  case payload_type::bf16:
    return bitCast<float>(Low32 << 16);
  case payload_type::f32:
    return bitCast<float>(Low32);
  default:
    return bitCast<double>(P.bits);
  }
}

std::string payloadText(payload P) {
  char Text[40];
  std::to_chars_result End{Text, {}};
  switch (formOf(P.type)) {
  case PayloadForm::Signed:
    End = std::to_chars(Text, std::end(Text), signedValue(P));
    break;
  case PayloadForm::Unsigned:
    End = std::to_chars(Text, std::end(Text), unsignedValue(P));
    break;
  case PayloadForm::Pointer:
    Text[0] = '0';
    Text[1] = 'x';
    End = std::to_chars(Text + 2, std::end(Text), P.bits, 16);
    break;
  case PayloadForm::Real:
    // Narrower than double: the digits of the float, not those of the double
    // that equals it.
    End = P.type == payload_type::f64
              ? std::to_chars(Text, std::end(Text), realValue(P))
              : std::to_chars(Text, std::end(Text),
                              static_cast<float>(realValue(P)));
    break;
  }
  return std::string(Text, End.ptr);
}

const char *payloadTypeName(payload_type Type) {
  static const char *const Names[] = {
      "none", "i8", "u8",  "i16",  "u16", "i32", "u32",     "i64", "",
      "",     "",   "f16", "bf16", "f32", "f64", "pointer", "u64"};
  return Names[static_cast<std::size_t>(Type)];
}

} // namespace iket::trace
