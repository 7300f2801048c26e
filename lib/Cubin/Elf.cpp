//===- Elf.cpp - Sections and symbols of an ELF file ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/Elf.h"
#include <algorithm>

namespace iket::cubin {

std::uint64_t Elf::countSections(Bytes File) {
  auto H = File.read<Elf64_Ehdr>(0, "the ELF header");
  if (H.e_ident[EI_CLASS] != ELFCLASS64 || H.e_ident[EI_DATA] != ELFDATA2LSB)
    throw events::error("an ELF file that is not 64 bits, little endian",
                        File.start() + EI_CLASS);
  if (!File.holds(H.e_phoff, H.e_phnum, H.e_phentsize))
    throw events::error("the table of segments goes beyond the end; is the "
                        "file truncated?",
                        File.start() + std::min(H.e_phoff, File.size()));
  if (H.e_shoff == 0)
    return 0;
  if (H.e_shentsize != sizeof(Elf64_Shdr))
    throw events::error("section headers of " + std::to_string(H.e_shentsize) +
                            " bytes, not 64",
                        File.start() + offsetof(Elf64_Ehdr, e_shentsize));
  // A count that does not fit is in the first section header.
  auto First = File.read<Elf64_Shdr>(H.e_shoff, "the table of sections");
  std::uint64_t Count = H.e_shnum ? H.e_shnum : First.sh_size;
  if (!File.holds(H.e_shoff, Count, sizeof(Elf64_Shdr)))
    throw events::error("the table of " + std::to_string(Count) +
                            " sections goes beyond the end; is the file "
                            "truncated?",
                        File.start() + H.e_shoff);
  return Count;
}

Elf::Elf(Bytes File) : File(File) {
  std::uint64_t Count = countSections(File);
  auto H = File.read<Elf64_Ehdr>(0, "the ELF header");
  Type = H.e_type;
  Machine = H.e_machine;
  AbiVersion = H.e_ident[EI_ABIVERSION];
  Flags = H.e_flags;
  FileSize = std::max<std::uint64_t>(
      {sizeof(Elf64_Ehdr), H.e_phoff + std::uint64_t(H.e_phentsize) * H.e_phnum,
       H.e_shoff + Count * sizeof(Elf64_Shdr)});
  std::vector<std::uint32_t> NameOffsets;
  std::uint64_t NameSection = H.e_shstrndx, Total = 0;
  for (std::uint64_t I = 0; I != Count; ++I) {
    auto SH = File.read<Elf64_Shdr>(H.e_shoff + I * sizeof(Elf64_Shdr),
                                    "a section header");
    // An index that does not fit is in the first section header.
    if (I == 0 && NameSection == SHN_XINDEX)
      NameSection = SH.sh_link;
    ElfSection S;
    S.Type = SH.sh_type;
    S.Link = SH.sh_link;
    S.Flags = SH.sh_flags;
    S.Offset = SH.sh_offset;
    S.Size = SH.sh_size;
    Sections.push_back(S);
    NameOffsets.push_back(SH.sh_name);
    if (S.Type == SHT_NOBITS || !File.holds(S.Offset, S.Size))
      continue;
    FileSize = std::max(FileSize, S.Offset + S.Size);
    Total += S.Size;
    // Cubins for Blackwell have some bytes in two sections. Thousands of
    // sections of the same bytes would make all readers quadratic.
    if (Total > 4 * File.size())
      throw events::error("its sections overlap", File.start() + S.Offset);
  }
  if (NameSection >= Count)
    return;
  Bytes Names = contents(Sections[NameSection]);
  for (std::uint64_t I = 0; I != Count; ++I)
    Sections[I].Name = Names.string(NameOffsets[I]);
}

std::vector<ElfSymbol> Elf::symbols() const {
  auto Table = std::find_if(Sections.begin(), Sections.end(),
                            [](auto &S) { return S.Type == SHT_SYMTAB; });
  if (Table == Sections.end())
    return {};
  Bytes Entries = contents(*Table), Names, Indices;
  if (Table->Link < Sections.size())
    Names = contents(Sections[Table->Link]);
  for (const ElfSection &S : Sections)
    if (S.Type == SHT_SYMTAB_SHNDX &&
        S.Link == std::uint32_t(Table - Sections.begin()))
      Indices = contents(S);
  std::vector<ElfSymbol> Symbols(Entries.size() / sizeof(Elf64_Sym));
  for (std::uint64_t I = 0; I != Symbols.size(); ++I) {
    auto E = Entries.read<Elf64_Sym>(I * sizeof(Elf64_Sym), "a symbol");
    ElfSymbol &S = Symbols[I];
    S.Name = Names.string(E.st_name);
    S.Info = E.st_info;
    S.Other = E.st_other;
    if (E.st_shndx == SHN_XINDEX && Indices.holds(I * 4, 4))
      S.Section = Indices.read<std::uint32_t>(I * 4, "a section index");
    else
      S.Section = E.st_shndx < SHN_LORESERVE ? E.st_shndx : 0;
    S.Value = E.st_value;
    S.Size = E.st_size;
  }
  return Symbols;
}

Bytes Elf::contents(const ElfSection &S) const {
  if (S.Type == SHT_NOBITS)
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
  if (In.Type == SHT_NOBITS)
    return {};
  if (S.Value > In.Size || S.Size > In.Size - S.Value)
    throw events::error("'" + std::string(S.Name) + "' goes beyond section '" +
                            std::string(In.Name) + "'",
                        File.start() + In.Offset);
  return contents(In).slice(S.Value, S.Size, "a symbol");
}

} // namespace iket::cubin
