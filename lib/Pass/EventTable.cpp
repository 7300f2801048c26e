//===- EventTable.cpp - Which events a module has, and their numbers ------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/EventTable.h"
#include "Pass/IdsFile.h"
#include "Pass/NameCheck.h"
#include "Pass/UseCheck.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Unicode.h"

using namespace llvm;

namespace iket {

StringRef kindName(DeclarationKind Kind) {
  switch (Kind) {
  case DeclarationKind::Mark:
    return "mark";
  case DeclarationKind::Push:
    return "push";
  case DeclarationKind::Token:
    return "token";
  }
  return "";
}

class EventTableBuilder {
public:
  EventTableBuilder(EventTable &Table, Module &M, const Options &Opts,
                    Diagnostics &Diags)
      : Table(Table), M(M), Opts(Opts), Diags(Diags) {}

  void run() {
    checkBuiltinUses(M, UseCheck::All, Diags);
    collectCalls();
    findTokenRanges();
    for (EventCall &E : Table.Calls) {
      declare(E);
      CallOf[E.Call] = &E;
    }
    for (EventCall &E : Table.Calls)
      resolveEnd(E);
    checkRangeIds();
    number();
  }

private:
  void collectCalls();
  void findNames(EventCall &E);
  void findTokenRanges();
  DeclarationKind kindOf(const EventCall &E, StringRef Name) const;
  void declare(EventCall &E);
  void declareName(EventCall &E, StringRef Name);
  void resolveEnd(EventCall &E);
  void followToken(EventCall &E);
  void addTokenSource(EventCall &E, Value *Token);
  void addTokenDeclaration(EventCall &E, unsigned Index);
  void reportEndPayload(const EventCall &End, const Declaration &D);
  void checkRangeIds();
  void number();
  void numberFrom(StringRef Path);

  void error(const EventCall &E, const Twine &Message) {
    Diags.error(E.Call->getFunction(), E.Where, Message);
  }
  static std::string key(bool IsMark, StringRef Name) {
    return (IsMark ? "m" : "r") + Name.str();
  }

  EventTable &Table;
  Module &M;
  const Options &Opts;
  Diagnostics &Diags;
  /// Names whose range_start returns a token that somebody uses, or that a
  /// range_end names: every other range_start is a push.
  StringSet<> TokenRanges;
  StringMap<unsigned> IndexOf;
  DenseMap<const CallInst *, const EventCall *> CallOf;
};

/// checkBuiltinUses reports the others.
static bool isWellFormed(const CallInst &Call, const Builtin &B) {
  const Function &F = *Call.getCalledFunction();
  return Call.getFunctionType() == F.getFunctionType() &&
         checkSignature(B, F.getFunctionType(), F.getName()).empty();
}

void EventTableBuilder::collectCalls() {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      std::optional<Builtin> B = Call ? getBuiltin(*Call) : std::nullopt;
      if (!B || !B->isEvent() || !isWellFormed(*Call, *B))
        continue;
      EventCall E;
      E.Call = Call;
      E.B = *B;
      E.Where = getSourceLocation(*Call);
      if (B->hasName())
        findNames(E);
      Table.Calls.push_back(std::move(E));
    }
}

/// Leaves \p E without names if any of them is wrong.
void EventTableBuilder::findNames(EventCall &E) {
  EventName Name(E.Call->getArgOperand(0), M.getDataLayout());
  bool IsValid = Name.isConstant();
  if (!IsValid)
    error(E, describeNotConstant(Name));
  else
    for (const EventName::Leaf &Leaf : Name.leaves()) {
      std::string Problem = checkName(Leaf, Opts.LongNames);
      if (Problem.empty())
        continue;
      error(E, Problem);
      IsValid = false;
    }
  if (IsValid)
    E.Name = std::move(Name);
}

void EventTableBuilder::findTokenRanges() {
  if (const NamedMDNode *Known = M.getNamedMetadata(TokenRangesMetadata))
    for (const MDNode *Node : Known->operands())
      TokenRanges.insert(cast<MDString>(Node->getOperand(0))->getString());
  for (const EventCall &E : Table.Calls)
    if (E.B.Kind == BuiltinKind::RangeEndName ||
        (E.B.Kind == BuiltinKind::RangeStart &&
         (!E.Call->use_empty() || E.Call->hasFnAttr(TokenAttribute))))
      for (const EventName::Leaf &Leaf : E.Name.leaves())
        TokenRanges.insert(Leaf.Text);
}

void EventTableBuilder::declare(EventCall &E) {
  if (E.B.Kind == BuiltinKind::Mark || E.B.Kind == BuiltinKind::RangePush ||
      E.B.Kind == BuiltinKind::RangeStart)
    for (const EventName::Leaf &Leaf : E.Name.leaves())
      declareName(E, Leaf.Text);
}

DeclarationKind EventTableBuilder::kindOf(const EventCall &E,
                                          StringRef Name) const {
  if (E.B.Kind == BuiltinKind::Mark)
    return DeclarationKind::Mark;
  return E.B.Kind == BuiltinKind::RangeStart && TokenRanges.contains(Name)
             ? DeclarationKind::Token
             : DeclarationKind::Push;
}

void EventTableBuilder::declareName(EventCall &E, StringRef Name) {
  DeclarationKind Kind = kindOf(E, Name);

  auto [It, IsNew] = IndexOf.try_emplace(
      key(Kind == DeclarationKind::Mark, Name), Table.Declarations.size());
  if (IsNew) {
    Declaration D;
    D.Kind = Kind;
    D.Name = Name.str();
    D.Payload = E.B.Payload;
    D.FirstFunction = E.Call->getFunction();
    D.First = E.Where;
    Table.Declarations.push_back(std::move(D));
  }
  Declaration &D = Table.Declarations[It->second];
  if (D.Kind != Kind) {
    error(E, "'" + Name + "' names both a nested range and a token range (" +
                 D.First.str() +
                 "), which the profiler cannot tell apart; rename one");
    return;
  }
  if (D.Payload != E.B.Payload) {
    error(E, kindName(Kind) + " '" + Name + "' has a payload of type " +
                 payloadName(E.B.Payload) + " here and " +
                 payloadName(D.Payload) + " at " + D.First.str() +
                 "; give all of them one type, or different names");
    return;
  }
  E.DeclarationOf.push_back(It->second);
  if (is_contained(E.Declarations, It->second))
    return;
  ++D.Points;
  E.Declarations.push_back(It->second);
}

void EventTableBuilder::addTokenDeclaration(EventCall &E, unsigned Index) {
  const Declaration &D = Table.Declarations[Index];
  if (is_contained(E.Declarations, Index))
    return;
  if (D.Payload != E.B.Payload)
    return reportEndPayload(E, D);
  E.Declarations.push_back(Index);
}

void EventTableBuilder::reportEndPayload(const EventCall &End,
                                         const Declaration &D) {
  error(End, "range '" + D.Name + "' ends with a payload of type " +
                 payloadName(End.B.Payload) + " but starts with " +
                 payloadName(D.Payload) + " at " + D.First.str() +
                 "; give both one type");
}

/// Follows a token to the calls that started it, by a worklist: a chain of
/// choices may be long.
void EventTableBuilder::followToken(EventCall &E) {
  SmallVector<Value *> Worklist = {E.Call->getArgOperand(0)};
  SmallPtrSet<Value *, 8> Visited;
  while (!Worklist.empty()) {
    Value *Token = Worklist.pop_back_val();
    if (!Visited.insert(Token).second)
      continue;
    if (isa<PHINode, FreezeInst>(Token))
      append_range(Worklist, reverse(cast<User>(Token)->operands()));
    else if (isa<SelectInst>(Token))
      append_range(Worklist, drop_end(reverse(cast<User>(Token)->operands())));
    else
      addTokenSource(E, Token);
  }
}

void EventTableBuilder::addTokenSource(EventCall &E, Value *Token) {
  if (auto *Start = dyn_cast<CallInst>(Token))
    if (const EventCall *Known = CallOf.lookup(Start);
        Known && Known->B.Kind == BuiltinKind::RangeStart) {
      for (unsigned Index : Known->DeclarationOf)
        addTokenDeclaration(E, Index);
      return;
    }
  E.MayBeNothing = true;
  if (auto *C = dyn_cast<Constant>(Token)) {
    if (!isa<UndefValue>(C) && !C->isNullValue())
      error(E, "range_end takes a token that no range_start returned; keep "
               "what range_start returns, or take sentinel_token()");
    return;
  }
  // From memory, an argument or another function: any token range it may be.
  const Declaration *Other = nullptr;
  for (auto [Index, D] : enumerate(Table.Declarations)) {
    if (D.Kind != DeclarationKind::Token)
      continue;
    if (D.Payload == E.B.Payload)
      addTokenDeclaration(E, Index);
    else if (!Other)
      Other = &D;
  }
  if (E.Declarations.empty() && Other)
    reportEndPayload(E, *Other);
}

void EventTableBuilder::resolveEnd(EventCall &E) {
  if (E.B.Kind == BuiltinKind::RangeEnd) {
    followToken(E);
  } else if (E.B.Kind == BuiltinKind::RangeEndName) {
    for (const EventName::Leaf &Leaf : E.Name.leaves()) {
      StringRef Name = Leaf.Text;
      auto It = IndexOf.find(key(false, Name));
      if (It == IndexOf.end())
        error(E, "range_end names '" + Name +
                     "', which no range_start in this module starts; start "
                     "it, or end it by its token");
      else if (Table.Declarations[It->second].Kind == DeclarationKind::Token) {
        addTokenDeclaration(E, It->second);
        E.DeclarationOf.push_back(It->second);
      } else
        error(E, "range_end names '" + Name + "', a nested range pushed at " +
                     Table.Declarations[It->second].First.str() +
                     "; close it with range_pop");
    }
  }
  for (unsigned Index : E.Declarations)
    if (E.B.Kind == BuiltinKind::RangeEnd ||
        E.B.Kind == BuiltinKind::RangeEndName)
      ++Table.Declarations[Index].Points;
}

/// The reader knows a range by the hash of its name.
void EventTableBuilder::checkRangeIds() {
  DenseMap<uint32_t, const Declaration *> Known;
  for (const Declaration &D : Table.Declarations) {
    if (D.Kind == DeclarationKind::Mark)
      continue;
    auto [It, IsNew] = Known.try_emplace(D.rangeId(), &D);
    if (!IsNew)
      Diags.error(D.FirstFunction, D.First,
                  "ranges '" + D.Name + "' and '" + It->second->Name + "' (" +
                      It->second->First.str() +
                      ") have the same hash, by which the profiler knows "
                      "them; rename one");
  }
}

/// Ids that other modules share come from a file.
void EventTableBuilder::numberFrom(StringRef Path) {
  Table.LacksIds = !Diags.hasErrors();
  Expected<IdsFile> Ids = IdsFile::read(Path);
  if (!Ids) {
    Diags.error(nullptr, {}, toString(Ids.takeError()));
    return;
  }
  Table.Extended = Ids->isExtended();
  Table.IdsFingerprint = Ids->fingerprint();
  for (Declaration &D : Table.Declarations) {
    if (std::optional<uint32_t> Id = Ids->lookup(D))
      D.Id = *Id;
    else
      Diags.error(D.FirstFunction, D.First,
                  kindName(D.Kind) + " '" + D.Name + "' with payload " +
                      payloadName(D.Payload) + " is not in the ids file '" +
                      Path +
                      "'; make the file anew with 'iket ids' from the "
                      "manifests of all sources");
  }
  Table.LacksIds &= Diags.hasErrors();
}

void EventTableBuilder::number() {
  if (!Opts.Ids.empty())
    return numberFrom(Opts.Ids);
  unsigned Count = Table.Declarations.size();
  Table.Extended =
      Opts.Extended == ExtendedMode::Always ||
      (Opts.Extended == ExtendedMode::Auto && Count > abi::NativeCapacity);
  unsigned Capacity =
      Table.Extended ? abi::ExtendedCapacity : abi::NativeCapacity;
  if (Count > Capacity) {
    const Declaration &D = Table.Declarations[Capacity];
    Diags.error(
        D.FirstFunction, D.First,
        "the module declares " + Twine(Count) + " events, " +
            (Table.Extended ? "a cubin holds " : "native records hold ") +
            Twine(Capacity) +
            (Table.Extended
                 ? "; use fewer names, or payloads to tell apart what "
                   "one name covers"
                 : "; use fewer names, or drop extended=never"));
    return;
  }
  uint32_t Id = Table.Extended ? abi::ExtendedFirstId : abi::NativeFirstId;
  for (Declaration &D : Table.Declarations)
    D.Id = Id++;
}

EventTable::EventTable(Module &M, const Options &Opts, Diagnostics &Diags) {
  EventTableBuilder(*this, M, Opts, Diags).run();
}

/// A terminal takes control characters for commands.
static void printText(raw_ostream &OS, StringRef Text) {
  while (!Text.empty()) {
    const auto *Begin = reinterpret_cast<const UTF8 *>(Text.data()),
               *Next = Begin;
    UTF32 Character = 0;
    bool IsValid = convertUTF8Sequence(&Next, Begin + Text.size(), &Character,
                                       strictConversion) == conversionOK;
    StringRef Bytes = Text.take_front(IsValid ? Next - Begin : 1);
    if (IsValid && sys::unicode::isPrintable(Character))
      OS << Bytes;
    else
      for (unsigned char Byte : Bytes)
        OS << format("\\x%02x", Byte);
    Text = Text.drop_front(Bytes.size());
  }
}

void EventTable::print(raw_ostream &OS) const {
  OS << Declarations.size() << " events, " << (Extended ? "extended" : "native")
     << " records\n";
  if (!Declarations.empty())
    OS << "  id  kind   payload   points  name\n";
  for (const Declaration &D : Declarations) {
    OS << format("%4u  %-5s  %-8s  %6u  ", D.Id, kindName(D.Kind).data(),
                 payloadName(D.Payload).data(), D.Points);
    printText(OS, D.Name);
    OS << '\n';
  }
}

} // namespace iket
