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
// Each register is followed from its last definition before an instruction, in
// the order of the code. Where that is not the definition that holds there, or
// where a value comes from memory, it is unknown, and what is unknown is never
// called wrong.
//
//===----------------------------------------------------------------------===//

#include "Cubin/RecordCheck.h"
#include <algorithm>
#include <cstdlib>
#include <unordered_map>

namespace iket::cubin {
namespace {

std::string hex(std::uint64_t Value) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "0x%llx",
                static_cast<unsigned long long>(Value));
  return Text;
}

/// What is known of a register.
struct Value {
  enum KindType {
    Unknown,
    Constant, ///< Bits.
    Rank,     ///< %cluster_ctarank.
    Address,  ///< (%cluster_ctarank << 24) + Bits.
    Time      ///< The timer's low word, or'ed with Bits.
  } Kind = Unknown;
  std::uint32_t Bits = 0;

  bool operator==(const Value &V) const {
    return Kind == V.Kind && Bits == V.Bits;
  }
};

std::optional<std::uint32_t> parseHex(std::string_view Text) {
  bool Negative = Text.substr(0, 1) == "-";
  if (Negative)
    Text.remove_prefix(1);
  if (Text.substr(0, 2) != "0x")
    return std::nullopt;
  std::uint32_t Bits = std::uint32_t(
      std::strtoull(std::string(Text.substr(2)).c_str(), nullptr, 16));
  return Negative ? 0 - Bits : Bits;
}

/// A register's name without what may stand around it; empty for others.
std::string_view registerName(std::string_view Operand) {
  Operand = Operand.substr(0, Operand.find('.'));
  std::string_view Digits = Operand;
  if (Digits.substr(0, 1) == "U")
    Digits.remove_prefix(1);
  if (Digits.substr(0, 1) != "R" || Digits.size() < 2)
    return {};
  return Operand;
}

/// "R5" for "R4" and 1; empty for RZ.
std::string after(std::string_view Register, unsigned Distance) {
  std::size_t Digits = Register.find_first_of("0123456789");
  if (Digits == Register.npos)
    return {};
  return std::string(Register.substr(0, Digits)) +
         std::to_string(
             std::atoi(std::string(Register.substr(Digits)).c_str()) +
             int(Distance));
}

/// "[UR5+0x4]": its register and number.
struct MemoryOperand {
  std::string Base;
  std::uint32_t Offset = 0;
};

MemoryOperand parseMemory(std::string_view Text) {
  MemoryOperand M;
  Text = Text.substr(Text.find('[') + 1);
  Text = Text.substr(0, Text.find(']'));
  while (!Text.empty()) {
    std::size_t Plus = std::min(Text.find('+'), Text.size());
    std::string_view Part = Text.substr(0, Plus);
    if (auto Number = parseHex(Part))
      M.Offset += *Number;
    else if (M.Base.empty())
      M.Base = registerName(Part);
    else if (!registerName(Part).empty())
      M.Base += "+" + std::string(registerName(Part)); // Of two registers.
    Text.remove_prefix(std::min(Plus + 1, Text.size()));
  }
  return M;
}

class Registers {
public:
  Value get(std::string_view Operand) const {
    if (auto Number = parseHex(Operand))
      return {Value::Constant, *Number};
    std::string_view Name = registerName(Operand);
    if (Name == "RZ" || Name == "URZ")
      return {Value::Constant, 0};
    auto It = Values.find(std::string(Name));
    return Name.empty() || It == Values.end() ? Value() : It->second;
  }
  void set(std::string_view Name, Value V) { Values[std::string(Name)] = V; }

  /// Takes over what \p I does to registers.
  void execute(const Instruction &I);

private:
  Value result(const Instruction &I) const;
  Value sum(Value A, Value B) const;
  Value either(Value A, Value B) const;
  Value shifted(Value A, std::uint32_t Count) const;

  std::unordered_map<std::string, Value> Values;
};

Value Registers::sum(Value A, Value B) const {
  if (B.Kind != Value::Constant)
    std::swap(A, B);
  if (B.Kind != Value::Constant ||
      (A.Kind != Value::Constant && A.Kind != Value::Address && B.Bits != 0))
    return {};
  if (A.Kind == Value::Constant || A.Kind == Value::Address)
    A.Bits += B.Bits;
  return A;
}

Value Registers::either(Value A, Value B) const {
  if (B.Kind != Value::Constant)
    std::swap(A, B);
  if (B.Kind != Value::Constant || A.Kind == Value::Unknown ||
      (A.Kind == Value::Rank && B.Bits != 0))
    return {};
  if (A.Kind != Value::Rank)
    A.Bits |= B.Bits;
  return A;
}

Value Registers::shifted(Value A, std::uint32_t Count) const {
  if (A.Kind == Value::Constant && Count < 32)
    return {Value::Constant, A.Bits << Count};
  if (A.Kind == Value::Rank && Count == abi::ClusterRankShift)
    return {Value::Address, 0};
  return {};
}

/// What \p I leaves in its first operand.
Value Registers::result(const Instruction &I) const {
  // The sources; predicates stand between the registers.
  std::vector<Value> In;
  std::vector<std::string_view> Text;
  for (std::size_t N = 1; N < I.Operands.size(); ++N) {
    std::string_view Operand = I.Operands[N];
    if (!registerName(Operand).empty() || parseHex(Operand)) {
      In.push_back(get(Operand));
      Text.push_back(Operand);
    } else if (Operand.find("SR_GLOBALTIMERLO") != Operand.npos) {
      return {Value::Time, 0};
    } else if (Operand.find("SR_CgaCtaId") != Operand.npos) {
      return {Value::Rank, 0};
    } else if (Operand.find("PT") == Operand.npos &&
               Operand.substr(0, 1) != "P" && Operand.substr(0, 2) != "UP" &&
               Operand.substr(0, 1) != "!") {
      return {}; // From memory, negated, or half of a register.
    }
  }
  if (In.empty())
    return {};
  if (I.is("MOV") || I.is("UMOV") || I.is("R2UR"))
    return In[0];
  bool IsSum = I.is("IADD3") || I.is("UIADD3") || I.is("IADD") ||
               I.is("UIADD") || I.Opcode == "IMAD.IADD";
  if (IsSum && I.Opcode.find(".X") == I.Opcode.npos) {
    Value Sum{Value::Constant, 0};
    if (I.Opcode == "IMAD.IADD" && In.size() == 3)
      return sum(In[0], In[2]); // The factor is one.
    for (Value V : In)
      Sum = sum(Sum, V);
    return Sum;
  }
  if (I.is("IMAD") && I.Opcode.find("WIDE") == I.Opcode.npos &&
      I.Opcode.find("HI") == I.Opcode.npos &&
      I.Opcode.find(".X") == I.Opcode.npos && In.size() == 3) {
    bool IsZero = (In[0] == Value{Value::Constant, 0}) ||
                  (In[1] == Value{Value::Constant, 0});
    if (IsZero)
      return In[2];
    if (In[1].Kind == Value::Constant && In[2] == Value{Value::Constant, 0}) {
      if (In[1].Bits == 1u << abi::ClusterRankShift)
        return shifted(In[0], abi::ClusterRankShift);
      if (In[1].Bits == 1)
        return In[0];
    }
    return {};
  }
  if ((I.is("LEA") || I.is("ULEA")) && I.Opcode.find("HI") == I.Opcode.npos &&
      In.size() >= 3 && In[2].Kind == Value::Constant)
    return sum(shifted(In[0], In[2].Bits), In[1]);
  if ((I.is("SHF") || I.is("USHF") || I.is("SHL") || I.is("USHL")) &&
      I.Opcode.find(".R") == I.Opcode.npos && In.size() >= 2 &&
      In[1].Kind == Value::Constant &&
      (In.size() < 3 || In[2] == Value{Value::Constant, 0}))
    return shifted(In[0], In[1].Bits);
  // The table of a | b, or of a | b | c.
  if ((I.is("LOP3") || I.is("ULOP3")) && In.size() >= 4) {
    if (Text[3] == "0xfc")
      return either(In[0], In[1]);
    if (Text[3] == "0xfe")
      return either(either(In[0], In[1]), In[2]);
  }
  return {};
}

void Registers::execute(const Instruction &I) {
  if (I.Operands.empty())
    return;
  std::string_view Target = registerName(I.Operands[0]);
  if (Target.empty() || I.is("ST") || I.is("STS") || I.is("STG") ||
      I.is("STL") || I.is("RED") || I.is("BRX") || I.is("RET"))
    return;
  Value V = result(I);
  // Registers that a wide result takes too.
  auto Has = [&](const char *Text) {
    return I.Opcode.find(Text) != I.Opcode.npos;
  };
  unsigned Count = Has("128") || Has("MMA") || Has("LDSM")    ? 4
                   : Has("64") || Has("WIDE") || I.is("CS2R") ? 2
                   : I.Opcode[0] == 'D'                       ? 2
                                                              : 1;
  if (I.Opcode == "CS2R.32")
    Count = 1;
  set(Target, Count == 1 || I.is("CS2R") ? V : Value());
  for (unsigned N = 1; N < Count; ++N)
    if (std::string Next = after(Target, N); !Next.empty())
      set(Next,
          I.is("CS2R") ? V.Kind == Value::Constant ? V : Value() : Value());
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
    clear();
    for (const Instruction &I : F.Code) {
      if (I.is("PMTRIG")) {
        checkRecord(F, I);
        clear();
        continue;
      }
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
      S.High = Known.get(after(registerName(I.Operands[1]), 1));
    Stores.push_back(S);
  }

  void report(std::string What, std::string Remedy, bool IsRejected = false) {
    Findings.push_back({std::move(What), std::move(Remedy), IsRejected,
                        Where->Section, Trigger->Offset, Id});
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

  void checkRecord(const SassFunction &F, const Instruction &I) {
    Where = &F;
    Trigger = &I;
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
      std::uint32_t At = Time->Base.Bits + Time->Memory.Offset;
      if (At != Slot)
        report("the record lies at " + hex(At) +
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
  bool HasTimer = false, HasGenericStore = false;

  const SassFunction *Where = nullptr;
  const Instruction *Trigger = nullptr;
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
