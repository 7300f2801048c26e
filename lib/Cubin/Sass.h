//===- Sass.h - Machine code as nvdisasm shows it ---------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_SASS_H
#define IKET_CUBIN_SASS_H

#include "Cubin/Bytes.h"
#include <map>
#include <vector>

namespace iket::cubin {

/// One instruction. The text belongs to the disassembly.
///
///   /*00b0*/   @P0 STS [UR5+0x4], R2 ;
///   Offset     Predicate, Opcode, Operands
struct Instruction {
  std::uint64_t Offset = 0;
  std::string_view Predicate, Opcode;
  std::vector<std::string_view> Operands;

  /// True for "STS" of "STS", "STS.64", "STS.U8".
  bool is(std::string_view Operation) const {
    return Opcode.substr(0, Operation.size()) == Operation &&
           (Opcode.size() == Operation.size() ||
            Opcode[Operation.size()] == '.');
  }
};

/// A .text section, or a part of one that has a symbol of its own.
struct SassFunction {
  std::string Section; ///< Without ".text.": the kernel.
  std::vector<Instruction> Code;
  /// The index in Code that each label names.
  std::map<std::string_view, std::size_t> Labels;
};

/// The labels that \p I names: "BRA `(.L_x_1)", and the list behind a BRX.
std::vector<std::string_view> labelsOf(const Instruction &I);

/// The functions in \p Disassembly, what `nvdisasm -c` prints.
std::vector<SassFunction> parseSass(std::string_view Disassembly);

/// Throws DisassemblerError unless \p Code has all triggers and instructions
/// that were counted in the bytes of the image of \p T.
void expectWhole(const std::vector<SassFunction> &Code, const events::table &T);

/// The disassembler fails, or shows less than there is. That says nothing of
/// the image, so it is no events::error.
struct DisassemblerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What \p Program, an nvdisasm, prints of \p Image. Throws DisassemblerError.
std::string disassemble(const std::string &Program, const Bytes &Image);

} // namespace iket::cubin

#endif // IKET_CUBIN_SASS_H
