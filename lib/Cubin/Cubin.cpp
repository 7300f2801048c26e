//===- Cubin.cpp - Globals and functions of machine code ------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin is an ELF file. What is read of it, as the bytes of ptxas 12.9 and
// 13.0 show it for sm_75 to sm_121 and nvdisasm and cuobjdump confirm:
//
//   e_ident[8]       7: the architecture in the low byte of e_flags;
//                    8: in its second byte
//   .note.nv.tkinfo  the command line of ptxas or nvlink, "-arch sm_90a": the
//                    one place that tells sm_90a from sm_90
//   .text.NAME       one function and what it calls without being inlined
//   st_other         bit 4 of a function's symbol: a kernel
//   .nv.info         attributes: format, number, size or value; number 0x2f is
//                    { symbol, registers }
//
// Instructions have 16 bytes from sm_70 on, and bits 0 to 11 name the
// operation. An event ends in PMTRIG, whose operand is the id:
//
//   63            32 31      16 15  12 11       0
//   +---------------+----------+------+----------+
//   |  id           |          | pred |  0x801   |   low half of PMTRIG
//   +---------------+----------+------+----------+
//
// So points are counted without a disassembler. Whether a record is whole is
// another question, and RecordCheck.h's.
//
//===----------------------------------------------------------------------===//

#include "Cubin/Elf.h"
#include "Cubin/Module.h"
#include "iket/abi.h"
#include <bitset>
#include <unordered_map>

namespace iket::cubin {
namespace {

constexpr std::uint64_t InstructionSize = 16;
constexpr unsigned FirstWideArch = 70;
constexpr std::uint64_t OperationMask = 0xFFF;
constexpr std::uint64_t PmTrigger = 0x801, Nop = 0x918;
constexpr std::uint64_t ReadPair = 0x805, Read = 0x919, ReadUniform = 0x9C3,
                        ReadPairUniform = 0x8CB;
constexpr std::uint64_t StoreShared = 0x388, StoreSharedUniform = 0x988,
                        TimerLow = 0x52;

constexpr std::string_view TextPrefix = ".text.";

bool startsWith(std::string_view Text, std::string_view Prefix) {
  return Text.substr(0, Prefix.size()) == Prefix;
}

unsigned archOf(const Elf &File) {
  return File.abiVersion() >= 8 ? (File.flags() >> 8) & 0xFF
                                : File.flags() & 0xFF;
}

/// What follows the number in the command line's last -arch.
std::string_view archSuffix(const Elf &File, unsigned Number) {
  std::string_view Notes = File.contents(".note.nv.tkinfo").text();
  std::string Option = "-arch " + archName(Number);
  std::size_t At = Notes.rfind(Option);
  if (At == Notes.npos)
    return {};
  std::string_view Suffix = Notes.substr(At + Option.size(), 1);
  return Suffix == "a" || Suffix == "f" ? Suffix : std::string_view();
}

/// Tells records from other triggers as NVIDIA's reader does: since the trigger
/// before, in the order of the code, data that comes from the timer was stored
/// to shared memory. Registers have a byte each: what is written in bits 16 to
/// 23, what is read in bits 24 to 39 and 64 to 71.
class RecordFinder {
public:
  /// True if the instruction is the trigger of a record.
  bool isTriggered(std::uint64_t Low, std::uint64_t High) {
    std::uint64_t Operation = Low & OperationMask;
    if (Operation == PmTrigger) {
      bool IsRecord = IsStored;
      *this = RecordFinder();
      return IsRecord;
    }
    bool IsTimed = (Operation == ReadPair || Operation == Read ||
                    Operation == ReadUniform || Operation == ReadPairUniform) &&
                   (High >> 8 & 0xFF) == TimerLow;
    for (std::uint64_t Read : {Low >> 24, Low >> 32, High})
      IsTimed |= Timed[Read & 0xFF];
    if (Operation == StoreShared || Operation == StoreSharedUniform)
      IsStored |= Timed[Low >> 32 & 0xFF];
    else if (IsTimed && (Low >> 16 & 0xFF) != ZeroRegister)
      Timed[Low >> 16 & 0xFF] = true;
    return false;
  }

private:
  static constexpr std::size_t ZeroRegister = 255;
  std::bitset<256> Timed; ///< Registers that come from the timer.
  bool IsStored = false;
};

class Reader {
public:
  explicit Reader(Bytes Image)
      : File(Image), Symbols(File.symbols()), ImageSize(Image.size()) {}

  Module run() {
    if (File.machine() != EM_CUDA)
      throw events::error("an ELF file for machine " +
                          std::to_string(File.machine()) + ", not a cubin");
    Number = archOf(File);
    Result.Arch = archName(Number, archSuffix(File, Number));
    std::vector<bool> HasKernel(File.sections().size());
    Result.IsExtensible = File.type() == ExtensibleType;
    std::uint64_t Total = 0;
    for (const ElfSymbol &S : Symbols) {
      if (isEventGlobal(S.Name) && S.Section != 0 && S.type() != STT_FUNC) {
        Result.Globals.push_back({std::string(S.Name), File.contents(S)});
        // Many names of the same bytes would be read many times.
        Total += Result.Globals.back().Contents.size();
        if (Total > 4 * ImageSize)
          throw events::error("its declarations overlap");
      }
      if (S.isKernel() && S.Section < HasKernel.size())
        HasKernel[S.Section] = true;
    }
    for (std::size_t I = 0; I != File.sections().size(); ++I)
      if (startsWith(File.sections()[I].Name, TextPrefix) &&
          File.sections()[I].Flags & SHF_EXECINSTR)
        addFunction(File.sections()[I], HasKernel[I]);
    readRegisters();
    return std::move(Result);
  }

private:
  void addFunction(const ElfSection &Section, bool IsKernel) {
    events::function F;
    F.symbol = Section.Name.substr(TextPrefix.size());
    F.kernel = IsKernel;
    if (Number >= FirstWideArch)
      countPoints(F, File.contents(Section));
    Result.Functions.push_back(std::move(F));
  }

  void countPoints(events::function &F, Bytes Code) {
    RecordFinder Records;
    for (std::uint64_t At = 0; Code.holds(At, InstructionSize);
         At += InstructionSize) {
      auto Low = Code.read<std::uint64_t>(At, "an instruction");
      auto High = Code.read<std::uint64_t>(At + 8, "an instruction");
      if (Records.isTriggered(Low, High))
        ++F.points[std::uint32_t(Low >> 32)];
      else if ((Low & OperationMask) == PmTrigger)
        ++F.pmevents;
      // What follows the last instruction only fills the section up.
      if ((Low & OperationMask) != Nop)
        F.instructions = At / InstructionSize + 1;
    }
  }

  void readRegisters() {
    std::unordered_map<std::string_view, std::size_t> Index;
    for (std::size_t I = 0; I != Result.Functions.size(); ++I)
      Index.emplace(Result.Functions[I].symbol, I);
    constexpr std::uint8_t HasSize = 4, RegisterCount = 0x2F;
    Bytes Info = File.contents(".nv.info");
    for (std::uint64_t At = 0; Info.holds(At, 4);) {
      auto Format = Info.read<std::uint8_t>(At, "an attribute");
      auto Attribute = Info.read<std::uint8_t>(At + 1, "an attribute");
      std::uint64_t Size =
          Format == HasSize ? Info.read<std::uint16_t>(At + 2, "a size") : 0;
      At += 4;
      if (Format == HasSize && Attribute == RegisterCount && Size >= 8 &&
          Info.holds(At, Size)) {
        auto Symbol = Info.read<std::uint32_t>(At, "a symbol");
        auto It = Symbol < Symbols.size() ? Index.find(Symbols[Symbol].Name)
                                          : Index.end();
        if (It != Index.end())
          Result.Functions[It->second].registers =
              Info.read<std::uint32_t>(At + 4, "a count");
      }
      At += Size;
    }
  }

  Elf File;
  std::vector<ElfSymbol> Symbols;
  std::uint64_t ImageSize;
  unsigned Number = 0;
  Module Result;
};

} // namespace

bool isEventGlobal(std::string_view Name) {
  return startsWith(Name, abi::EventPrefix) ||
         startsWith(Name, abi::RangePrefix) || Name == abi::MetaInfoSymbol ||
         startsWith(Name, abi::EventStringPrefix) ||
         startsWith(Name, abi::RangeStringPrefix) ||
         startsWith(Name, abi::SourceTablePrefix);
}

std::string archName(unsigned Number, std::string_view Suffix) {
  return "sm_" + std::to_string(Number) + std::string(Suffix);
}

unsigned archNumber(std::string_view Arch) {
  if (!startsWith(Arch, "sm_"))
    return 0;
  unsigned Number = 0;
  for (char C : Arch.substr(3, 3))
    if (C >= '0' && C <= '9')
      Number = Number * 10 + unsigned(C - '0');
    else
      break;
  return Number;
}

Module readCubin(Bytes Image) { return Reader(Image).run(); }

} // namespace iket::cubin
