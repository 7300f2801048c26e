//===- IdsFile.cpp - Ids that several modules share -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/IdsFile.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace iket {
namespace {

Error invalid(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

bool isUserId(int64_t Id, bool Extended) {
  return Extended ? Id >= abi::ExtendedFirstId && Id <= abi::ExtendedLastId
                  : Id >= abi::NativeFirstId && Id <= abi::NativeLastId;
}

} // namespace

Expected<IdsFile> IdsFile::read(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return invalid("the ids file '" + Path + "' cannot be read: " +
                   Buffer.getError().message() + "; make it with 'iket ids'");
  Expected<json::Value> Value = json::parse((*Buffer)->getBuffer());
  if (!Value)
    return invalid("the ids file '" + Path + "' is not JSON: " +
                   toString(Value.takeError()) + "; make it with 'iket ids'");
  auto Malformed = [&](const Twine &What) {
    return invalid("the ids file '" + Path + "' " + What +
                   "; make it with 'iket ids'");
  };
  const json::Object *File = Value->getAsObject();
  const json::Array *Events = File ? File->getArray("events") : nullptr;
  if (!Events || File->getInteger("version") != 1)
    return Malformed("is not of version 1");

  IdsFile Ids;
  Ids.Extended = File->getString("records") == StringRef("extended");
  SmallSet<int64_t, 32> Used;
  DenseMap<uint32_t, StringRef> RangeOf;
  for (const json::Value &Event : *Events) {
    const json::Object *E = Event.getAsObject();
    std::optional<StringRef> Name = E ? E->getString("name") : std::nullopt;
    std::optional<StringRef> Kind = E ? E->getString("kind") : std::nullopt;
    std::optional<int64_t> Id = E ? E->getInteger("id") : std::nullopt;
    if (!Name || !Kind || !Id)
      return Malformed("has an event without name, kind or id");
    if (!isUserId(*Id, Ids.Extended))
      return Malformed("gives '" + *Name + "' the id " + Twine(*Id) +
                       ", which is out of range");
    if (!Used.insert(*Id).second)
      return Malformed("gives the id " + Twine(*Id) + " twice");
    // The profiler knows a range by the hash of its name.
    if (*Kind != kindName(DeclarationKind::Mark)) {
      auto [It, IsNew] =
          RangeOf.try_emplace(abi::fnv1a32(Name->data(), Name->size()), *Name);
      if (!IsNew)
        return invalid("the ids file '" + Path + "' has " +
                       (It->second == *Name
                            ? "two ranges '" + *Name + "'"
                            : "ranges '" + It->second + "' and '" + *Name +
                                  "', whose names have the same hash") +
                       ", which the profiler cannot tell apart; rename one");
    }
    Ids.Entries.push_back({Name->str(), Kind->str(),
                           E->getString("payload").value_or("none").str(),
                           uint32_t(*Id)});
  }
  sort(Ids.Entries, [](const Entry &A, const Entry &B) { return A.Id < B.Id; });
  return Ids;
}

std::optional<uint32_t> IdsFile::lookup(const Declaration &D) const {
  for (const Entry &E : Entries)
    if (E.Name == D.Name && E.Kind == kindName(D.Kind) &&
        E.Payload == payloadName(D.Payload))
      return E.Id;
  return std::nullopt;
}

uint64_t IdsFile::fingerprint() const {
  std::string Text = Extended ? "extended" : "native";
  for (const Entry &E : Entries)
    Text += formatv("\n{0} {1} {2} {3}", E.Id, E.Kind, E.Payload, E.Name).str();
  return abi::fnv1a64(Text.data(), Text.size());
}

} // namespace iket
