//===- Diagnostics.cpp - Errors, warnings and remarks of the passes -------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Diagnostics.h"
#include "Pass/Builtins.h"
#include "Pass/Names.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace iket {
namespace {

/// A debug location that exists only to carry a message: LLVM's located
/// diagnostics take nothing else, and the module may have no debug info. It is
/// referred to by nothing in the module and so never written.
DebugLoc makeDebugLoc(LLVMContext &Ctx, const SourceLocation &Where) {
  auto *File = DIFile::get(Ctx, Where.File, "");
  auto *Scope = DISubprogram::getDistinct(
      Ctx, File, "", "", File, Where.Line, nullptr, Where.Line, nullptr, 0, 0,
      DINode::FlagZero, DISubprogram::SPFlagZero, nullptr);
  return DILocation::get(Ctx, Where.Line, Where.Column, Scope);
}

/// The value that a header's wrapper passes on, before wrappers are inlined:
/// through its parameter's stack slot to the argument of its first call.
Value *atFirstCaller(Value *V) {
  constexpr unsigned MaxWrappers = 4;
  for (unsigned Depth = 0; Depth != MaxWrappers; ++Depth) {
    if (auto *Load = dyn_cast<LoadInst>(V))
      for (User *U : Load->getPointerOperand()->users())
        if (auto *Store = dyn_cast<StoreInst>(U);
            Store && isa<Argument>(Store->getValueOperand()))
          V = Store->getValueOperand();
    auto *Parameter = dyn_cast<Argument>(V);
    if (!Parameter)
      break;
    for (User *U : Parameter->getParent()->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledFunction() == Parameter->getParent()) {
        V = Call->getArgOperand(Parameter->getArgNo());
        break;
      }
  }
  return V;
}

/// Messages about no function in particular still need one to hang on.
const Function *anyFunction(const Module &M) {
  for (const Function &F : M)
    if (!F.isDeclaration())
      return &F;
  return M.empty() ? nullptr : &*M.begin();
}

} // namespace

std::string SourceLocation::str() const {
  return isKnown() ? File + ":" + std::to_string(Line) : "an unknown place";
}

SourceLocation getDebugLocation(const Instruction &I) {
  if (const DILocation *L = I.getDebugLoc())
    if (L->getLine())
      return {L->getFilename().str(), L->getLine(), L->getColumn()};
  return {};
}

SourceLocation getSourceLocation(const CallBase &Call) {
  SourceLocation FromDebug = getDebugLocation(Call);
  std::optional<Builtin> B = getBuiltin(Call);
  if (!B || Call.arg_size() != B->numOperands() + 2)
    return FromDebug;
  auto *Line = dyn_cast<ConstantInt>(
      atFirstCaller(Call.getArgOperand(B->numOperands() + 1)));
  std::optional<std::string> File =
      readConstantString(atFirstCaller(Call.getArgOperand(B->numOperands())),
                         Call.getDataLayout());
  if (!Line || Line->isZero() || !File)
    return FromDebug;
  SourceLocation Where{*File, unsigned(Line->getZExtValue()), 0};
  if (FromDebug.Line == Where.Line)
    Where.Column = FromDebug.Column;
  return Where;
}

void Diagnostics::report(const Function *F, const SourceLocation &Where,
                         DiagnosticSeverity Severity,
                         const std::string &Message) {
  if (!Seen.insert(Where.str() + Message).second)
    return;
  if (!F)
    F = anyFunction(M);
  DiagnosticLocation Location;
  if (Where.isKnown())
    Location = DiagnosticLocation(makeDebugLoc(M.getContext(), Where));
  M.getContext().diagnose(
      DiagnosticInfoUnsupported(*F, Message, Location, Severity));
}

void Diagnostics::error(const Function *F, const SourceLocation &Where,
                        const Twine &Message) {
  ++Errors;
  report(F, Where, DS_Error, ("iket: " + Message).str());
}

void Diagnostics::warning(StringRef Name, const Function *F,
                          const SourceLocation &Where, const Twine &Message) {
  if (!Opts.isSilenced(Name))
    report(F, Where, DS_Warning,
           ("iket: " + Message + " [no-warn=" + Name + "]").str());
}

void Diagnostics::remark(const Function &F, const SourceLocation &Where,
                         const Twine &Message) {
  DiagnosticLocation Location;
  if (Where.isKnown())
    Location = DiagnosticLocation(makeDebugLoc(M.getContext(), Where));
  OptimizationRemarkAnalysis Remark("iket", "Events", Location,
                                    &F.getEntryBlock());
  Remark << Message.str();
  M.getContext().diagnose(Remark);
}

} // namespace iket
