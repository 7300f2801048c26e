//===- Elf.h - Sections and symbols of an ELF file --------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As much of ELF as event tables take: 64 bits, little endian, as hosts of CUDA
// and cubins are. Headers are checked when the file is opened, and what a
// section or symbol points at when it is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_ELF_H
#define IKET_CUBIN_ELF_H

#include "Cubin/Bytes.h"
#include <elf.h>
#include <vector>

namespace iket::cubin {

/// The type of a cubin that is whole and may still be linked with others.
inline constexpr std::uint16_t ExtensibleType = 0xFF00;

struct ElfSection {
  std::string_view Name;
  std::uint32_t Type = 0, Link = 0;
  std::uint64_t Flags = 0, Offset = 0, Size = 0;
};

struct ElfSymbol {
  std::string_view Name;
  std::uint8_t Info = 0, Other = 0;
  /// 0: not defined here.
  std::uint32_t Section = 0;
  std::uint64_t Value = 0, Size = 0;

  unsigned type() const { return ELF64_ST_TYPE(Info); }
  /// Of a cubin: st_other says that a function is a kernel.
  bool isKernel() const { return type() == STT_FUNC && (Other & 0x10); }
};

class Elf {
public:
  /// Reads the headers and the sections, not the symbols. Throws events::error
  /// where they make no sense.
  explicit Elf(Bytes File);
  /// The number of section headers, which \p File holds; else events::error.
  static std::uint64_t countSections(Bytes File);

  std::uint16_t type() const { return Type; }
  std::uint16_t machine() const { return Machine; }
  std::uint8_t abiVersion() const { return AbiVersion; }
  std::uint32_t flags() const { return Flags; }
  /// Where the file ends by its own headers.
  std::uint64_t fileSize() const { return FileSize; }

  const std::vector<ElfSection> &sections() const { return Sections; }
  /// The symbols of the one table of symbols that a file has.
  std::vector<ElfSymbol> symbols() const;
  Bytes contents(const ElfSection &S) const;
  /// The section's contents, or nothing.
  Bytes contents(std::string_view Name) const;
  /// What a defined symbol names. Empty where it has no bytes in the file.
  Bytes contents(const ElfSymbol &S) const;

private:
  Bytes File;
  std::uint16_t Type = 0, Machine = 0;
  std::uint8_t AbiVersion = 0;
  std::uint32_t Flags = 0;
  std::uint64_t FileSize = 0;
  std::vector<ElfSection> Sections;
};

} // namespace iket::cubin

#endif // IKET_CUBIN_ELF_H
