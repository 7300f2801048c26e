//===- Images.cpp - The device code in a file -----------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   archive ──> objects
//   executable, library, object
//     ├─ .nv_fatbin, __nv_relfatbin   fat binaries of clang and nvcc
//     ├─ .llvm.offloading             offload binaries: clang's -fgpu-rdc
//     └─ other read-only data         what programs embed themselves
//   fat binary, offload binary ──> cubins, PTX
//   cubin, PTX
//
//===----------------------------------------------------------------------===//

#include "Cubin/Images.h"
#include "Cubin/Elf.h"
#include "Cubin/FatBinary.h"
#include "Cubin/Module.h"

namespace iket::cubin {
namespace {

constexpr std::string_view ArchiveMagic = "!<arch>\n", ThinMagic = "!<thin>\n",
                           BitcodeMagic = "BC\xC0\xDE";

class Finder {
public:
  Finder(const ImageVisitor &Visit, std::uint64_t FileSize)
      : Visit(Visit), Limit(4 * FileSize + (1 << 20)) {}

  /// False if \p File is of no kind that can hold device code.
  bool file(Bytes File, const std::string &Source) {
    if (File.startsWith(ELFMAG)) {
      elf(File, Source);
    } else if (File.startsWith(FatBinaryMagic)) {
      containers(File, FatBinaryMagic, readFatBinary, Source);
    } else if (File.startsWith(OffloadMagic)) {
      containers(File, OffloadMagic, readOffloadBinary, Source);
    } else if (File.startsWith(BitcodeMagic)) {
      image(File, Source, events::image_format::bitcode);
    } else if (isPtx(File.text())) {
      image(File, Source, events::image_format::ptx);
    } else {
      return false;
    }
    return true;
  }

  /// The members' names and contents; see ar(5).
  void archive(Bytes File, const std::string &Source) {
    constexpr std::uint64_t HeaderSize = 60;
    std::string_view LongNames;
    for (std::uint64_t At = ArchiveMagic.size(); At < File.size();) {
      std::string_view Header =
          File.slice(At, HeaderSize, "the header of an archive's member")
              .text();
      std::uint64_t Size = number(Header.substr(48, 10));
      Bytes Member = File.slice(At + HeaderSize, Size, "an archive's member");
      std::string_view Name = Header.substr(0, 16);
      Name = Name.substr(0, Name.find_last_not_of(' ') + 1);
      if (Name == "//") {
        LongNames = Member.text();
      } else if (Name != "/" && Name != "/SYM64/") {
        if (Name.substr(0, 1) == "/") {
          std::uint64_t Offset = number(Name.substr(1));
          Name = Offset < LongNames.size() ? LongNames.substr(Offset, 4096)
                                           : std::string_view();
          Name = Name.substr(0, Name.find('\n'));
        }
        if (Name.substr(0, 3) != "#1/" && !Name.empty() && Name.back() == '/')
          Name.remove_suffix(1);
        std::string Inner = Source + "(" + std::string(Name) + ")";
        damage(Inner, Member, [&] { file(Member, Inner); });
      }
      At += HeaderSize + Size + (Size & 1);
    }
  }

private:
  void image(Bytes Contents, const std::string &Source,
             events::image_format Format) {
    Image I;
    I.Source = Source;
    I.Offset = Contents.start();
    I.Format = Format;
    I.Contents = Contents;
    Visit(I);
  }

  void elf(Bytes File, const std::string &Source) {
    Elf E(File);
    if (E.machine() == EM_CUDA)
      return image(File, Source, events::image_format::elf);
    for (const ElfSection &S : E.sections()) {
      if (S.Name == ".nv_fatbin" || S.Name == "__nv_relfatbin")
        containers(E.contents(S), FatBinaryMagic, readFatBinary, Source);
      else if (S.Name == ".llvm.offloading")
        containers(E.contents(S), OffloadMagic, readOffloadBinary, Source);
      else if (S.Type == SHT_PROGBITS && (S.Flags & SHF_ALLOC) &&
               !(S.Flags & SHF_EXECINSTR))
        embedded(E.contents(S), Source);
    }
    if (E.sections().empty())
      embedded(File, Source);
  }

  /// The containers in a section that has nothing else, but for padding.
  template <typename Fn>
  void containers(Bytes Section, const char *Magic, Fn Read,
                  const std::string &Source) {
    spend(Section.size());
    for (std::uint64_t At = 0; Section.holds(At, 4);) {
      std::string_view Rest = Section.text().substr(At);
      if (Rest.substr(0, 4) == Magic) {
        bool Whole = damage(Source, Section,
                            [&] { At = Read(Section, At, Source, Visit); });
        if (!Whole)
          return;
      } else {
        At = std::min(Rest.find(Magic), Rest.size()) + At;
      }
    }
  }

  /// Fat binaries and cubins among other data. What only looks like one is not
  /// a problem of this file.
  void embedded(Bytes Data, const std::string &Source) {
    std::string_view Text = Data.text();
    spend(Text.size());
    std::size_t Begin = 0; // Of what is between two fat binaries.
    for (std::size_t At = 0;
         (At = Text.find(FatBinaryMagic, At)) != Text.npos;) {
      std::uint64_t Entries = 0;
      bool IsWhole = isWholeFatBinary(Data, At, Entries);
      spend(64 * Entries);
      if (!IsWhole) {
        ++At;
        continue;
      }
      cubins(Data, Begin, At, Source);
      Begin = At = readFatBinary(Data, At, Source, Visit);
    }
    cubins(Data, Begin, Text.size(), Source);
  }

  void cubins(Bytes Data, std::size_t Begin, std::size_t End,
              const std::string &Source) {
    Bytes Part = Data.slice(Begin, End - Begin, "data");
    std::string_view Text = Part.text();
    for (std::size_t At = 0; (At = Text.find(ELFMAG, At)) != Text.npos;) {
      Bytes File = Part.slice(At, Text.size() - At, "data");
      std::uint64_t Size = sizeOfCubin(File);
      if (Size != 0)
        image(File.slice(0, Size, "a cubin"), Source,
              events::image_format::elf);
      At += std::max<std::uint64_t>(Size, 1);
    }
  }

  /// How much of \p File is a cubin that begins with it; 0 if none does.
  std::uint64_t sizeOfCubin(Bytes File) {
    std::uint64_t Sections = 0;
    try {
      if (File.read<std::uint16_t>(offsetof(Elf64_Ehdr, e_machine),
                                   "the ELF header") == EM_CUDA)
        Sections = Elf::countSections(File);
    } catch (const events::error &) {
    }
    if (Sections == 0)
      return 0;
    spend(sizeof(Elf64_Shdr) * Sections);
    try {
      Elf E(File);
      return E.fileSize() <= File.size() ? E.fileSize() : 0;
    } catch (const events::error &) {
      return 0;
    }
  }

  /// Headers and sections that overlap can make a file of a few bytes worth
  /// many times its size. No compiler writes such a file.
  void spend(std::uint64_t Size) {
    if ((Spent += Size) > Limit)
      throw events::error("its headers and sections overlap; was the file "
                          "made by a compiler?",
                          0);
  }

  /// Runs \p Do; where it finds damage, that is an image with a problem.
  template <typename Fn>
  bool damage(const std::string &Source, Bytes In, Fn Do) {
    try {
      Do();
      return true;
    } catch (const events::error &E) {
      Image I;
      I.Source = Source;
      I.Offset = In.start();
      I.Problem =
          std::string(E.what()) + ", at byte " + std::to_string(E.offset);
      Visit(I);
      return false;
    }
  }

  static std::uint64_t number(std::string_view Digits) {
    std::uint64_t Value = 0;
    for (char C : Digits)
      if (C >= '0' && C <= '9')
        Value = Value * 10 + std::uint64_t(C - '0');
      else
        break;
    return Value;
  }

  const ImageVisitor &Visit;
  std::uint64_t Spent = 0, Limit;
};

} // namespace

void forEachImage(Bytes File, const std::string &Source,
                  const ImageVisitor &Visit) {
  Finder F(Visit, File.size());
  try {
    if (File.startsWith(ThinMagic))
      throw events::error("a thin archive holds no code; name its objects", 0);
    if (File.startsWith(ArchiveMagic))
      return F.archive(File, Source);
    if (F.file(File, Source))
      return;
    throw events::error("no executable, library, object, archive, fat binary, "
                        "cubin or PTX",
                        0);
  } catch (const events::error &E) {
    throw events::error(Source + ": " + E.what() + ", at byte " +
                            std::to_string(E.offset),
                        E.offset);
  }
}

} // namespace iket::cubin
