//===- Payload.h - Payloads as numbers and text -----------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_PAYLOAD_H
#define IKET_TRACE_PAYLOAD_H

#include "iket/trace.h"

namespace iket::trace {

/// How a payload is best shown, by its type.
enum class PayloadForm { Signed, Unsigned, Real, Pointer };
PayloadForm formOf(payload_type Type);

/// The value of a payload whose form is Signed, Unsigned or Pointer, Real. Bits
/// above the type's width are ignored.
std::int64_t signedValue(payload P);
std::uint64_t unsignedValue(payload P);
double realValue(payload P);

/// "-3", "0x7f00", "0.1": reals in the fewest digits that give the same value.
std::string payloadText(payload P);
/// "i32", "f16", "pointer".
const char *payloadTypeName(payload_type Type);

} // namespace iket::trace

#endif // IKET_TRACE_PAYLOAD_H
