//===- NameCheck.cpp - What is wrong with an event's name -----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/NameCheck.h"
#include "Pass/Diagnostics.h"
#include "Pass/Target.h"
#include "iket/abi.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;

namespace iket {
namespace {

std::string quoted(const Value &V) {
  return "'" + demangle(V.getName().str()) + "'";
}

/// The parameter, its function and those who call it.
std::string describeParameter(const Argument &Parameter) {
  const Function &F = *Parameter.getParent();
  std::string Text = "it comes through ";
  Text += Parameter.hasName()
              ? "the parameter " + quoted(Parameter)
              : "parameter " + std::to_string(Parameter.getArgNo() + 1);
  Text += " of " + quoted(F);
  if (isKernel(F))
    return Text + ", a kernel, which is launched with it";
  SmallVector<std::string> Callers;
  for (const User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U);
        Call && Call->getCalledFunction() == &F) {
      SourceLocation Where = getDebugLocation(*Call);
      std::string Caller = quoted(*Call->getFunction());
      if (Where.isKnown())
        Caller += " (" + Where.str() + ")";
      if (!is_contained(Callers, Caller))
        Callers.push_back(Caller);
    }
  return Callers.empty() ? Text + ", which nothing in this file calls"
                         : Text + ", called by " + join(Callers, ", ") +
                               ", which cannot be inlined";
}

std::string describeGlobal(const GlobalVariable &GV) {
  bool IsLiteral = GV.hasPrivateLinkage() || !GV.hasName();
  std::string Text =
      "it is read from " + (IsLiteral ? "a constant" : quoted(GV)) + ", which ";
  if (!GV.isConstant())
    return Text + "is not const";
  if (!GV.hasInitializer())
    return Text + "is defined elsewhere";
  if (GV.isInterposable())
    return Text + "another file may replace";
  return Text + "holds no NUL-terminated string there, or more than 256";
}

std::string describe(const Value &V) {
  if (auto *Parameter = dyn_cast<Argument>(&V))
    return describeParameter(*Parameter);
  if (auto *C = dyn_cast<Constant>(&V)) {
    if (C->isNullValue())
      return "it can be null";
    if (auto *GV = dyn_cast<GlobalVariable>(C->stripInBoundsOffsets()))
      return describeGlobal(*GV);
  }
  if (isa<AllocaInst>(V))
    return "it is written to a local array at run time";
  if (auto *Call = dyn_cast<CallBase>(&V))
    if (const Function *Callee = Call->getCalledFunction())
      return "it is returned by " + quoted(*Callee) +
             ", which cannot be inlined";
  if (isa<LoadInst>(V))
    return "it is read from memory that may change";
  return "it is computed at run time";
}

} // namespace

std::string describeNotConstant(const EventName &Name) {
  return "event name is not a constant string: " +
         (Name.culprit() ? describe(*Name.culprit())
                         : std::string("it is undefined")) +
         "; use a literal, a constexpr array or a choice between such";
}

std::string checkName(const EventName::Leaf &Leaf, bool LongNames) {
  const GlobalVariable &Data = *Leaf.Data;
  const std::string &Name = Leaf.Text;
  // A literal with bytes behind its first NUL: C would silently cut it.
  if (Data.hasPrivateLinkage() && Data.hasGlobalUnnamedAddr()) {
    auto *Literal = dyn_cast<ConstantDataArray>(Data.getInitializer());
    if (Literal && Literal->isString() &&
        Literal->getAsString()
                .drop_front(Name.size())
                .find_first_not_of('\0') != StringRef::npos)
      return "event name '" + Name + "' contains a NUL; remove what follows it";
  }
  const auto *Begin = reinterpret_cast<const UTF8 *>(Name.data());
  if (!isLegalUTF8String(
          &Begin, reinterpret_cast<const UTF8 *>(Name.data() + Name.size())))
    return "event name is not valid UTF-8; use UTF-8 or plain ASCII";
  switch (abi::checkName(Name.data(), Name.size(), LongNames)) {
  case abi::NameProblem::Empty:
    return "event name is empty; give the event a name";
  case abi::NameProblem::TooLong:
    return "event name '" + Name + "' is " + std::to_string(Name.size()) +
           " bytes long, the limit is " + std::to_string(abi::MaxNameBytes) +
           "; shorten it or give the option long-names";
  case abi::NameProblem::HasNul: // A name ends at its NUL.
  case abi::NameProblem::None:
    break;
  }
  return {};
}

} // namespace iket
