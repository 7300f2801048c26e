//===- RecordCheck.cpp - Are the records whole? ---------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record ends in its trigger. Between it and the trigger before stand the
// timer's read and the stores, among other instructions:
//
//   S2UR UR5, SR_CgaCtaId              rank of this CTA, often long before
//   ULEA UR5, UR5, 0x3f0, 0x18         slot of this CTA
//   CS2R.32 R0, SR_GLOBALTIMERLO       time
//   LOP3.LUT R0, R0, 0x2, RZ, 0xfc     time | id         (native)
//   @P0 STS [UR5], R0                  +0                (extended: STS.64)
//   @P0 STS [UR5+0x4], R2              payload           (extended: +8)
//   PMTRIG 0x2                         id
//
// What is not known of a register (Registers.h) is never called wrong.
//
//===----------------------------------------------------------------------===//

#include "Cubin/RecordCheck.h"
#include "Cubin/Registers.h"
#include <algorithm>
#include <unordered_map>

namespace iket::cubin {
namespace {

std::string hex(std::uint64_t Value) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "0x%llx",
                static_cast<unsigned long long>(Value));
  return Text;
}

/// One store to shared memory.
struct Store {
  const Instruction *At;
  MemoryOperand Memory;
  Value Base, Low, High;
  unsigned Bytes;

  std::string_view data() const { return At->Operands[1]; }
  /// The store lies \p Distance bytes behind \p Other, by the same register.
  bool isAt(const Store &Other, std::uint32_t Distance) const {
    return Memory.Base == Other.Memory.Base &&
           Memory.Offset == Other.Memory.Offset + Distance;
  }
};

class RecordChecker {
public:
  RecordChecker(const Declarations &D, std::uint32_t Slot)
      : Slot(Slot), IsExtended(D.isExtended()) {
    for (const auto &E : D.Events)
      EventOf.emplace(E.Attributes.Id, &E);
  }

  void run(const SassFunction &F) {
    Known = Registers();
    Where = &F;
    clear();
    for (const Instruction &I : F.Code) {
      if (I.is("PMTRIG")) {
        checkRecord(I);
        clear();
        continue;
      }
      followUntriggered(I);
      for (std::string_view Operand : I.Operands)
        HasTimer |= Operand.find("SR_GLOBALTIMERLO") != Operand.npos;
      if (I.is("STS") && I.Operands.size() == 2)
        addStore(I);
      else if (I.is("ST") && I.Operands.size() == 2 &&
               Known.get(I.Operands[1]).Kind == Value::Time)
        HasGenericStore = true;
      Known.execute(I);
    }
  }

  std::vector<Finding> Findings;

private:
  void clear() {
    Stores.clear();
    Untriggered.reset();
    HasTimer = HasGenericStore = false;
  }

  void addStore(const Instruction &I) {
    Store S;
    S.At = &I;
    S.Memory = parseMemory(I.Operands[0]);
    S.Base = S.Memory.Base.empty() ? Value{Value::Constant, 0}
                                   : Known.get(S.Memory.Base);
    S.Low = Known.get(I.Operands[1]);
    S.Bytes = I.Opcode.find(".128") != I.Opcode.npos  ? 16
              : I.Opcode.find(".64") != I.Opcode.npos ? 8
              : I.Opcode == "STS"                     ? 4
                                                      : 2;
    if (S.Bytes == 8)
      S.High = Known.get(registerAfter(registerName(I.Operands[1]), 1));
    Stores.push_back(S);
    if (std::optional<std::uint32_t> StoredId = recordedBy(S)) {
      if (Untriggered && !mayExclude(*Untriggered->At, I))
        reportUntriggered();
      Untriggered = S;
    }
  }

  /// The id that \p S surely records: it stores the timer and a declared id at
  /// the slot, where nobody else's data lies.
  std::optional<std::uint32_t> recordedBy(const Store &S) const {
    bool IsAtSlot =
        (S.Base.Kind == Value::Address || S.Base.Kind == Value::Constant) &&
        S.Base.Bits + S.Memory.Offset == Slot;
    if (!IsAtSlot || S.Low.Kind != Value::Time ||
        S.Bytes != (IsExtended ? 8 : 4) ||
        (IsExtended && S.High.Kind != Value::Constant))
      return std::nullopt;
    std::uint32_t StoredId = IsExtended ? S.High.Bits : S.Low.Bits;
    if (StoredId != abi::PopId && !EventOf.count(StoredId))
      return std::nullopt;
    return StoredId;
  }

  /// True if the guards of \p A and \p B are such that only one may run.
  static bool mayExclude(const Instruction &A, const Instruction &B) {
    return !A.Predicate.empty() && !B.Predicate.empty() &&
           A.Predicate != B.Predicate;
  }

  /// Where control leaves before the trigger came, there is none. Where it goes
  /// elsewhere, nobody knows.
  void followUntriggered(const Instruction &I) {
    if (!Untriggered || !I.Predicate.empty())
      return;
    if (I.is("EXIT") || I.is("RET"))
      reportUntriggered();
    else if (!I.is("BRA") && !I.is("BRX") && !I.is("JMP") && !I.is("JMX") &&
             !I.is("BSYNC") && !I.is("BREAK"))
      return;
    Untriggered.reset();
  }

  void reportUntriggered() {
    At = Untriggered->At;
    Id = recordedBy(*Untriggered);
    report("the time is stored for id " + std::to_string(*Id) +
               " and never triggered",
           "compile again with the plugin; the image was changed");
  }

  void report(std::string What, std::string Remedy, bool IsRejected = false) {
    Findings.push_back({std::move(What), std::move(Remedy), IsRejected,
                        Where->Section, At->Offset, Id});
  }

  /// The store of the time: the last of the right size that holds one, or
  /// could.
  const Store *timeStore() const {
    const Store *Found = nullptr;
    for (const Store &S : Stores)
      if (S.Bytes == (IsExtended ? 8 : 4) && S.Low.Kind == Value::Time)
        Found = &S;
    if (Found || !HasTimer)
      return Found;
    for (const Store &S : Stores)
      if (S.Bytes == (IsExtended ? 8 : 4) && S.Low.Kind == Value::Unknown)
        return &S;
    return nullptr;
  }

  void checkRecord(const Instruction &I) {
    At = &I;
    auto Operand = I.Operands.empty() ? std::nullopt : parseHex(I.Operands[0]);
    if (!Operand)
      return;
    Id = *Operand;
    if (*Id == 0)
      return report("the trigger's id 0 is NVIDIA's own",
                    "a pmevent of yours? Its mask must be the id of an event");
    auto Event = EventOf.find(*Id);
    if (*Id != abi::PopId && Event == EventOf.end())
      return report("id " + std::to_string(*Id) +
                        " is recorded and not "
                        "declared",
                    "link the units with device LTO or the option ids, or "
                    "take other pmevents out of the program",
                    true);
    const Store *Time = checkTime();
    if (Time && *Id != abi::PopId)
      checkPayload(*Time, abi::PayloadType(Event->second->Attributes.Payload));
    else if (Time)
      checkPayload(*Time, abi::PayloadType::None);
  }

  const Store *checkTime() {
    const Store *Time = timeStore();
    if (!Time) {
      for (const Store &S : Stores)
        if (!IsExtended && S.Bytes == 8 && S.Low.Kind == Value::Time)
          return reportNull("time and payload are stored by one STS.64, which "
                            "the patcher does not take",
                            "store them by two volatile 32-bit stores");
      for (const Store &S : Stores)
        if (IsExtended && S.Bytes == 4 && S.Low.Kind == Value::Time)
          return reportNull("a native record in an image of extended ones",
                            "compile all of the image with the same "
                            "declarations");
      if (HasGenericStore)
        return reportNull("the time is stored by a generic ST, not by STS",
                          "compile with -Xcuda-ptxas -O1 or higher");
      if (!HasTimer)
        return reportNull("no timer read belongs to the trigger",
                          "compile with the plugin; is this a pmevent of "
                          "yours?");
      return reportNull("the time is never stored to shared memory",
                        "compile with -Xcuda-ptxas -O1 or higher");
    }
    if (Time->Base.Kind == Value::Address ||
        Time->Base.Kind == Value::Constant) {
      std::uint32_t Place = Time->Base.Bits + Time->Memory.Offset;
      if (Place != Slot)
        report("the record lies at " + hex(Place) +
                   " of shared memory, and this "
                   "architecture's slot is " +
                   hex(Slot),
               "compile for this architecture without the option slot, or "
               "verify with --slot");
    }
    if (!IsExtended && Time->Low.Kind == Value::Time && Time->Low.Bits != *Id)
      report("the record stores id " + std::to_string(Time->Low.Bits) +
                 " and triggers " + std::to_string(*Id),
             "compile again with the plugin; the image was changed or linked "
             "from units numbered apart");
    if (IsExtended && Time->High.Kind == Value::Constant &&
        Time->High.Bits != *Id)
      report("the record stores id " + std::to_string(Time->High.Bits) +
                 " and triggers " + std::to_string(*Id),
             "compile again with the plugin; the image was changed or linked "
             "from units numbered apart");
    return Time;
  }

  const Store *reportNull(std::string What, std::string Remedy) {
    report(std::move(What), std::move(Remedy));
    return nullptr;
  }

  void checkPayload(const Store &Time, abi::PayloadType Type) {
    unsigned Wanted = abi::payloadBytes(Type);
    unsigned Narrow = IsExtended ? 8 : 4;
    const Store *Found = nullptr;
    for (const Store &S : Stores)
      if (&S > &Time && ((S.isAt(Time, Narrow) && S.Bytes == 4) ||
                         (S.isAt(Time, 8) && S.Bytes == 8)))
        Found = &S;
    unsigned Has = Found ? Found->Bytes : 0;
    if (Has == Wanted)
      return;
    if (Has != 0)
      return report(
          "the record has a payload of " + std::to_string(Has * 8) +
              " bits, and the declaration says " +
              (Wanted ? std::to_string(Wanted * 8) + " bits" : "none"),
          "give the event one payload type everywhere, and compile all of the "
          "image with or without runtime-payloads");
    // A store by another register: -O0 computes the address anew.
    bool Apart = std::any_of(Stores.begin(), Stores.end(), [&](const Store &S) {
      return &S > &Time && S.Memory.Base != Time.Memory.Base &&
             (S.Base.Kind == Value::Unknown ||
              S.Base == Value{Time.Base.Kind,
                              Time.Base.Bits + Time.Memory.Offset + Narrow});
    });
    if (Apart)
      return report("the payload is lost: its address is in a register of its "
                    "own, which the patcher does not take",
                    "compile with -Xcuda-ptxas -O1 or higher, and take "
                    "-gline-tables-only for -g");
    report("the payload is lost: no store of " + std::to_string(Wanted * 8) +
               " bits at " + hex(Wanted == 4 ? Narrow : 8) +
               " of the record, which the declaration says there is",
           "compile all of the image with or without runtime-payloads");
  }

  std::uint32_t Slot;
  bool IsExtended;
  std::unordered_map<std::uint32_t, const Declared<abi::EventAttributes> *>
      EventOf;

  // Since the trigger before.
  Registers Known;
  std::vector<Store> Stores;
  std::optional<Store> Untriggered; ///< The last record that was stored.
  bool HasTimer = false, HasGenericStore = false;

  const SassFunction *Where = nullptr;
  const Instruction *At = nullptr;
  std::optional<std::uint32_t> Id;
};

} // namespace

std::vector<Finding> checkRecords(const Declarations &D,
                                  const std::vector<SassFunction> &Functions,
                                  std::uint32_t Slot) {
  RecordChecker Checker(D, Slot);
  for (const SassFunction &F : Functions)
    Checker.run(F);
  return std::move(Checker.Findings);
}

} // namespace iket::cubin
