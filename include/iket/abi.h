//===- iket/abi.h - The IKET ABI as constant data ---------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a cubin must hold for NVIDIA's reader and run-time patcher to trace it:
// symbol names, record and declaration layouts, ids, payload types and name
// rules. It needs neither LLVM nor CUDA, so that the compiler pass, the cubin
// reader and the tests all share the one definition.
//
// A record is made by unpatched code as stores to a reserved 16-byte slot of
// shared memory, followed by a PMTRIG whose mask names the declaration. The
// patcher rewrites both. Timers step by 32 ns, so the low five bits are free:
//
//   native     +0 timer | id   +4 payload (32 bit)   +8 payload (64 bit)
//   extended   +0 timer        +4 id                 +8 payload (32 or 64 bit)
//
//===----------------------------------------------------------------------===//

#ifndef IKET_ABI_H
#define IKET_ABI_H

#include <cstddef>
#include <cstdint>

namespace iket::abi {

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Offset of the slot within a CTA's shared memory window. Bytes [0, 288) of it
/// belong to cooperative groups on Hopper, so 0x20 is safe only from sm_100 on.
inline constexpr std::uint32_t SlotHopper = 0x3F0;
inline constexpr std::uint32_t SlotBlackwell = 0x20;
inline constexpr std::uint32_t SlotSize = 16;
/// First shared byte that belongs to the user from sm_90 on.
inline constexpr std::uint32_t UserSharedBegin = 0x400;
/// Shared windows of a cluster's CTAs lie this far apart: rank << 24.
inline constexpr unsigned ClusterRankShift = 24;
/// Oldest architecture whose shared memory has a reserved area: sm_90.
inline constexpr unsigned MinArch = 90;
/// First architecture of the Blackwell slot: sm_100.
inline constexpr unsigned BlackwellArch = 100;

/// The slot that NVIDIA's compiler uses on sm_\p Arch.
constexpr std::uint32_t slotOffset(unsigned Arch) {
  return Arch >= MinArch && Arch < BlackwellArch ? SlotHopper : SlotBlackwell;
}

//===----------------------------------------------------------------------===//
// Ids
//===----------------------------------------------------------------------===//

/// Ids 0 and 31 are the reader's own and must never be declared; 31 closes the
/// innermost push range in both record forms.
inline constexpr std::uint32_t PopId = 31;
inline constexpr std::uint32_t NativeFirstId = 1;
inline constexpr std::uint32_t NativeLastId = 30;
inline constexpr std::uint32_t ExtendedFirstId = 64;
inline constexpr std::uint32_t ExtendedLastId = 4094;
inline constexpr unsigned NativeCapacity = NativeLastId - NativeFirstId + 1;
inline constexpr unsigned ExtendedCapacity =
    ExtendedLastId - ExtendedFirstId + 1;
static_assert(NativeCapacity == 30 && ExtendedCapacity == 4031);

//===----------------------------------------------------------------------===//
// Enumerations, as the reader spells them
//===----------------------------------------------------------------------===//

enum class Method : std::uint32_t { NativeDump = 3, ExtendedNativeDump = 5 };

enum class Position : std::uint32_t {
  NotInRange = 0,
  RangeStart = 1,
  RangeStartEnd = 4 ///< Token ranges: start and end share one id.
};

enum class RangeType : std::uint32_t { StartEnd = 1, PushPop = 2 };
enum class PairMode : std::uint32_t { None = 0, NameOnly = 1 };

enum class PayloadType : std::uint32_t {
  None = 0,
  I8 = 1,
  U8 = 2,
  I16 = 3,
  U16 = 4,
  I32 = 5,
  U32 = 6,
  I64 = 7,
  F16 = 11,
  BF16 = 12,
  F32 = 13,
  F64 = 14,
  Pointer = 15,
  U64 = 16
};

/// Bytes that a payload of type \p T takes in a record: 0, 4 or 8. Narrow types
/// are zero-extended from their own width to 32 bits.
constexpr unsigned payloadBytes(PayloadType T) {
  switch (T) {
  case PayloadType::None:
    return 0;
  case PayloadType::I64:
  case PayloadType::U64:
  case PayloadType::F64:
  case PayloadType::Pointer:
    return 8;
  default:
    return 4;
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Longest name that a declaration holds inline, in bytes of UTF-8.
inline constexpr std::size_t MaxNameBytes = 32;

/// FNV-1a over the bytes of a name: 32 bits make a range id, 64 bits stand in
/// for a name that is too long to be held inline.
constexpr std::uint32_t fnv1a32(const char *Data, std::size_t Size) {
  std::uint32_t Hash = 0x811C9DC5u;
  for (std::size_t I = 0; I != Size; ++I)
    Hash = (Hash ^ static_cast<unsigned char>(Data[I])) * 0x01000193u;
  return Hash;
}
constexpr std::uint64_t fnv1a64(const char *Data, std::size_t Size) {
  std::uint64_t Hash = 0xCBF29CE484222325u;
  for (std::size_t I = 0; I != Size; ++I)
    Hash = (Hash ^ static_cast<unsigned char>(Data[I])) * 0x100000001B3u;
  return Hash;
}
static_assert(fnv1a32("token", 5) == 2491017778u &&
              fnv1a32("stack_payload", 13) == 3918402126u);
static_assert(fnv1a64("hello", 5) == 0xA430D84680AABD0Bu);

enum class NameProblem { None, Empty, TooLong, HasNul };

/// Whether \p Name can be declared; \p LongNames allows those that are not held
/// inline. That it is UTF-8 is for the caller to check.
constexpr NameProblem checkName(const char *Name, std::size_t Size,
                                bool LongNames) {
  if (Size == 0)
    return NameProblem::Empty;
  for (std::size_t I = 0; I != Size; ++I)
    if (Name[I] == '\0')
      return NameProblem::HasNul;
  return Size > MaxNameBytes && !LongNames ? NameProblem::TooLong
                                           : NameProblem::None;
}

/// Starts the assumption, in a function's attribute "llvm.assume", that makes a
/// range of the function; then follow the name, the file and the line, each
/// with a line feed. No name: the function's own.
inline constexpr char RangeAssumption[] = "ompx_iket.range\n";

/// True for the bytes that a symbol name keeps; all others become '_'.
constexpr bool isSymbolByte(char C) {
  return (C >= 'A' && C <= 'Z') || (C >= 'a' && C <= 'z') ||
         (C >= '0' && C <= '9') || C == '_';
}

//===----------------------------------------------------------------------===//
// Device globals: symbol names and layouts, little endian
//===----------------------------------------------------------------------===//

inline constexpr char MetaInfoSymbol[] = "__iket_meta_info";
/// Followed by the symbol-safe name, '_', the id and AttributesSuffix.
inline constexpr char EventPrefix[] = "__iket_evt_decl_";
/// Followed by the symbol-safe name, '_', the range id and AttributesSuffix.
inline constexpr char RangePrefix[] = "__iket_range_decl_";
inline constexpr char AttributesSuffix[] = "_attrs";
/// A long name's text: prefix, 'h', the 64-bit hash as 16 hex digits, suffix.
inline constexpr char EventStringPrefix[] = "__iket_string_decl_evt_";
inline constexpr char RangeStringPrefix[] = "__iket_string_decl_rng_";
inline constexpr char StringSuffix[] = "_str";

struct MetaInfo {
  std::uint32_t Size = 48;
  std::uint32_t Major = 0;
  std::uint32_t Minor = 5;
  std::uint32_t MaxEventId = 0; ///< 31 native, 4095 extended.
  std::uint32_t MaxNameSize = MaxNameBytes;
  std::uint32_t EventSize = 60;
  std::uint32_t Magic = 0xBABEF19Du;
  std::uint32_t Legacy = 0;
  std::uint64_t Features = 3;
  std::uint64_t Reserved = 0;
};
static_assert(sizeof(MetaInfo) == 48 && offsetof(MetaInfo, Magic) == 24 &&
              offsetof(MetaInfo, Features) == 32);

inline constexpr std::uint32_t NativeMaxEventId = 31;
inline constexpr std::uint32_t ExtendedMaxEventId = 4095;

struct EventAttributes {
  std::uint32_t Size = 60;
  std::uint32_t Id = 0;
  std::uint32_t Method = 0;
  std::uint32_t Payload = 0;
  std::uint32_t Position = 0;
  std::uint32_t RangeId = 0; ///< 0 for a mark.
  std::uint32_t NameSize = 0;
  char Name[MaxNameBytes] = {}; ///< Not terminated when all 32 are used.
};
static_assert(sizeof(EventAttributes) == 60 &&
              offsetof(EventAttributes, Payload) == 12 &&
              offsetof(EventAttributes, NameSize) == 24 &&
              offsetof(EventAttributes, Name) == 28);

struct RangeAttributes {
  std::uint32_t Size = 72;
  std::uint32_t Scope = 0; ///< Within one warp.
  std::uint32_t RangeId = 0;
  std::uint32_t Color = 0xFFFFFFFFu; ///< Automatic.
  std::uint32_t Type = 0;
  std::uint32_t PairMode = 0;
  std::uint32_t Reserved[2] = {};
  std::uint32_t NameSize = 0;
  char Name[MaxNameBytes] = {};
  std::uint32_t ReservedEnd = 0;
};
static_assert(sizeof(RangeAttributes) == 72 &&
              offsetof(RangeAttributes, Type) == 16 &&
              offsetof(RangeAttributes, NameSize) == 32 &&
              offsetof(RangeAttributes, Name) == 36);

//===----------------------------------------------------------------------===//
// Iket's own globals, which NVIDIA's reader ignores
//===----------------------------------------------------------------------===//

/// The source table of a module: prefix and a hash of its contents. A header,
/// SourceEntry[Entries], then the strings, each terminated. Bump Version on any
/// layout change.
inline constexpr char SourceTablePrefix[] = "iket_source_table_";

struct SourceTableHeader {
  char Magic[4] = {'I', 'K', 'S', 'T'};
  std::uint32_t Version = 1;
  std::uint32_t Entries = 0;
  std::uint32_t StringBytes = 0;
};
static_assert(sizeof(SourceTableHeader) == 16);

/// One place that an event is recorded at. Offsets are into the strings.
struct SourceEntry {
  std::uint32_t Id = 0;
  std::uint32_t File = 0;
  std::uint32_t Line = 0; ///< 0: unknown.
  std::uint32_t Function = 0;
  /// The entry that called the inlined function this one stands in, or None.
  std::uint32_t InlinedAt = None;

  static constexpr std::uint32_t None = 0xFFFFFFFFu;
};
static_assert(sizeof(SourceEntry) == 20);

/// Defined in every module that was numbered by itself. Two of them in one link
/// would mix up their names: the link error is this symbol's name.
inline constexpr char GuardSymbol[] =
    "iket_relocatable_units_need_device_lto_or_the_option_ids";

/// Defined in every module that takes its ids from a file, in a size that tells
/// files and the recording of payloads apart: the linker refuses to merge
/// sizes.
inline constexpr char IdsGuardSymbol[] =
    "iket_units_of_one_link_need_the_same_ids_and_runtime_payloads";

} // namespace iket::abi

#endif // IKET_ABI_H
