//===- Elf.cpp - Sections and symbols of an ELF file ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/Elf.h"
#include <algorithm>

namespace iket::cubin {
namespace {

struct FileHeader {
  std::uint8_t Ident[16];
  std::uint16_t Type, Machine;
  std::uint32_t Version;
  std::uint64_t Entry, ProgramHeaders, SectionHeaders;
  std::uint32_t Flags;
  std::uint16_t Size, ProgramHeaderSize, ProgramHeaderCount, SectionHeaderSize,
      SectionHeaderCount, SectionNames;
};
static_assert(sizeof(FileHeader) == 64);

struct SectionHeader {
  std::uint32_t Name, Type;
  std::uint64_t Flags, Address, Offset, Size;
  std::uint32_t Link, Info;
  std::uint64_t Alignment, EntrySize;
};
static_assert(sizeof(SectionHeader) == 64);

struct SymbolEntry {
  std::uint32_t Name;
  std::uint8_t Info, Other;
  std::uint16_t Section;
  std::uint64_t Value, Size;
};
static_assert(sizeof(SymbolEntry) == 24);

/// The section index stands in the table SymbolSections instead.
constexpr std::uint16_t ExtendedIndex = 0xFFFF;
constexpr std::uint16_t FirstReservedIndex = 0xFF00;
constexpr std::uint32_t SymbolSections = 18; ///< SHT_SYMTAB_SHNDX

} // namespace

Elf::Elf(Bytes File) : File(File) {
  auto H = File.read<FileHeader>(0, "the ELF header");
  if (H.Ident[4] != 2 || H.Ident[5] != 1)
    throw events::error("an ELF file that is not 64 bits, little endian",
                        File.start() + 4);
  Type = H.Type;
  Machine = H.Machine;
  AbiVersion = H.Ident[8];
  Flags = H.Flags;
  FileSize = std::max<std::uint64_t>(sizeof(FileHeader),
                                     H.ProgramHeaders +
                                         std::uint64_t(H.ProgramHeaderSize) *
                                             H.ProgramHeaderCount);
  if (!File.holds(H.ProgramHeaders, H.ProgramHeaderCount, H.ProgramHeaderSize))
    throw events::error("the table of segments goes beyond the end; is the "
                        "file truncated?",
                        File.start() + std::min(H.ProgramHeaders, File.size()));
  if (H.SectionHeaders == 0)
    return;
  if (H.SectionHeaderSize != sizeof(SectionHeader))
    throw events::error("section headers of " +
                            std::to_string(H.SectionHeaderSize) +
                            " bytes, not 64",
                        File.start() + 58);
  // Counts that don't fit stand in the first section header.
  auto First =
      File.read<SectionHeader>(H.SectionHeaders, "the table of sections");
  readSections(H.SectionHeaders,
               H.SectionHeaderCount ? H.SectionHeaderCount : First.Size,
               H.SectionHeaderSize,
               H.SectionNames == ExtendedIndex ? First.Link : H.SectionNames);
}

std::vector<ElfSymbol> Elf::readSymbols() const {
  std::vector<ElfSymbol> Symbols;
  for (const ElfSection &S : Sections)
    if (S.Type == ElfSection::SymbolTable)
      readSymbols(S, Symbols);
  return Symbols;
}

void Elf::readSections(std::uint64_t At, std::uint64_t Count,
                       std::uint64_t EntrySize, std::uint64_t NameSection) {
  if (!File.holds(At, Count, EntrySize))
    throw events::error("the table of " + std::to_string(Count) +
                            " sections goes beyond the end; is the file "
                            "truncated?",
                        File.start() + At);
  FileSize = std::max(FileSize, At + Count * EntrySize);
  Bytes Names;
  std::vector<std::uint32_t> NameOffsets;
  for (std::uint64_t I = 0; I != Count; ++I) {
    auto H = File.read<SectionHeader>(At + I * EntrySize, "a section header");
    ElfSection S;
    S.Type = H.Type;
    S.Link = H.Link;
    S.Info = H.Info;
    S.Flags = H.Flags;
    S.Offset = H.Offset;
    S.Size = H.Size;
    Sections.push_back(S);
    NameOffsets.push_back(H.Name);
    if (S.Type != ElfSection::NoBits && File.holds(S.Offset, S.Size))
      FileSize = std::max(FileSize, S.Offset + S.Size);
  }
  if (NameSection < Count)
    Names = contents(Sections[NameSection]);
  for (std::uint64_t I = 0; I != Count; ++I)
    Sections[I].Name = Names.string(NameOffsets[I]);
}

void Elf::readSymbols(const ElfSection &Table,
                      std::vector<ElfSymbol> &Symbols) const {
  Bytes Entries = contents(Table), Names, Indices;
  if (Table.Link < Sections.size())
    Names = contents(Sections[Table.Link]);
  auto Self = std::uint32_t(&Table - Sections.data());
  for (const ElfSection &S : Sections)
    if (S.Type == SymbolSections && S.Link == Self)
      Indices = contents(S);
  std::uint64_t Count = Entries.size() / sizeof(SymbolEntry);
  Symbols.reserve(Symbols.size() + Count);
  for (std::uint64_t I = 0; I != Count; ++I) {
    auto E = Entries.read<SymbolEntry>(I * sizeof(SymbolEntry), "a symbol");
    ElfSymbol S;
    S.Name = Names.string(E.Name);
    S.Info = E.Info;
    S.Other = E.Other;
    if (E.Section == ExtendedIndex && Indices.holds(I * 4, 4))
      S.Section = Indices.read<std::uint32_t>(I * 4, "a section index");
    else
      S.Section = E.Section < FirstReservedIndex ? E.Section : 0;
    S.Value = E.Value;
    S.Size = E.Size;
    Symbols.push_back(S);
  }
}

Bytes Elf::contents(const ElfSection &S) const {
  if (S.Type == ElfSection::NoBits)
    return {};
  if (!File.holds(S.Offset, S.Size))
    throw events::error(
        "section '" + std::string(S.Name) + "' of " + std::to_string(S.Size) +
            " bytes goes beyond the end; is the file "
            "truncated?",
        File.start() + std::min<std::uint64_t>(S.Offset, File.size()));
  return File.slice(S.Offset, S.Size, "a section");
}

Bytes Elf::contents(std::string_view Name) const {
  for (const ElfSection &S : Sections)
    if (S.Name == Name)
      return contents(S);
  return {};
}

Bytes Elf::contents(const ElfSymbol &S) const {
  if (S.Section == 0 || S.Section >= Sections.size())
    return {};
  const ElfSection &In = Sections[S.Section];
  if (In.Type == ElfSection::NoBits)
    return {};
  if (S.Value > In.Size || S.Size > In.Size - S.Value)
    throw events::error("'" + std::string(S.Name) + "' goes beyond section '" +
                            std::string(In.Name) + "'",
                        File.start() + In.Offset);
  return contents(In).slice(S.Value, S.Size, "a symbol");
}

} // namespace iket::cubin
