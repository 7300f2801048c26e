//===- Prepare.cpp - Make events opaque before optimisation ---------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// iket-prepare runs before everything else. It drops the empty bodies of the
// builtins, so that LLVM sees calls it knows nothing about but what we say:
//
//   BEFORE  define linkonce_odr void @__iket_mark(ptr %0, ptr %1, i32 %2)
//               alwaysinline { ret void }
//   AFTER   declare void @__iket_mark(ptr, ptr, i32)
//               convergent nomerge nounwind willreturn ...
//
// folds the queries (__iket_enabled() becomes true) and, unless runtime
// payloads are asked for, replaces payloads by zero, so that what computed them
// is dead code from the start.
//
//   opt -load-pass-plugin=libIketPass.so -passes=iket-prepare
//
//===----------------------------------------------------------------------===//

#include "Pass/Prepare.h"
#include "Pass/Builtins.h"
#include "Pass/Convergence.h"
#include "Pass/Fence.h"
#include "Pass/FunctionRanges.h"
#include "Pass/LinkOptions.h"
#include "Pass/Names.h"
#include "Pass/Strip.h"
#include "Pass/Target.h"
#include "Pass/UseCheck.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <set>

using namespace llvm;

namespace iket {
namespace {

/// What LLVM may do with an event.
///
/// convergent: without it a warp that diverges could run a copy of the event in
/// each arm where the source has one behind the join, and pushes would no
/// longer match pops. nomerge: two arms' events stay two, each with its own id.
/// Duplicating an event together with its code (unrolling, inlining, jump
/// threading of uniform code) stays allowed.
///
/// fence=memory declares reads and writes of all memory, so that no load or
/// store crosses an event: a range around a load holds that load. What it
/// spoils is what it is for: a loop-invariant load inside a range stays in its
/// loop. fence=none leaves inaccessible memory only, which keeps events in
/// order with each other and lets loads be hoisted and merged across them.
/// Measured on CUB's traced scan (clang 22 -O2, ptxas 13.0, sm_90): 72
/// registers and no spills without events, with either fence; 1288 SASS
/// instructions become 1664 with either, which is 92 records of four. A tiled
/// GEMM with ranges around its stages keeps its 40 registers likewise.
void makeOpaque(Function &F, const Builtin &B, const Options &Opts) {
  F.deleteBody();
  F.setComdat(nullptr);
  F.setLinkage(GlobalValue::ExternalLinkage);
  F.setVisibility(GlobalValue::DefaultVisibility);
  F.setDSOLocal(false);
  F.setPersonalityFn(nullptr);
  F.clearMetadata();

  AttrBuilder Attributes(F.getContext());
  for (Attribute::AttrKind Kind :
       {Attribute::Convergent, Attribute::NoMerge, Attribute::NoUnwind,
        Attribute::WillReturn, Attribute::NoFree, Attribute::NoCallback})
    Attributes.addAttribute(Kind);
  if (Opts.Fence == FenceMode::None)
    Attributes.addMemoryAttr(MemoryEffects::inaccessibleMemOnly());
  F.setAttributes(AttributeList::get(F.getContext(),
                                     AttributeList::FunctionIndex, Attributes));
  // A token is the id of its event, and no sentinel: comparing it with one is
  // always false.
  if (B.Kind == BuiltinKind::RangeStart)
    F.addRangeRetAttr(
        ConstantRange(APInt(32, abi::NativeFirstId),
                      APInt(32, abi::ExtendedFirstId + abi::ExtendedCapacity)));
}

void dropPayload(CallInst &Call, const Builtin &B) {
  unsigned Index = B.payloadIndex();
  Call.setArgOperand(
      Index, Constant::getNullValue(Call.getArgOperand(Index)->getType()));
}

/// Inlines the function of \p Start into its callers if it only passes the
/// token on, as the header's range_start with a payload does: they know its
/// name, and whether they use it. Adds the copies to \p Calls.
void inlineWrapper(CallInst &Start, SmallVectorImpl<CallInst *> &Calls) {
  Function *Wrapper = Start.getFunction();
  if (!Wrapper->hasFnAttribute(Attribute::AlwaysInline) ||
      !all_of(Start.users(), [](User *U) { return isa<ReturnInst>(U); }))
    return;
  for (User *U : make_early_inc_range(Wrapper->users())) {
    auto *Outer = dyn_cast<CallInst>(U);
    if (!Outer || Outer->getCalledFunction() != Wrapper ||
        Outer->getFunction() == Wrapper)
      continue;
    InlineFunctionInfo Info;
    if (InlineFunction(*Outer, Info).isSuccess())
      for (CallBase *Copy : Info.InlinedCallSites)
        if (Copy->getCalledFunction() == Start.getCalledFunction())
          Calls.push_back(cast<CallInst>(Copy));
  }
}

/// Decides which names are those of token ranges, while all that the source
/// says of them is still there: a range_start whose token is used, or a
/// range_end by name. A name that is not a constant yet is decided by what
/// marks its call.
class TokenRanges {
public:
  explicit TokenRanges(Module &M) : M(M) {}

  void look(CallInst &Call, const Builtin &B) {
    if (B.Kind == BuiltinKind::RangeStart && !Call.use_empty())
      Call.addFnAttr(Attribute::get(M.getContext(), TokenAttribute));
    else if (B.Kind != BuiltinKind::RangeEndName)
      return;
    EventName Name(Call.getArgOperand(0), M.getDataLayout(), NameReach::Module);
    for (const EventName::Leaf &Leaf : Name.leaves())
      Names.insert(Leaf.Text);
  }

  bool has(StringRef Name) const { return Names.count(Name.str()); }

  void record() {
    if (Names.empty())
      return;
    NamedMDNode *Node = M.getOrInsertNamedMetadata(TokenRangesMetadata);
    for (const std::string &Name : Names)
      Node->addOperand(
          MDNode::get(M.getContext(), MDString::get(M.getContext(), Name)));
  }

private:
  Module &M;
  std::set<std::string, std::less<>> Names;
};

/// The direct calls of \p F; lowering reports any other use.
SmallVector<CallInst *> builtinCalls(Function &F) {
  SmallVector<CallInst *> Calls;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallInst>(U);
        Call && Call->getCalledFunction() == &F)
      Calls.push_back(Call);
  return Calls;
}

/// Takes back what a source says of functions that record, and of their
/// callers: LLVM removes and merges calls of a const or pure function.
void dropPureAttributes(Module &M) {
  SetVector<Function *> Recording;
  for (Function &F : M)
    if (std::optional<Builtin> B = parseBuiltin(F.getName()); B && B->isEvent())
      for (CallInst *Call : builtinCalls(F))
        Recording.insert(Call->getFunction());
  for (unsigned I = 0; I != Recording.size(); ++I) { // Grows.
    Function *F = Recording[I];
    F->removeFnAttr(Attribute::Memory);
    F->removeFnAttr(Attribute::Speculatable);
    for (User *U : F->users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledFunction() == F) {
        Call->removeFnAttr(Attribute::Memory);
        Recording.insert(Call->getFunction());
      }
  }
}

/// A call that records something, for messages about all of them.
const CallInst *findFirstEvent(const Module &M) {
  for (const Function &F : M)
    for (const BasicBlock &BB : F)
      for (const Instruction &I : BB)
        if (auto *Call = dyn_cast<CallInst>(&I))
          if (std::optional<Builtin> B = getBuiltin(*Call); B && B->isEvent())
            return Call;
  return nullptr;
}

/// One message for the module: events are stripped, or refused.
void reportPreHopper(Module &M, const TargetInfo &Target, const Options &Opts,
                     Diagnostics &Diags) {
  const CallInst *Event = findFirstEvent(M);
  if (!Event)
    return;
  const Function *F = Event->getFunction();
  SourceLocation Where = getSourceLocation(*Event);
  std::string Arch = "sm_" + std::to_string(Target.Arch);
  if (Opts.PreHopper == PreHopperMode::Error)
    Diags.error(F, Where,
                "events cannot be recorded on " + Arch +
                    "; compile for sm_90 or newer, or drop pre-hopper=error");
  else
    Diags.warning(warning::PreHopper, F, Where,
                  "events are stripped for " + Arch +
                      ", which no profiler of events supports; compile for "
                      "sm_90 or newer to record them");
}

bool strip(Module &M, Diagnostics &Diags) {
  bool Changed = stripModule(M);
  checkBuiltinUses(M, UseCheck::Leftover, Diags);
  return Changed;
}

/// A builtin without its body cannot have other names.
void replaceAliases(Module &M) {
  for (GlobalAlias &Alias : make_early_inc_range(M.aliases()))
    if (auto *F = dyn_cast<Function>(Alias.getAliasee()->stripPointerCasts());
        F && parseBuiltin(F->getName())) {
      Alias.replaceAllUsesWith(F);
      Alias.eraseFromParent();
    }
}

/// Says that iket.h records nothing here, and takes away the variable by which
/// it says so: a link shall not say it again. True if there was one.
bool reportHeaderOff(Module &M, Diagnostics &Diags) {
  GlobalVariable *Marker = M.getNamedGlobal("__iket_off");
  if (!Marker)
    return false;
  Marker->removeDeadConstantUsers(); // Clang casts its address.
  if (!Marker->use_empty())
    return false;
  Marker->eraseFromParent();
  if (all_of(M, [](const Function &F) { return F.isDeclaration(); }))
    return true;
  // Clang drops a warning about a function of a system header: name a line.
  Diags.warning(warning::HeaderOff, nullptr, {M.getSourceFileName(), 1, 0},
                "iket.h records nothing here, because __IKET__ is not defined; "
                "load the frontend plugin (-fplugin=libIketClang.so), or add "
                "-D__IKET__");
  return true;
}

} // namespace

PrepareResult prepareModule(Module &M, const Options &Wanted,
                            Diagnostics &Diags) {
  if (!isDeviceModule(M))
    return {};
  // At a link the files were prepared before, each with its own options.
  const Options Opts = withRecordedOptions(M, Wanted);
  if (Opts.Disable)
    return {strip(M, Diags)};

  TargetInfo Target = getTargetInfo(M, Opts);
  if (Target.isPreHopper() && Opts.PreHopper != PreHopperMode::Emit) {
    reportPreHopper(M, Target, Opts, Diags);
    return {strip(M, Diags)};
  }

  bool Changed = reportHeaderOff(M, Diags);
  Changed |= expandFunctionRanges(
      M, Opts, hasRecordedOptions(M) ? AutoMode::None : Opts.Auto);
  replaceAliases(M);
  checkBuiltinUses(M, UseCheck::Bodies, Diags);
  if (Opts.Fence == FenceMode::Memory)
    holdMemory(M);
  EventEraser Eraser(M);
  TokenRanges Tokens(M);
  for (Function &F : make_early_inc_range(M)) {
    std::optional<Builtin> B = parseBuiltin(F.getName());
    if (!B || !checkSignature(*B, F.getFunctionType(), F.getName()).empty())
      continue;
    Changed = true;
    SmallVector<CallInst *> Calls = builtinCalls(F);
    if (B->Kind == BuiltinKind::RangeStart)
      for (size_t I = 0; I != Calls.size(); ++I)
        inlineWrapper(*Calls[I], Calls);
    makeOpaque(F, *B, Opts);
    for (CallInst *Call : Calls) {
      Tokens.look(*Call, *B);
      if (B->isConstant()) {
        Eraser.foldQuery(Call, Opts);
      } else if (B->hasPayload() && !Opts.RuntimePayloads) {
        dropPayload(*Call, *B);
      }
    }
  }
  Eraser.finish();
  for (Function &F : M)
    if (Instruction *Token = F.isDeclaration() ? nullptr : entryToken(F))
      controlConvergence(F, Token);
  dropPureAttributes(M);
  Tokens.record();
  renameAutomaticRanges(M, [&](StringRef Name) { return Tokens.has(Name); });
  bool HasEvents = hasEventFunctions(M);
  if (HasEvents)
    recordOptions(M, Opts);
  return {Changed || HasEvents, HasEvents};
}

PreservedAnalyses PreparePass::run(Module &M, ModuleAnalysisManager &) {
  Diagnostics Diags(M, Opts);
  return prepareModule(M, Opts, Diags).Changed ? PreservedAnalyses::none()
                                               : PreservedAnalyses::all();
}

} // namespace iket
