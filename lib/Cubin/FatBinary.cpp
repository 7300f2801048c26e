//===- FatBinary.cpp - Containers of device code --------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/FatBinary.h"
#include "Cubin/Module.h"
#include <optional>

namespace iket::cubin {
namespace {

struct FatHeader {
  std::uint32_t Magic;
  std::uint16_t Version, HeaderSize;
  std::uint64_t Size;
};
static_assert(sizeof(FatHeader) == 16);

struct FatEntry {
  std::uint16_t Kind, Version;
  std::uint32_t HeaderSize;
  std::uint64_t Size;
  std::uint32_t CompressedSize, Options;
  std::uint16_t Minor, Major;
  std::uint32_t Arch, NameOffset, NameSize;
  std::uint64_t Flags, Hash, UncompressedSize;

  enum : std::uint16_t { Ptx = 1, ElfFile = 2, Bitcode = 8 };
  enum : std::uint64_t {
    Lz4 = 0x2000,
    Zstd = 0x8000,
    ArchSpecific = 0x100000,
    ArchFamily = 0x200000
  };
};
static_assert(sizeof(FatEntry) == 64);

struct OffloadHeader {
  std::uint8_t Magic[4];
  std::uint32_t Version;
  std::uint64_t Size, EntryOffset, EntrySize;
};
static_assert(sizeof(OffloadHeader) == 32);

struct OffloadEntry {
  std::uint16_t ImageKind, OffloadKind;
  std::uint32_t Flags;
  std::uint64_t StringOffset, StringCount, ImageOffset, ImageSize;

  enum : std::uint16_t { Object = 1, Bitcode, Cubin, FatBinary, Ptx };
};
static_assert(sizeof(OffloadEntry) == 40);

/// The format of a kind of entry; nothing for kinds that hold no program.
std::optional<events::image_format> formatOf(std::uint16_t Kind) {
  switch (Kind) {
  case FatEntry::Ptx:
    return events::image_format::ptx;
  case FatEntry::ElfFile:
    return events::image_format::elf;
  case FatEntry::Bitcode:
    return events::image_format::bitcode;
  default:
    return std::nullopt;
  }
}

/// Hands on the image \p Stored of the entry \p E.
void visitEntry(const FatEntry &E, Bytes Stored, const std::string &Source,
                const ImageVisitor &Visit) {
  auto Format = formatOf(E.Kind);
  if (!Format)
    return;
  Image I;
  I.Source = Source;
  I.Offset = Stored.start();
  I.Arch = archName(E.Arch, E.Flags & FatEntry::ArchSpecific ? "a"
                            : E.Flags & FatEntry::ArchFamily ? "f"
                                                             : "");
  I.Format = *Format;
  std::string Uncompressed;
  try {
    if (E.CompressedSize != 0) {
      I.Compressed = E.Flags & FatEntry::Zstd  ? events::compression::zstd
                     : E.Flags & FatEntry::Lz4 ? events::compression::lz4
                                               : events::compression::none;
      if (I.Compressed == events::compression::none)
        throw events::error("an image compressed in an unknown way; compile "
                            "with --compress-mode=none to read it",
                            I.Offset);
      Stored = Stored.slice(0, E.CompressedSize, "a compressed image");
    }
    if (I.Compressed != events::compression::none &&
        I.Format != events::image_format::bitcode) {
      Uncompressed = decompress(I.Compressed, Stored, E.UncompressedSize);
      Stored = Bytes(Uncompressed);
    }
    // Text is padded with NULs.
    if (I.Format == events::image_format::ptx) {
      std::size_t Last = Stored.text().find_last_not_of('\0');
      Stored = Stored.slice(0, Last == std::string_view::npos ? 0 : Last + 1,
                            "the text");
    }
    I.Contents = Stored;
  } catch (const events::error &Error) {
    I.Problem =
        std::string(Error.what()) + ", at byte " + std::to_string(Error.offset);
  }
  Visit(I);
}

} // namespace

bool isFatBinary(const Bytes &In, std::uint64_t Offset) {
  if (!In.holds(Offset, sizeof(FatHeader)))
    return false;
  auto H = In.read<FatHeader>(Offset, "a fat binary");
  return std::memcmp(&H.Magic, FatBinaryMagic, 4) == 0 && H.Version == 1 &&
         H.HeaderSize == sizeof(FatHeader);
}

/// Calls \p Fn with each entry of the fat binary at \p Offset and what is
/// stored of it. Returns where the fat binary ends.
template <typename Callback>
static std::uint64_t forEachEntry(const Bytes &In, std::uint64_t Offset,
                                  Callback Fn) {
  auto H = In.read<FatHeader>(Offset, "the header of a fat binary");
  if (!isFatBinary(In, Offset))
    throw events::error("a fat binary of version " + std::to_string(H.Version) +
                            ", and this reader knows version 1",
                        In.start() + Offset + 4);
  Bytes Entries =
      In.slice(Offset + sizeof(FatHeader), H.Size, "a fat binary; its entries");
  for (std::uint64_t At = 0; At != Entries.size();) {
    auto E = Entries.read<FatEntry>(At, "the header of an image");
    if (E.HeaderSize < sizeof(FatEntry))
      throw events::error("an image whose header has " +
                              std::to_string(E.HeaderSize) + " bytes, not 64",
                          Entries.start() + At + 4);
    Bytes Entry = Entries.slice(At, E.HeaderSize, "the header of an image");
    Fn(E, Entries.slice(At + Entry.size(), E.Size, "an image of a fat binary"));
    At += Entry.size() + E.Size;
  }
  return Offset + sizeof(FatHeader) + H.Size;
}

std::uint64_t readFatBinary(const Bytes &In, std::uint64_t Offset,
                            const std::string &Source,
                            const ImageVisitor &Visit) {
  return forEachEntry(In, Offset, [&](const FatEntry &E, Bytes Stored) {
    visitEntry(E, Stored, Source, Visit);
  });
}

bool isWholeFatBinary(const Bytes &In, std::uint64_t Offset,
                      std::uint64_t &Entries) {
  try {
    forEachEntry(In, Offset, [&](const FatEntry &, Bytes) { ++Entries; });
    return true;
  } catch (const events::error &) {
    return false;
  }
}

std::uint64_t readOffloadBinary(const Bytes &In, std::uint64_t Offset,
                                const std::string &Source,
                                const ImageVisitor &Visit) {
  auto H = In.read<OffloadHeader>(Offset, "the header of an offload binary");
  if (H.Version != 1)
    throw events::error("an offload binary of version " +
                            std::to_string(H.Version) +
                            ", and this reader knows version 1",
                        In.start() + Offset + 4);
  Bytes Binary = In.slice(Offset, H.Size, "an offload binary");
  if (Binary.size() < sizeof(H))
    throw events::error("an offload binary smaller than its header",
                        Binary.start());
  auto E = Binary.read<OffloadEntry>(H.EntryOffset, "an offload entry");
  Bytes Stored = Binary.slice(E.ImageOffset, E.ImageSize, "an offload image");
  Image I;
  I.Source = Source;
  I.Offset = Stored.start();
  // Pairs of offsets: a key and its value.
  std::string_view Triple;
  if (!Binary.holds(E.StringOffset, E.StringCount, 16))
    throw events::error("the strings of an offload entry go beyond its end",
                        Binary.start());
  for (std::uint64_t N = 0; N != E.StringCount; ++N) {
    std::uint64_t At = E.StringOffset + N * 16;
    auto Key = Binary.string(Binary.read<std::uint64_t>(At, "a string"));
    auto Value = Binary.string(Binary.read<std::uint64_t>(At + 8, "a string"));
    if (Key == "arch")
      I.Arch = Value;
    else if (Key == "triple")
      Triple = Value;
  }
  // Of CUDA, OpenMP or SYCL; other programs of the same file are for other
  // devices.
  if (!Triple.empty() && Triple.substr(0, 5) != "nvptx")
    return Offset + Binary.size();
  if (E.ImageKind == OffloadEntry::FatBinary) {
    readFatBinary(Stored, 0, Source, Visit);
    return Offset + Binary.size();
  }
  I.Contents = Stored;
  if (E.ImageKind == OffloadEntry::Bitcode)
    I.Format = events::image_format::bitcode;
  else if (E.ImageKind == OffloadEntry::Ptx)
    I.Format = events::image_format::ptx;
  Visit(I);
  return Offset + Binary.size();
}

} // namespace iket::cubin
