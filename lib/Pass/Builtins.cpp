//===- Builtins.cpp - The __iket_* functions of the IR contract -----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Builtins.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using abi_type = iket::abi::PayloadType;

namespace iket {
namespace {

struct KindName {
  const char *Name;
  BuiltinKind Kind;
  bool TakesPayload;
};
// Longer names stand before their prefixes: a suffix is looked up in the rest.
const KindName Kinds[] = {
    {"__iket_range_end_name", BuiltinKind::RangeEndName, true},
    {"__iket_range_pop_name", BuiltinKind::RangePopName, false},
    {"__iket_range_push", BuiltinKind::RangePush, true},
    {"__iket_range_pop", BuiltinKind::RangePop, false},
    {"__iket_range_start", BuiltinKind::RangeStart, true},
    {"__iket_range_end", BuiltinKind::RangeEnd, true},
    {"__iket_mark", BuiltinKind::Mark, true},
    {"__iket_sentinel_token", BuiltinKind::SentinelToken, false},
    {"__iket_enabled", BuiltinKind::Enabled, false},
    {"__iket_runtime_payloads", BuiltinKind::RuntimePayloads, false},
    {"__iket_keep", BuiltinKind::Keep, false},
};

struct TypeName {
  const char *Suffix;
  abi_type Type;
  const char *Name;
  const char *IR;
};
const TypeName Types[] = {
    {"_i8", abi_type::I8, "int8", "i8"},
    {"_u8", abi_type::U8, "uint8", "i8"},
    {"_i16", abi_type::I16, "int16", "i16"},
    {"_u16", abi_type::U16, "uint16", "i16"},
    {"_i32", abi_type::I32, "int32", "i32"},
    {"_u32", abi_type::U32, "uint32", "i32"},
    {"_i64", abi_type::I64, "int64", "i64"},
    {"_u64", abi_type::U64, "uint64", "i64"},
    {"_f16", abi_type::F16, "float16", "half"},
    {"_bf16", abi_type::BF16, "bfloat16", "bfloat"},
    {"_f32", abi_type::F32, "float32", "float"},
    {"_f64", abi_type::F64, "float64", "double"},
    {"_ptr", abi_type::Pointer, "pointer", "ptr"},
};

bool isPayloadType(Type *Ty, abi_type Payload) {
  switch (Payload) {
  case abi_type::None:
    return false;
  case abi_type::I8:
  case abi_type::U8:
    return Ty->isIntegerTy(8);
  case abi_type::I16:
  case abi_type::U16:
    return Ty->isIntegerTy(16);
  case abi_type::I32:
  case abi_type::U32:
    return Ty->isIntegerTy(32);
  case abi_type::I64:
  case abi_type::U64:
    return Ty->isIntegerTy(64);
  case abi_type::F16:
    return Ty->isHalfTy();
  case abi_type::BF16:
    return Ty->isBFloatTy();
  case abi_type::F32:
    return Ty->isFloatTy();
  case abi_type::F64:
    return Ty->isDoubleTy();
  case abi_type::Pointer:
    return Ty->isPointerTy();
  }
  return false;
}

StringRef returnType(BuiltinKind Kind) {
  switch (Kind) {
  case BuiltinKind::RangeStart:
  case BuiltinKind::SentinelToken:
    return "i32";
  case BuiltinKind::Enabled:
  case BuiltinKind::RuntimePayloads:
    return "i1";
  default:
    return "void";
  }
}

bool isReturnType(Type *Ty, StringRef Expected) {
  return Expected == "void" ? Ty->isVoidTy()
                            : Ty->isIntegerTy(Expected == "i1" ? 1 : 32);
}

} // namespace

bool Builtin::hasName() const {
  switch (Kind) {
  case BuiltinKind::Mark:
  case BuiltinKind::RangePush:
  case BuiltinKind::RangePopName:
  case BuiltinKind::RangeStart:
  case BuiltinKind::RangeEndName:
    return true;
  default:
    return false;
  }
}

bool Builtin::isConstant() const {
  return Kind == BuiltinKind::Enabled || Kind == BuiltinKind::RuntimePayloads ||
         Kind == BuiltinKind::SentinelToken;
}

unsigned Builtin::numOperands() const {
  return (hasName() || hasToken() || Kind == BuiltinKind::Keep) + hasPayload();
}

bool hasEventFunctions(const Module &M) {
  return any_of(M, [](const Function &F) {
    return F.getName().starts_with(BuiltinPrefix);
  });
}

std::optional<Builtin> parseBuiltin(StringRef Name) {
  if (!Name.starts_with(BuiltinPrefix))
    return std::nullopt;
  for (const KindName &K : Kinds) {
    StringRef Suffix = Name;
    if (!Suffix.consume_front(K.Name))
      continue;
    if (Suffix.empty())
      return Builtin{K.Kind};
    if (!K.TakesPayload)
      continue;
    for (const TypeName &T : Types)
      if (Suffix == T.Suffix)
        return Builtin{K.Kind, T.Type};
  }
  return std::nullopt;
}

bool looksLikeBuiltin(StringRef Name) {
  return any_of(Kinds, [&](const KindName &K) {
    StringRef Suffix = Name;
    return Suffix.consume_front(K.Name) && Suffix.starts_with("_");
  });
}

std::optional<Builtin> getBuiltin(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee ? parseBuiltin(Callee->getName()) : std::nullopt;
}

std::string checkSignature(const Builtin &B, FunctionType *Ty, StringRef Name) {
  unsigned N = B.numOperands();
  bool Located = Ty->getNumParams() == N + 2;
  bool Matches = isReturnType(Ty->getReturnType(), returnType(B.Kind)) &&
                 !Ty->isVarArg() && (Located || Ty->getNumParams() == N);
  if (Matches && B.hasName())
    Matches = Ty->getParamType(0)->isPointerTy();
  if (Matches && (B.hasToken() || B.Kind == BuiltinKind::Keep))
    Matches = Ty->getParamType(0)->isIntegerTy(32);
  if (Matches && B.hasPayload())
    Matches = isPayloadType(Ty->getParamType(B.payloadIndex()), B.Payload);
  if (Matches && Located)
    Matches = Ty->getParamType(N)->isPointerTy() &&
              Ty->getParamType(N + 1)->isIntegerTy(32);
  if (Matches)
    return {};

  std::string Expected = returnType(B.Kind).str() + " @" + Name.str() + "(";
  if (B.hasName())
    Expected += "ptr name";
  else if (B.hasToken())
    Expected += "i32 token";
  else if (B.Kind == BuiltinKind::Keep)
    Expected += "i32 value";
  if (B.hasPayload())
    for (const TypeName &T : Types)
      if (T.Type == B.Payload)
        Expected += std::string(", ") + T.IR + " payload";
  return Expected + (N ? "[, ptr file, i32 line])" : "[ptr file, i32 line])");
}

StringRef payloadName(abi_type Payload) {
  for (const TypeName &T : Types)
    if (T.Type == Payload)
      return T.Name;
  return "none";
}

} // namespace iket
