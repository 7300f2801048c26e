//===- Registers.cpp - What registers hold --------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/Registers.h"
#include "iket/abi.h"
#include <cstdlib>

namespace iket::cubin {

std::optional<std::uint32_t> parseHex(std::string_view Text) {
  bool Negative = Text.substr(0, 1) == "-";
  if (Negative)
    Text.remove_prefix(1);
  if (Text.substr(0, 2) != "0x")
    return std::nullopt;
  std::uint32_t Bits = std::uint32_t(
      std::strtoull(std::string(Text.substr(2)).c_str(), nullptr, 16));
  return Negative ? 0 - Bits : Bits;
}

std::string_view registerName(std::string_view Operand) {
  Operand = Operand.substr(0, Operand.find('.'));
  std::string_view Digits = Operand;
  if (Digits.substr(0, 1) == "U")
    Digits.remove_prefix(1);
  if (Digits.substr(0, 1) != "R" || Digits.size() < 2)
    return {};
  return Operand;
}

std::string registerAfter(std::string_view Register, unsigned Distance) {
  std::size_t Digits = Register.find_first_of("0123456789");
  if (Digits == Register.npos)
    return {};
  return std::string(Register.substr(0, Digits)) +
         std::to_string(
             std::atoi(std::string(Register.substr(Digits)).c_str()) +
             int(Distance));
}

MemoryOperand parseMemory(std::string_view Text) {
  MemoryOperand M;
  Text = Text.substr(Text.find('[') + 1);
  Text = Text.substr(0, Text.find(']'));
  while (!Text.empty()) {
    std::size_t Plus = std::min(Text.find('+'), Text.size());
    std::string_view Part = Text.substr(0, Plus);
    if (auto Number = parseHex(Part))
      M.Offset += *Number;
    else if (M.Base.empty())
      M.Base = registerName(Part);
    else if (!registerName(Part).empty())
      M.Base += "+" + std::string(registerName(Part)); // Of two registers.
    Text.remove_prefix(std::min(Plus + 1, Text.size()));
  }
  return M;
}

namespace {

Value sum(Value A, Value B) {
  if (B.Kind != Value::Constant)
    std::swap(A, B);
  if (B.Kind != Value::Constant ||
      (A.Kind != Value::Constant && A.Kind != Value::Address && B.Bits != 0))
    return {};
  if (A.Kind == Value::Constant || A.Kind == Value::Address)
    A.Bits += B.Bits;
  return A;
}

Value either(Value A, Value B) {
  if (B.Kind != Value::Constant)
    std::swap(A, B);
  if (B.Kind != Value::Constant || A.Kind == Value::Unknown ||
      (A.Kind == Value::Rank && B.Bits != 0))
    return {};
  if (A.Kind != Value::Rank)
    A.Bits |= B.Bits;
  return A;
}

Value shifted(Value A, std::uint32_t Count) {
  if (A.Kind == Value::Constant && Count < 32)
    return {Value::Constant, A.Bits << Count};
  if (A.Kind == Value::Rank && Count == abi::ClusterRankShift)
    return {Value::Address, 0};
  return {};
}

} // namespace

/// What \p I leaves in its first operand.
Value Registers::result(const Instruction &I) const {
  // The sources; predicates stand between the registers.
  std::vector<Value> In;
  std::vector<std::string_view> Text;
  for (std::size_t N = 1; N < I.Operands.size(); ++N) {
    std::string_view Operand = I.Operands[N];
    if (!registerName(Operand).empty() || parseHex(Operand)) {
      In.push_back(get(Operand));
      Text.push_back(Operand);
    } else if (Operand.find("SR_GLOBALTIMERLO") != Operand.npos) {
      return {Value::Time, 0};
    } else if (Operand.find("SR_CgaCtaId") != Operand.npos) {
      return {Value::Rank, 0};
    } else if (Operand.find("PT") == Operand.npos &&
               Operand.substr(0, 1) != "P" && Operand.substr(0, 2) != "UP" &&
               Operand.substr(0, 1) != "!") {
      return {}; // From memory, negated, or half of a register.
    }
  }
  if (In.empty())
    return {};
  if (I.is("MOV") || I.is("UMOV") || I.is("R2UR"))
    return In[0];
  bool IsSum = I.is("IADD3") || I.is("UIADD3") || I.is("IADD") ||
               I.is("UIADD") || I.Opcode == "IMAD.IADD";
  if (IsSum && I.Opcode.find(".X") == I.Opcode.npos) {
    Value Sum{Value::Constant, 0};
    if (I.Opcode == "IMAD.IADD" && In.size() == 3)
      return sum(In[0], In[2]); // The factor is one.
    for (Value V : In)
      Sum = sum(Sum, V);
    return Sum;
  }
  if (I.is("IMAD") && I.Opcode.find("WIDE") == I.Opcode.npos &&
      I.Opcode.find("HI") == I.Opcode.npos &&
      I.Opcode.find(".X") == I.Opcode.npos && In.size() == 3) {
    bool IsZero = (In[0] == Value{Value::Constant, 0}) ||
                  (In[1] == Value{Value::Constant, 0});
    if (IsZero)
      return In[2];
    if (In[1].Kind == Value::Constant && In[2] == Value{Value::Constant, 0}) {
      if (In[1].Bits == 1u << abi::ClusterRankShift)
        return shifted(In[0], abi::ClusterRankShift);
      if (In[1].Bits == 1)
        return In[0];
    }
    return {};
  }
  if ((I.is("LEA") || I.is("ULEA")) && I.Opcode.find("HI") == I.Opcode.npos &&
      In.size() >= 3 && In[2].Kind == Value::Constant)
    return sum(shifted(In[0], In[2].Bits), In[1]);
  if ((I.is("SHF") || I.is("USHF") || I.is("SHL") || I.is("USHL")) &&
      I.Opcode.find(".R") == I.Opcode.npos && In.size() >= 2 &&
      In[1].Kind == Value::Constant &&
      (In.size() < 3 || In[2] == Value{Value::Constant, 0}))
    return shifted(In[0], In[1].Bits);
  // The table of a | b, or of a | b | c.
  if ((I.is("LOP3") || I.is("ULOP3")) && In.size() >= 4) {
    if (Text[3] == "0xfc")
      return either(In[0], In[1]);
    if (Text[3] == "0xfe")
      return either(either(In[0], In[1]), In[2]);
  }
  return {};
}

void Registers::execute(const Instruction &I) {
  if (I.Operands.empty())
    return;
  std::string_view Target = registerName(I.Operands[0]);
  if (Target.empty() || I.is("ST") || I.is("STS") || I.is("STG") ||
      I.is("STL") || I.is("RED") || I.is("BRX") || I.is("RET"))
    return;
  Value V = result(I);
  // Registers that a wide result takes too.
  auto Has = [&](const char *Text) {
    return I.Opcode.find(Text) != I.Opcode.npos;
  };
  unsigned Count = Has("128") || Has("MMA") || Has("LDSM")    ? 4
                   : Has("64") || Has("WIDE") || I.is("CS2R") ? 2
                   : I.Opcode[0] == 'D'                       ? 2
                                                              : 1;
  if (I.Opcode == "CS2R.32")
    Count = 1;
  set(Target, Count == 1 || I.is("CS2R") ? V : Value());
  for (unsigned N = 1; N < Count; ++N)
    if (std::string Next = registerAfter(Target, N); !Next.empty())
      set(Next,
          I.is("CS2R") ? V.Kind == Value::Constant ? V : Value() : Value());
}

} // namespace iket::cubin
