//===- Declarations.cpp - The device globals that declare events ----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One global for the module, one for each event and one for each range:
//
//   @__iket_meta_info, @__iket_evt_decl_load_1_attrs,
//   @__iket_range_decl_load_<hash>_attrs
//
// all visible, byte-aligned and initialised, little endian on every host.
//
//===----------------------------------------------------------------------===//

#include "Pass/Declarations.h"
#include "Pass/Compat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace iket {

GlobalVariable *addDeviceGlobal(Module &M, const Twine &Symbol, StringRef Bytes,
                                bool IsShared) {
  Constant *Init =
      ConstantDataArray::getString(M.getContext(), Bytes, /*AddNull=*/false);
  auto *GV = new GlobalVariable(
      M, Init->getType(), /*isConstant=*/false,
      IsShared ? GlobalValue::WeakAnyLinkage : GlobalValue::ExternalLinkage,
      Init, Symbol, nullptr, GlobalValue::NotThreadLocal,
      compat::GlobalAddressSpace);
  GV->setAlignment(Align(1));
  return GV;
}

namespace {

/// The ABI structs hold nothing but little-endian words and name bytes.
template <typename Struct> StringRef bytes(const Struct &S) {
  static_assert(std::is_trivially_copyable_v<Struct>);
  static_assert(sys::IsLittleEndianHost, "words are written as they lie");
  return {reinterpret_cast<const char *>(&S), sizeof(S)};
}

/// Puts \p Name into a declaration: as it is, or by its hash if it is longer
/// than a declaration holds, beside a global with the text.
template <typename Attributes>
std::string setName(Attributes &A, StringRef Name) {
  std::string Inline = Name.str();
  A.NameSize = Name.size();
  if (Name.size() > abi::MaxNameBytes) {
    Inline = formatv("h{0}", format_hex_no_prefix(
                                 abi::fnv1a64(Name.data(), Name.size()), 16));
    A.NameSize = Name.size() + 1;
  }
  std::copy(Inline.begin(), Inline.end(), A.Name);
  return Inline;
}

class Writer {
public:
  Writer(Module &M, const EventTable &Table, const Options &Opts)
      : M(M), Table(Table), Opts(Opts), IsShared(!Opts.Ids.empty()) {}

  void write() {
    abi::MetaInfo Info;
    Info.MaxEventId =
        Table.isExtended() ? abi::ExtendedMaxEventId : abi::NativeMaxEventId;
    add(abi::MetaInfoSymbol, bytes(Info));
    for (const Declaration &D : Table.declarations()) {
      writeEvent(D);
      if (D.Kind != DeclarationKind::Mark)
        writeRange(D);
    }
    writeGuards();
    appendToUsed(M, Used); // Nothing in the module refers to them.
  }

private:
  /// Symbols that make nvlink refuse what must not be linked: it takes no
  /// symbol twice, and weak ones only if they have one size. Not zeros: with
  /// such ones, if weak, NVIDIA's reader takes a relocatable image for not
  /// instrumented.
  void writeGuards() {
    if (!IsShared) {
      add(abi::GuardSymbol, StringRef("\0", 1));
      return;
    }
    add(abi::GuardSymbol, "\1\1");
    constexpr uint64_t Sizes = 2048;
    uint64_t Size =
        1 + 2 * (Table.idsFingerprint() % Sizes) + Opts.RuntimePayloads;
    add(abi::IdsGuardSymbol, std::string(Size, '\1'));
  }

  void add(const Twine &Symbol, StringRef Bytes) {
    Used.push_back(addDeviceGlobal(M, Symbol, Bytes, IsShared));
  }

  /// The text of a long name, shared by the declarations that have it.
  void addLongName(StringRef Prefix, StringRef Hash, StringRef Name) {
    std::string Symbol = (Prefix + Hash + abi::StringSuffix).str();
    if (Name.size() > abi::MaxNameBytes && !M.getNamedGlobal(Symbol))
      add(Symbol, Name.str() + '\0');
  }

  void writeEvent(const Declaration &D) {
    abi::EventAttributes A;
    A.Id = D.Id;
    A.Method = uint32_t(Table.isExtended() ? abi::Method::ExtendedNativeDump
                                           : abi::Method::NativeDump);
    A.Payload =
        uint32_t(Opts.RuntimePayloads ? D.Payload : abi::PayloadType::None);
    switch (D.Kind) {
    case DeclarationKind::Mark:
      A.Position = uint32_t(abi::Position::NotInRange);
      break;
    case DeclarationKind::Push:
      A.Position = uint32_t(abi::Position::RangeStart);
      break;
    case DeclarationKind::Token:
      A.Position = uint32_t(abi::Position::RangeStartEnd);
      break;
    }
    A.RangeId = D.rangeId();
    std::string Name = setName(A, D.Name);
    add(abi::EventPrefix + symbolSafe(Name) + "_" + Twine(D.Id) +
            abi::AttributesSuffix,
        bytes(A));
    addLongName(abi::EventStringPrefix, Name, D.Name);
  }

  void writeRange(const Declaration &D) {
    abi::RangeAttributes A;
    A.RangeId = D.rangeId();
    bool IsToken = D.Kind == DeclarationKind::Token;
    A.Type =
        uint32_t(IsToken ? abi::RangeType::StartEnd : abi::RangeType::PushPop);
    A.PairMode =
        uint32_t(IsToken ? abi::PairMode::NameOnly : abi::PairMode::None);
    std::string Name = setName(A, D.Name);
    add(abi::RangePrefix + symbolSafe(Name) + "_" + Twine(D.rangeId()) +
            abi::AttributesSuffix,
        bytes(A));
    addLongName(abi::RangeStringPrefix, Name, D.Name);
  }

  Module &M;
  const EventTable &Table;
  const Options &Opts;
  bool IsShared;
  SmallVector<GlobalValue *> Used;
};

} // namespace

void emitDeclarations(Module &M, const EventTable &Table, const Options &Opts) {
  Writer(M, Table, Opts).write();
}

} // namespace iket
