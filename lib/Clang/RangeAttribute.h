//===- RangeAttribute.h - [[iket::range]] -----------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CLANG_RANGEATTRIBUTE_H
#define IKET_CLANG_RANGEATTRIBUTE_H

namespace clang {
class ASTContext;
}

namespace iket {

/// Warns about range attributes of \p Context that have no effect: on functions
/// that no device runs, and on declarations that get no body. Only now is that
/// known, since attributes may come in any order.
void checkRangeAttributes(clang::ASTContext &Context);

} // namespace iket

#endif // IKET_CLANG_RANGEATTRIBUTE_H
