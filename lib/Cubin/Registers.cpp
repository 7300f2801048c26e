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

std::uint8_t guardNumber(std::string_view Predicate) {
  unsigned Number = 1;
  auto Take = [&](std::string_view Prefix, unsigned Worth) {
    if (Predicate.substr(0, Prefix.size()) != Prefix)
      return;
    Predicate.remove_prefix(Prefix.size());
    Number += Worth;
  };
  Take("!", 16);
  Take("U", 32);
  if (Predicate.size() != 2 || Predicate[0] != 'P' || Predicate[1] < '0' ||
      Predicate[1] > '9')
    return 0;
  return std::uint8_t(Number + unsigned(Predicate[1] - '0'));
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

/// The index of the register \p Name; nothing for RZ and for others.
static std::optional<std::size_t> registerIndex(std::string_view Name,
                                                std::size_t FirstUniform) {
  std::size_t Digits = Name.find_first_of("0123456789");
  if (Digits == Name.npos)
    return std::nullopt;
  std::size_t Number = std::size_t(std::atoi(Name.data() + Digits));
  if (Number >= FirstUniform)
    return std::nullopt;
  return Name[0] == 'U' ? FirstUniform + Number : Number;
}

Value Registers::get(std::string_view Operand,
                     std::string_view Predicate) const {
  if (auto Number = parseHex(Operand))
    return {Value::Constant, *Number};
  std::string_view Name = registerName(Operand);
  if (Name == "RZ" || Name == "URZ")
    return {Value::Constant, 0};
  auto Index = registerIndex(Name, FirstUniform);
  if (!Index)
    return {};
  Value V = Values[*Index];
  if (V.Guard != 0 && V.Guard != guardNumber(Predicate))
    return {};
  V.Guard = 0;
  return V;
}

void Registers::set(std::string_view Name, Value V) {
  if (auto Index = registerIndex(Name, FirstUniform))
    Values[*Index] = V;
}

bool Registers::meet(const Registers &Other) {
  bool IsLess = false;
  for (std::size_t I = 0; I != Values.size(); ++I)
    if (!(Values[I] == Other.Values[I]) && !(Values[I] == Value())) {
      Values[I] = Value();
      IsLess = true;
    }
  return IsLess;
}

void Registers::forgetGuarded(const Instruction &I) {
  for (std::string_view Operand : I.Operands)
    if (std::uint8_t Guard = guardNumber(Operand))
      for (Value &V : Values)
        if (V.Guard == Guard || V.Guard == Guard + 16)
          V = Value();
}

/// What \p I leaves in its first operand.
Value Registers::result(const Instruction &I) const {
  // The sources; predicates stand between the registers.
  std::vector<Value> In;
  std::vector<std::string_view> Text;
  for (std::size_t N = 1; N < I.Operands.size(); ++N) {
    std::string_view Operand = I.Operands[N];
    if (!registerName(Operand).empty() || parseHex(Operand)) {
      In.push_back(get(Operand, I.Predicate));
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
  if (I.is("CALL"))
    Values.fill(Value());
  forgetGuarded(I);
  std::string_view Target = registerName(I.Operands[0]);
  bool HasPredicateFirst = guardNumber(I.Operands[0]) != 0 ||
                           I.Operands[0] == "PT" || I.Operands[0] == "UPT";
  if (HasPredicateFirst && I.Operands.size() > 1)
    return set(registerName(I.Operands[1]), Value());
  if (Target.empty() || I.is("ST") || I.is("STS") || I.is("STG") ||
      I.is("STL") || I.is("RED") || I.is("BRX") || I.is("RET"))
    return;
  Value V = result(I);
  // Accumulators and tensor memory take any number of registers.
  if (I.Opcode.find("GMMA") != I.Opcode.npos || I.is("LDTM"))
    std::fill_n(Values.begin(), FirstUniform, Value());
  // Registers that a wide result takes too.
  auto Has = [&](const char *Text) {
    return I.Opcode.find(Text) != I.Opcode.npos;
  };
  unsigned Count = Has("128") || Has("MMA") || Has("LDSM") || Has("TEX") ||
                           Has("TLD") || Has("SULD")
                       ? 4
                   : Has("64") || Has("WIDE") || I.is("CS2R") ? 2
                   : I.Opcode[0] == 'D'                       ? 2
                                                              : 1;
  if (I.Opcode == "CS2R.32")
    Count = 1;
  // CS2R clears a pair, or reads the timer into it.
  V.Guard = V.Kind == Value::Unknown ? 0 : guardNumber(I.Predicate);
  set(Target, Count == 1 || I.is("CS2R") ? V : Value());
  bool IsCleared = I.is("CS2R") && V.Kind == Value::Constant;
  for (unsigned N = 1; N < Count; ++N)
    if (std::string Next = registerAfter(Target, N); !Next.empty())
      set(Next, IsCleared ? V : Value());
}

} // namespace iket::cubin
