//===- Registers.h - What registers hold ------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each register holds behind an instruction. Two paths that meet keep what
// they agree on. What comes from memory or out of a call is unknown, and what a
// guarded instruction writes is known under the same guard only.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_REGISTERS_H
#define IKET_CUBIN_REGISTERS_H

#include "Cubin/Sass.h"
#include <array>
#include <optional>

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
  /// The predicate under which it was written, by guardNumber(); 0: always.
  std::uint8_t Guard = 0;

  bool operator==(const Value &V) const {
    return Kind == V.Kind && Bits == V.Bits && Guard == V.Guard;
  }
};

/// A number for "P0", "!P0", "UP0"; 0 for none and PT.
std::uint8_t guardNumber(std::string_view Predicate);

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

class Registers {
public:
  /// What \p Operand of an instruction with the guard \p Predicate is.
  Value get(std::string_view Operand, std::string_view Predicate) const;

  /// Takes over what \p I does to registers.
  void execute(const Instruction &I);

  /// Keeps what \p Other holds too. True if that is less than it was.
  bool meet(const Registers &Other);

  bool operator==(const Registers &Other) const {
    return Values == Other.Values;
  }

private:
  Value result(const Instruction &I) const;
  void set(std::string_view Name, Value V);
  /// Forgets what was written under the predicates that \p I may change.
  void forgetGuarded(const Instruction &I);

  static constexpr std::size_t FirstUniform = 256;
  std::array<Value, 2 * FirstUniform> Values;
};

} // namespace iket::cubin

#endif // IKET_CUBIN_REGISTERS_H
