//===- Registers.h - What registers hold ------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each register is followed from its last definition before an instruction, in
// the order of the code. Where that is not the definition that holds there, or
// where a value comes from memory, it is unknown.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_REGISTERS_H
#define IKET_CUBIN_REGISTERS_H

#include "Cubin/Sass.h"
#include <optional>
#include <unordered_map>

namespace iket::cubin {

/// What is known of a register.
struct Value {
  enum KindType {
    Unknown,
    Constant, ///< Bits.
    Rank,     ///< %cluster_ctarank.
    Address,  ///< (%cluster_ctarank << 24) + Bits.
    Time      ///< The timer's low word, or'ed with Bits.
  } Kind = Unknown;
  std::uint32_t Bits = 0;

  bool operator==(const Value &V) const {
    return Kind == V.Kind && Bits == V.Bits;
  }
};

/// The number that \p Text is, "0x3f0" or "-0x1".
std::optional<std::uint32_t> parseHex(std::string_view Text);

/// A register's name without what may stand around it; empty for others.
std::string_view registerName(std::string_view Operand);

/// "R5" for "R4" and 1; empty for RZ.
std::string registerAfter(std::string_view Register, unsigned Distance);

/// "[UR5+0x4]": its register and number.
struct MemoryOperand {
  std::string Base;
  std::uint32_t Offset = 0;
};

MemoryOperand parseMemory(std::string_view Text);

/// All registers, instruction after instruction.
class Registers {
public:
  Value get(std::string_view Operand) const {
    if (auto Number = parseHex(Operand))
      return {Value::Constant, *Number};
    std::string_view Name = registerName(Operand);
    if (Name == "RZ" || Name == "URZ")
      return {Value::Constant, 0};
    auto It = Values.find(std::string(Name));
    return Name.empty() || It == Values.end() ? Value() : It->second;
  }
  void set(std::string_view Name, Value V) { Values[std::string(Name)] = V; }

  /// Takes over what \p I does to registers.
  void execute(const Instruction &I);

private:
  Value result(const Instruction &I) const;

  std::unordered_map<std::string, Value> Values;
};

} // namespace iket::cubin

#endif // IKET_CUBIN_REGISTERS_H
