//===- DeclarationCheck.cpp - Do the declarations make sense? -------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What NVIDIA's reader refuses a whole image for, and what it lets pass and
// then gets wrong. test/Cubin/agreement.test asks it about each.
//
//===----------------------------------------------------------------------===//

#include "Cubin/RecordCheck.h"
#include "Support/Text.h"
#include <map>

namespace iket::cubin {
namespace {

using Event = Declared<abi::EventAttributes>;
using Range = Declared<abi::RangeAttributes>;

constexpr char CompileAgain[] = "compile again with the plugin";

class Checker {
public:
  explicit Checker(const Declarations &D) : D(D) {}

  std::vector<Finding> run() {
    bool HasEvents = !D.Events.empty();
    for (const std::string &Problem : D.Problems)
      report(Problem, CompileAgain);
    if (D.Metas.size() > 1)
      report("several sets of metadata", "link with device LTO, or compile all "
                                         "units with the option ids");
    if (HasEvents && D.Metas.empty())
      report("events are declared, and '" + std::string(abi::MetaInfoSymbol) +
                 "' is missing",
             CompileAgain);
    for (const Declared<abi::MetaInfo> &Meta : D.Metas)
      checkMeta(Meta);
    checkEvents();
    checkRanges();
    return std::move(Findings);
  }

private:
  void report(std::string What, std::string Remedy, bool IsRejected = false,
              std::optional<std::uint32_t> Id = {}) {
    Findings.push_back(
        {std::move(What), std::move(Remedy), IsRejected, "", 0, Id});
  }

  void checkMeta(const Declared<abi::MetaInfo> &Meta) {
    const abi::MetaInfo &A = Meta.Attributes, Known;
    if (A.Magic != Known.Magic)
      report("'" + Meta.Symbol + "' has the wrong magic number", CompileAgain);
    if (A.Major != Known.Major || A.Minor != Known.Minor)
      report("'" + Meta.Symbol + "' is of version " + std::to_string(A.Major) +
                 "." + std::to_string(A.Minor) + ", not " +
                 std::to_string(Known.Major) + "." +
                 std::to_string(Known.Minor),
             CompileAgain);
    auto Expect = [&](const char *What, std::uint32_t Is, std::uint32_t Not) {
      if (Is != Not)
        report("'" + Meta.Symbol + "' gives " + What + " as " +
                   std::to_string(Is) + ", not " + std::to_string(Not),
               CompileAgain);
    };
    Expect("its size", A.Size, Known.Size);
    Expect("the longest name", A.MaxNameSize, Known.MaxNameSize);
    Expect("the size of events", A.EventSize, Known.EventSize);
    if (!D.Events.empty())
      Expect("the last id", A.MaxEventId,
             D.isExtended() ? abi::ExtendedMaxEventId : abi::NativeMaxEventId);
  }

  template <typename Layout>
  void checkSize(const Declared<Layout> &D, const std::string &Name,
                 std::optional<std::uint32_t> Id) {
    if (D.Attributes.Size != sizeof(Layout))
      report(Name + " gives its size as " + std::to_string(D.Attributes.Size) +
                 ", not " + std::to_string(sizeof(Layout)),
             CompileAgain, false, Id);
  }

  /// What \p E says of the range \p R that it begins.
  void checkPair(const Event &E, const Range &R) {
    const abi::EventAttributes &A = E.Attributes;
    bool IsToken = A.Position == std::uint32_t(abi::Position::RangeStartEnd);
    auto Type = IsToken ? abi::RangeType::StartEnd : abi::RangeType::PushPop;
    auto Mode = IsToken ? abi::PairMode::NameOnly : abi::PairMode::None;
    std::string Name = "event '" + E.Name + "'";
    if (R.Attributes.Type != std::uint32_t(Type) ||
        R.Attributes.PairMode != std::uint32_t(Mode))
      report(Name + (IsToken ? " begins a token range" : " pushes a range") +
                 ", and its range has type " +
                 std::to_string(R.Attributes.Type) + " and pair mode " +
                 std::to_string(R.Attributes.PairMode) + ", not " +
                 std::to_string(std::uint32_t(Type)) + " and " +
                 std::to_string(std::uint32_t(Mode)),
             CompileAgain, false, A.Id);
    if (R.Name != E.Name)
      report(Name + " belongs to a range of another name, '" + R.Name + "'",
             CompileAgain, false, A.Id);
  }

  template <typename Layout>
  void checkName(const Declared<Layout> &D, const char *Kind,
                 std::optional<std::uint32_t> Id) {
    if (D.Attributes.NameSize == 0)
      return report(std::string("an empty name of ") + Kind, "name every event",
                    true, Id);
    if (D.IsTextMissing)
      return report(std::string("the name of ") + Kind + " '" + D.Name +
                        "' has " + std::to_string(D.Attributes.NameSize) +
                        " bytes, and its text is missing",
                    "take names of at most 32 bytes, or the option long-names",
                    true, Id);
    bool IsLong = D.Attributes.NameSize > abi::MaxNameBytes;
    if (IsLong && D.Name.size() + 1 != D.Attributes.NameSize)
      report(std::string("the text of ") + Kind + " '" + D.Name + "' has " +
                 std::to_string(D.Name.size()) + " bytes, not " +
                 std::to_string(D.Attributes.NameSize - 1),
             CompileAgain, false, Id);
    if (D.Name.find('\0') != D.Name.npos || !isUtf8(D.Name))
      report(std::string("the name of ") + Kind + " '" + D.Name +
                 "' is not UTF-8",
             "save the source as UTF-8", false, Id);
  }

  void checkEvents() {
    std::map<std::uint32_t, const Event *> Seen;
    std::size_t Extended = 0;
    std::map<std::uint32_t, const Range *> RangeOf;
    for (const Range &R : D.Ranges)
      RangeOf.emplace(R.Attributes.RangeId, &R);
    for (const Event &E : D.Events) {
      const abi::EventAttributes &A = E.Attributes;
      std::string Name = "event '" + E.Name + "'";
      checkName(E, "event", A.Id);
      checkSize(E, Name, A.Id);
      auto [It, IsNew] = Seen.emplace(A.Id, &E);
      if (!IsNew)
        report("id " + std::to_string(A.Id) + " is declared as '" +
                   It->second->Name + "' and as '" + E.Name + "'",
               "link with device LTO, or compile all units with the option "
               "ids",
               true, A.Id);
      if (A.Id == 0 || A.Id == abi::PopId)
        report(Name + " has id " + std::to_string(A.Id) +
                   ", which is the reader's own",
               "declare ids 1 to 30, or 64 to 4094 with extended records",
               A.Id == abi::PopId && D.isExtended(), A.Id);
      bool IsExtended =
          A.Method == std::uint32_t(abi::Method::ExtendedNativeDump);
      if (!IsExtended && A.Method != std::uint32_t(abi::Method::NativeDump))
        report(Name + " has the unknown method " + std::to_string(A.Method),
               CompileAgain, false, A.Id);
      Extended += IsExtended;
      std::uint32_t Last =
          IsExtended ? abi::ExtendedMaxEventId : abi::NativeLastId;
      if (A.Id > Last && A.Id != abi::PopId)
        report(Name + " has id " + std::to_string(A.Id) + ", and the last is " +
                   std::to_string(Last),
               CompileAgain, false, A.Id);
      if (A.Payload > 16 || (A.Payload > 7 && A.Payload < 11))
        report(Name + " has the unknown payload type " +
                   std::to_string(A.Payload),
               CompileAgain, false, A.Id);
      if (A.Position > std::uint32_t(abi::Position::RangeStartEnd))
        report(Name + " has the unknown position " + std::to_string(A.Position),
               CompileAgain, false, A.Id);
      auto Range = RangeOf.find(A.RangeId);
      if (A.RangeId != 0 && Range == RangeOf.end())
        report(Name + " belongs to range " + std::to_string(A.RangeId) +
                   ", which is not declared",
               CompileAgain, false, A.Id);
      bool IsRange = A.Position == std::uint32_t(abi::Position::RangeStart) ||
                     A.Position == std::uint32_t(abi::Position::RangeStartEnd);
      if (IsRange && A.RangeId == 0)
        report(Name + " begins a range and names none", CompileAgain, false,
               A.Id);
      if (A.Position == std::uint32_t(abi::Position::NotInRange) &&
          A.RangeId != 0)
        report(Name + " is a mark and belongs to range " +
                   std::to_string(A.RangeId),
               CompileAgain, false, A.Id);
      if (IsRange && Range != RangeOf.end())
        checkPair(E, *Range->second);
    }
    if (Extended != 0 && Extended != D.Events.size())
      report("native and extended declarations in one image",
             "link with device LTO, or compile all units with the option "
             "extended=always");
  }

  void checkRanges() {
    std::map<std::uint32_t, const Range *> Seen;
    for (const Range &R : D.Ranges) {
      checkName(R, "range", {});
      checkSize(R, "range '" + R.Name + "'", {});
      if (R.Attributes.Type != std::uint32_t(abi::RangeType::StartEnd) &&
          R.Attributes.Type != std::uint32_t(abi::RangeType::PushPop))
        report("range '" + R.Name + "' has the unknown type " +
                   std::to_string(R.Attributes.Type),
               CompileAgain);
      if (R.Attributes.PairMode > std::uint32_t(abi::PairMode::NameOnly))
        report("range '" + R.Name + "' has the unknown pair mode " +
                   std::to_string(R.Attributes.PairMode),
               CompileAgain);
      auto [It, IsNew] = Seen.emplace(R.Attributes.RangeId, &R);
      if (!IsNew)
        report("range id " + std::to_string(R.Attributes.RangeId) +
                   " is declared as '" + It->second->Name + "' and as '" +
                   R.Name + "'",
               "a token range and a push range need different names", true);
    }
  }

  const Declarations &D;
  std::vector<Finding> Findings;
};

} // namespace

std::vector<Finding> checkDeclarations(const Declarations &D) {
  return Checker(D).run();
}

} // namespace iket::cubin
