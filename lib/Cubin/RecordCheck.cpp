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
// What is not known of a register (Registers.h), and what another path stored
// before a label, is never called wrong.
//
// NVIDIA's reader goes through the code in its order, whatever jumps where: it
// takes a trigger for a record where, since the trigger before, data that comes
// from the timer was stored to shared memory. Other triggers are the program's
// own.
//
//===----------------------------------------------------------------------===//

#include "Cubin/RecordCheck.h"
#include "Cubin/Registers.h"
#include <algorithm>
#include <set>
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

  /// Keeps what \p Other, the same on another path, holds too. True if that is
  /// less than it was.
  bool meet(const Store &Other) {
    bool IsLess = false;
    for (auto Member : {&Store::Base, &Store::Low, &Store::High})
      if (!(this->*Member == Other.*Member) && !(this->*Member == Value())) {
        this->*Member = Value();
        IsLess = true;
      }
    return IsLess;
  }
  /// The store lies \p Distance bytes behind \p Other, by the same register.
  bool isAt(const Store &Other, std::uint32_t Distance) const {
    return Memory.Base == Other.Memory.Base &&
           Memory.Offset == Other.Memory.Offset + Distance;
  }
};

/// What is known at an instruction.
struct State {
  Registers Known;
  // Since the trigger before.
  std::vector<Store> Stores;
  std::optional<Store> Untriggered; ///< The last record that was stored.
  bool HasTimer = false, HasGenericStore = false;
  bool IsOpen = false; ///< Paths differ in what they stored.

  void clear() {
    Stores.clear();
    Untriggered.reset();
    HasTimer = HasGenericStore = IsOpen = false;
  }

  /// True if \p Other stored the same, and maybe more after it.
  bool isBegunBy(const State &Other) const {
    return Stores.size() <= Other.Stores.size() &&
           std::equal(
               Stores.begin(), Stores.end(), Other.Stores.begin(),
               [](const Store &A, const Store &B) { return A.At == B.At; });
  }

  /// Keeps what \p Other knows too. True if that is another state than it was.
  bool meet(const State &Other) {
    bool Changes = Known.meet(Other.Known);
    if (Untriggered &&
        (!Other.Untriggered || Untriggered->At != Other.Untriggered->At)) {
      Untriggered.reset();
      Changes = true;
    }
    if (IsOpen)
      return Changes;
    // Lanes that are not elected jump over a record's stores.
    bool IsLonger = isBegunBy(Other);
    if (Other.IsOpen || (!IsLonger && !Other.isBegunBy(*this))) {
      clear();
      return IsOpen = true;
    }
    std::size_t Common = std::min(Stores.size(), Other.Stores.size());
    for (std::size_t I = 0; I != Common; ++I)
      Changes |= Stores[I].meet(Other.Stores[I]);
    if (IsLonger && Stores.size() != Other.Stores.size()) {
      Stores.insert(Stores.end(), Other.Stores.begin() + Common,
                    Other.Stores.end());
      Changes = true;
    }
    Changes |= (Other.HasTimer && !HasTimer) ||
               (Other.HasGenericStore && !HasGenericStore);
    HasTimer |= Other.HasTimer;
    HasGenericStore |= Other.HasGenericStore;
    return Changes;
  }
};

/// Where a function's control goes from instruction to instruction.
class Flow {
public:
  explicit Flow(const SassFunction &F) : F(F) {
    for (const Instruction &I : F.Code)
      if (I.is("BSSY"))
        for (std::size_t Target : named(I))
          Joins[I.Operands[0]].push_back(Target);
  }

  /// Where \p I may jump to; a BSYNC to where its BSSY says.
  std::vector<std::size_t> targets(const Instruction &I) const {
    if (I.is("BSSY"))
      return {};
    auto Join = I.is("BSYNC") && !I.Operands.empty() ? Joins.find(I.Operands[0])
                                                     : Joins.end();
    if (Join == Joins.end())
      return named(I);
    // Of several, the one that it is in front of.
    std::size_t Next = std::size_t(&I - F.Code.data()) + 1;
    for (std::size_t Target : Join->second)
      if (Target == Next)
        return {Target};
    return Join->second;
  }

  /// Nothing of what follows \p I runs after it.
  static bool isEnd(const Instruction &I) {
    bool IsJump = I.is("EXIT") || I.is("RET") || I.is("BRX") || I.is("JMX") ||
                  I.is("JMP") || I.is("BSYNC") ||
                  (I.is("BRA") && I.Operands.size() == 1);
    return IsJump && I.Predicate.empty();
  }

private:
  std::vector<std::size_t> named(const Instruction &I) const {
    std::vector<std::size_t> Indices;
    for (std::string_view Label : labelsOf(I))
      if (auto It = F.Labels.find(Label); It != F.Labels.end())
        Indices.push_back(It->second);
    return Indices;
  }

  const SassFunction &F;
  std::map<std::string_view, std::vector<std::size_t>> Joins;
};

class RecordChecker {
public:
  RecordChecker(const Declarations &D, std::uint32_t Slot)
      : Slot(Slot), IsExtended(D.isExtended()) {
    for (const auto &E : D.Events)
      EventOf.emplace(E.Attributes.Id, &E);
  }

  void run(const SassFunction &F) {
    Where = &F;
    std::vector<bool> IsRecord = recordsOf(F);
    Flow Paths(F);
    // Labels that no instruction names may be reached from anywhere.
    std::map<std::size_t, State> Before;
    State Anything;
    Anything.IsOpen = true;
    std::set<std::size_t> Reached;
    for (const Instruction &I : F.Code)
      for (std::size_t Target : Paths.targets(I))
        Reached.insert(Target);
    for (auto [Label, Index] : F.Labels)
      if (Reached.count(Index) == 0 && Index != 0)
        Before.emplace(Index, Anything);

    std::size_t First = Findings.size();
    for (bool Changes = true; Changes;) {
      Changes = false;
      Findings.resize(First);
      auto Reach = [&](std::size_t Index, const State &S) {
        auto [It, IsNew] = Before.emplace(Index, S);
        Changes |= IsNew || It->second.meet(S);
      };
      Now = State();
      bool IsReached = true;
      for (std::size_t N = 0; N != F.Code.size(); ++N) {
        if (Reached.count(N) || Before.count(N)) {
          if (IsReached)
            Reach(N, Now);
          if (auto It = Before.find(N); It != Before.end()) {
            Now = It->second;
            IsReached = true;
          }
        }
        if (!IsReached)
          continue;
        const Instruction &I = F.Code[N];
        step(I, IsRecord[N]);
        State Then = Now;
        Then.Untriggered.reset();
        for (std::size_t Target : Paths.targets(I))
          Reach(Target, Then);
        IsReached = !Flow::isEnd(I);
      }
    }
  }

  std::vector<Finding> Findings;

private:
  /// Which of \p F's triggers NVIDIA's reader takes for records.
  static std::vector<bool> recordsOf(const SassFunction &F) {
    std::vector<bool> IsRecord(F.Code.size());
    std::set<std::string_view> Timed; // Registers that come from the timer.
    bool IsStored = false;
    for (std::size_t N = 0; N != F.Code.size(); ++N) {
      const Instruction &I = F.Code[N];
      bool IsTimed = false;
      for (std::string_view Operand : I.Operands)
        IsTimed |= Operand.find("SR_GLOBALTIMERLO") != Operand.npos ||
                   Timed.count(registerName(Operand)) != 0;
      if (I.is("PMTRIG")) {
        IsRecord[N] = IsStored;
        IsStored = false;
        Timed.clear();
      } else if (IsTimed && I.is("STS")) {
        IsStored = true;
      } else if (IsTimed) {
        if (auto Name = registerName(I.Operands[0]); !Name.empty())
          Timed.insert(Name);
      }
    }
    return IsRecord;
  }

  void step(const Instruction &I, bool IsRecord) {
    if (I.is("PMTRIG")) {
      checkRecord(I, IsRecord);
      Now.clear();
      return;
    }
    followUntriggered(I);
    for (std::string_view Operand : I.Operands)
      Now.HasTimer |= Operand.find("SR_GLOBALTIMERLO") != Operand.npos;
    if (I.is("STS") && I.Operands.size() == 2)
      addStore(I);
    else if (I.is("ST") && I.Operands.size() == 2 &&
             Now.Known.get(I.Operands[1], I.Predicate).Kind == Value::Time)
      Now.HasGenericStore = true;
    Now.Known.execute(I);
  }

  void addStore(const Instruction &I) {
    Store S;
    S.At = &I;
    S.Memory = parseMemory(I.Operands[0]);
    S.Base = S.Memory.Base.empty() ? Value{Value::Constant, 0}
                                   : Now.Known.get(S.Memory.Base, I.Predicate);
    S.Low = Now.Known.get(I.Operands[1], I.Predicate);
    S.Bytes = I.Opcode.find(".128") != I.Opcode.npos  ? 16
              : I.Opcode.find(".64") != I.Opcode.npos ? 8
              : I.Opcode == "STS"                     ? 4
                                                      : 2;
    if (S.Bytes == 8)
      S.High = Now.Known.get(registerAfter(registerName(I.Operands[1]), 1),
                             I.Predicate);
    // Around a loop: what was stored before may be anything.
    if (std::any_of(Now.Stores.begin(), Now.Stores.end(),
                    [&](const Store &Before) { return Before.At == &I; })) {
      Now.clear();
      Now.IsOpen = true;
    }
    Now.Stores.push_back(S);
    if (std::optional<std::uint32_t> StoredId = recordedBy(S)) {
      if (Now.Untriggered && !mayExclude(*Now.Untriggered->At, I))
        reportUntriggered();
      Now.Untriggered = S;
    }
  }

  bool isAtSlot(const Store &S) const {
    return (S.Base.Kind == Value::Address || S.Base.Kind == Value::Constant) &&
           S.Base.Bits + S.Memory.Offset == Slot;
  }

  /// The id that \p S surely records: it stores the timer and a declared id at
  /// the slot, where nobody else's data lies.
  std::optional<std::uint32_t> recordedBy(const Store &S) const {
    if (!isAtSlot(S) || S.Low.Kind != Value::Time ||
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
    if (!Now.Untriggered || !I.Predicate.empty())
      return;
    if (I.is("EXIT") || I.is("RET"))
      reportUntriggered();
    else if (!I.is("BRA") && !I.is("BRX") && !I.is("JMP") && !I.is("JMX") &&
             !I.is("BSYNC") && !I.is("BREAK"))
      return;
    Now.Untriggered.reset();
  }

  void reportUntriggered() {
    At = Now.Untriggered->At;
    Id = recordedBy(*Now.Untriggered);
    report("the time is stored for id " + std::to_string(*Id) +
               " and never triggered",
           "compile again with the plugin; the image was changed");
  }

  void report(std::string What, std::string Remedy, bool IsRejected = false) {
    Findings.push_back({std::move(What), std::move(Remedy), IsRejected,
                        Where->Section, At->Offset, Id});
  }

  /// The store of the time: the last of the right size that holds one, with
  /// this id rather than without, or could.
  const Store *timeStore() const {
    const Store *Found = nullptr, *Matching = nullptr;
    for (const Store &S : Now.Stores) {
      if (S.Bytes != (IsExtended ? 8 : 4) || S.Low.Kind != Value::Time)
        continue;
      Found = &S;
      if (IsExtended ? S.High.Kind == Value::Constant && S.High.Bits == *Id
                     : S.Low.Bits == *Id)
        Matching = &S;
    }
    if (Matching || Found || !Now.HasTimer)
      return Matching ? Matching : Found;
    for (const Store &S : Now.Stores)
      if (S.Bytes == (IsExtended ? 8 : 4) && S.Low.Kind == Value::Unknown)
        return &S;
    return nullptr;
  }

  void checkRecord(const Instruction &I, bool IsRecord) {
    At = &I;
    auto Operand = I.Operands.empty() ? std::nullopt : parseHex(I.Operands[0]);
    if (!Operand)
      return;
    Id = *Operand;
    // The program's own, unless what was stored lies where only records do.
    bool IsAtSlot = std::any_of(Now.Stores.begin(), Now.Stores.end(),
                                [&](const Store &S) { return isAtSlot(S); });
    if (!IsRecord && !Now.HasTimer && !IsAtSlot)
      return;
    if (*Id == 0)
      return report("the trigger's id 0 is NVIDIA's own",
                    "a pmevent of yours? Its mask must be the id of an event");
    auto Event = EventOf.find(*Id);
    if (*Id != abi::PopId && Event == EventOf.end()) {
      if (!IsRecord)
        return;
      return report("id " + std::to_string(*Id) +
                        " is recorded and not "
                        "declared",
                    "link the units with device LTO or the option ids, or "
                    "take other pmevents out of the program",
                    true);
    }
    const Store *Time = checkTime();
    if (Time && *Id != abi::PopId)
      checkPayload(*Time, abi::PayloadType(Event->second->Attributes.Payload));
    else if (Time)
      checkPayload(*Time, abi::PayloadType::None);
  }

  const Store *checkTime() {
    const Store *Time = timeStore();
    if (!Time && Now.IsOpen)
      return nullptr;
    if (!Time) {
      for (const Store &S : Now.Stores)
        if (!IsExtended && S.Bytes == 8 && S.Low.Kind == Value::Time)
          return reportNull("time and payload are stored by one STS.64, which "
                            "the patcher does not take",
                            "store them by two volatile 32-bit stores");
      for (const Store &S : Now.Stores)
        if (IsExtended && S.Bytes == 4 && S.Low.Kind == Value::Time)
          return reportNull("a native record in an image of extended ones",
                            "compile all of the image with the same "
                            "declarations");
      if (Now.HasGenericStore)
        return reportNull("the time is stored by a generic ST, not by STS",
                          "compile with -Xcuda-ptxas -O1 or higher");
      if (!Now.HasTimer)
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
    for (const Store &S : Now.Stores)
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
    bool Apart =
        std::any_of(Now.Stores.begin(), Now.Stores.end(), [&](const Store &S) {
          return &S > &Time && S.Memory.Base != Time.Memory.Base &&
                 (S.Base.Kind == Value::Unknown ||
                  S.Base ==
                      Value{Time.Base.Kind,
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

  State Now;
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
