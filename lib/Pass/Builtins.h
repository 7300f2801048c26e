//===- Builtins.h - The __iket_* functions of the IR contract ---*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of names. A builtin is called as
//
//   kind([name,] [token,] [payload] [, ptr file, i32 line])
//
// and its payload type stands in the suffix: __iket_mark_f32.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_BUILTINS_H
#define IKET_PASS_BUILTINS_H

#include "iket/abi.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <optional>
#include <string>

namespace iket {

/// What every builtin's name begins with.
inline constexpr char BuiltinPrefix[] = "__iket_";

enum class BuiltinKind {
  Mark,
  RangePush,
  RangePop,
  RangePopName,
  RangeStart,
  RangeEnd,
  RangeEndName,
  SentinelToken,
  Enabled,
  RuntimePayloads,
  Keep
};

/// On a call of range_start whose token the source uses: it starts a token
/// range, whatever optimisation leaves of the uses.
inline constexpr char TokenAttribute[] = "iket-token";
/// Names the token ranges that were known before optimisation, which may drop
/// every call that says so.
inline constexpr char TokenRangesMetadata[] = "iket.token_ranges";

struct Builtin {
  BuiltinKind Kind;
  abi::PayloadType Payload = abi::PayloadType::None;

  bool hasName() const;
  bool hasToken() const { return Kind == BuiltinKind::RangeEnd; }
  bool hasPayload() const { return Payload != abi::PayloadType::None; }
  /// Enabled, RuntimePayloads and SentinelToken: constants, no event.
  bool isConstant() const;
  /// What leaves a record: neither a constant nor a kept value.
  bool isEvent() const { return !isConstant() && Kind != BuiltinKind::Keep; }
  unsigned payloadIndex() const { return hasName() || hasToken() ? 1 : 0; }
  /// Operands in front of the optional file and line.
  unsigned numOperands() const;
};

/// Whether \p M has anything to do for these passes, if only to complain.
bool hasEventFunctions(const llvm::Module &M);

/// The builtin of this name, or none.
std::optional<Builtin> parseBuiltin(llvm::StringRef Name);

/// True for a builtin's name with an unknown suffix: __iket_mark_i128.
bool looksLikeBuiltin(llvm::StringRef Name);

/// The builtin that \p Call calls directly, or none.
std::optional<Builtin> getBuiltin(const llvm::CallBase &Call);

/// Empty when \p Ty is how \p B may be declared; else the declaration that is
/// expected, in IR.
std::string checkSignature(const Builtin &B, llvm::FunctionType *Ty,
                           llvm::StringRef Name);

/// "int32", "float32", ...: how messages and tables spell a payload type.
llvm::StringRef payloadName(abi::PayloadType T);

} // namespace iket

#endif // IKET_PASS_BUILTINS_H
