//===- Lower.cpp - Turn events into records -------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// iket-lower runs behind all other optimisations. It collects the calls that
// are left, checks and numbers their names, replaces each call by a record and
// declares the events in device globals:
//
//   BEFORE  call void @__iket_mark(ptr @.str, ptr @.file, i32 7)
//   AFTER   %t = call i32 @llvm.nvvm.read.ptx.sreg.globaltimer.lo()
//           %w = or i32 %t, 1
//           store volatile i32 %w, ptr addrspace(3) %iket.slot
//           call void @llvm.nvvm.pm.event.mask(i16 1)
//
// A token is at run time the id of its event, 0 for the sentinel. Where several
// names or tokens can reach one call, a switch over their ids picks the record,
// since the id of a trigger is an immediate.
//
//   opt -load-pass-plugin=libIketPass.so -passes=iket-lower
//
//===----------------------------------------------------------------------===//

#include "Pass/Lower.h"
#include "Pass/Checks/Checks.h"
#include "Pass/Convergence.h"
#include "Pass/Declarations.h"
#include "Pass/EventTable.h"
#include "Pass/Fence.h"
#include "Pass/LinkOptions.h"
#include "Pass/Locations.h"
#include "Pass/Manifest.h"
#include "Pass/NativeDump.h"
#include "Pass/Promote.h"
#include "Pass/Strip.h"
#include "Pass/Uniform.h"
#include "Pass/UserTriggers.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Regex.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <map>

using namespace llvm;

namespace iket {
namespace {

/// Marks a module whose events are numbered.
constexpr char StampName[] = "iket.lowered";

//===----------------------------------------------------------------------===//
// only=REGEX
//===----------------------------------------------------------------------===//

/// Functions that a kernel whose name matches may run.
FunctionSet findSelected(const Module &M, const Regex &Only) {
  SmallVector<const Function *> Roots;
  for (const Function &F : M)
    if (isKernel(F)
            ? Only.match(F.getName()) || Only.match(demangle(F.getName().str()))
            : F.hasAddressTaken())
      Roots.push_back(&F);
  return findReachable(Roots);
}

void eraseUnselected(Module &M, const Options &Opts, EventEraser &Eraser) {
  if (Opts.Only.empty())
    return;
  FunctionSet Selected = findSelected(M, Regex(Opts.Only));
  for (Function &F : M)
    if (!Selected.contains(&F))
      for (Instruction &I : make_early_inc_range(instructions(F)))
        if (auto *Call = dyn_cast<CallInst>(&I))
          if (std::optional<Builtin> B = getBuiltin(*Call);
              B && !B->isConstant())
            Eraser.erase(Call);
}

/// Those of a module that was not prepared.
void foldQueries(Module &M, const Options &Opts, EventEraser &Eraser) {
  for (Function &F : M)
    if (std::optional<Builtin> B = parseBuiltin(F.getName());
        B && B->isConstant())
      for (User *U : make_early_inc_range(F.users()))
        if (auto *Call = dyn_cast<CallInst>(U);
            Call && Call->getCalledFunction() == &F)
          Eraser.foldQuery(Call, Opts);
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

class Lowering {
public:
  Lowering(Module &M, const EventTable &Table, const Options &Opts,
           const TargetInfo &Target, EventEraser &Eraser)
      : M(M), Table(Table), Opts(Opts), Eraser(Eraser),
        Format{Target, Target.slot(Opts), Table.isExtended()} {}

  void run(FunctionAnalysisManager &FAM) {
    // While the functions are as they were analysed.
    if (Opts.RuntimePayloads)
      for (const EventCall &E : Table.calls())
        if (E.B.hasPayload() &&
            needsNoElection(E.Call->getArgOperandUse(E.B.payloadIndex()), FAM))
          ByAllLanes.insert(E.Call);
    replaceTokens();
    for (const EventCall &E : Table.calls())
      lower(E);
    for (const EventCall &E : Table.calls())
      Eraser.erase(E.Call);
    lowerKeeps();
  }

private:
  NativeDump &dumpIn(Function &F) {
    return Dumps.try_emplace(&F, F, Format).first->second;
  }
  uint32_t idOf(unsigned Declaration) const {
    return Table.declarations()[Declaration].Id;
  }

  /// The id of the event that a call with several names records.
  Value *nameSelector(const EventCall &E) {
    Value *&Selector = Selectors[E.Call];
    if (!Selector)
      Selector = E.Name.buildSelector(
          [&](unsigned Leaf) { return idOf(E.DeclarationOf[Leaf]); });
    return Selector;
  }

  /// From here on a token is a number.
  void replaceTokens() {
    for (const EventCall &E : Table.calls()) {
      if (E.B.Kind != BuiltinKind::RangeStart || E.Call->use_empty())
        continue;
      Value *Token = E.Declarations.size() == 1
                         ? ConstantInt::get(E.Call->getType(),
                                            idOf(E.Declarations.front()))
                         : nameSelector(E);
      E.Call->replaceAllUsesWith(Token);
    }
  }

  void lower(const EventCall &E) {
    Value *Payload = E.B.hasPayload() && Opts.RuntimePayloads
                         ? E.Call->getArgOperand(E.B.payloadIndex())
                         : nullptr;
    NativeDump &Dump = dumpIn(*E.Call->getFunction());
    Value *Token = convergenceToken(*E.Call);
    bool AllLanes = ByAllLanes.contains(E.Call);
    if (E.isPop())
      Dump.emit(E.Call, abi::PopId, nullptr, AllLanes);
    else if (E.Declarations.size() == 1 && !E.MayBeNothing)
      Dump.emit(E.Call, idOf(E.Declarations.front()), Payload, AllLanes);
    else if (!E.Declarations.empty())
      lowerChoice(E, Payload, AllLanes, Dump);
    if (Token)
      controlConvergence(*E.Call->getFunction(), Token);
  }

  void lowerChoice(const EventCall &E, Value *Payload, bool AllLanes,
                   NativeDump &Dump) {
    Value *Selector =
        E.B.hasToken() ? E.Call->getArgOperand(0) : nameSelector(E);
    if (auto *Known = dyn_cast<ConstantInt>(Selector)) {
      if (!Known->isZero())
        Dump.emit(E.Call, Known->getZExtValue(), Payload, AllLanes);
      return;
    }
    BasicBlock *Head = E.Call->getParent();
    BasicBlock *Tail = SplitBlock(Head, E.Call);
    IRBuilder<> B(Head->getTerminator());
    B.SetCurrentDebugLocation(E.Call->getDebugLoc());
    SwitchInst *Switch = B.CreateSwitch(Selector, Tail, E.Declarations.size());
    Head->getTerminator()->eraseFromParent();
    for (unsigned Index : E.Declarations) {
      auto *Case = BasicBlock::Create(M.getContext(), "iket.case",
                                      Head->getParent(), Tail);
      B.SetInsertPoint(Case);
      Instruction *End = B.CreateBr(Tail);
      // Something is always recorded: the last case needs no comparison.
      if (!E.MayBeNothing && Index == E.Declarations.back())
        Switch->setDefaultDest(Case);
      else
        Switch->addCase(B.getInt32(idOf(Index)), Case);
      Dump.emit(End, idOf(Index), Payload, AllLanes);
    }
  }

  void lowerKeeps() {
    for (Function &F : M)
      for (Instruction &I : make_early_inc_range(instructions(F))) {
        auto *Call = dyn_cast<CallInst>(&I);
        std::optional<Builtin> B = Call ? getBuiltin(*Call) : std::nullopt;
        if (B && B->Kind == BuiltinKind::Keep) {
          dumpIn(F).emitKeep(Call, Call->getArgOperand(0));
          Eraser.erase(Call);
        }
      }
  }

  Module &M;
  const EventTable &Table;
  const Options &Opts;
  EventEraser &Eraser;
  RecordFormat Format;
  std::map<Function *, NativeDump> Dumps;
  DenseMap<const CallInst *, Value *> Selectors;
  SmallPtrSet<const CallInst *, 8> ByAllLanes;
};

} // namespace

PreservedAnalyses LowerPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (!isDeviceModule(M))
    return PreservedAnalyses::all();
  Options Opts = withRecordedOptions(M, this->Opts);
  Diagnostics Diags(M, Opts);
  const std::vector<std::string> Sources = recordedSources(M);
  takeRecordedOptions(M, Diags);
  PreservedAnalyses Unchanged =
      releaseMemory(M) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  if (!hasEventFunctions(M))
    return Unchanged;

  EventEraser Eraser(M);
  TargetInfo Target = getTargetInfo(M, Opts);
  if (Opts.Disable ||
      (Target.isPreHopper() && Opts.PreHopper != PreHopperMode::Emit))
    return stripModule(M) ? PreservedAnalyses::none() : Unchanged;
  foldQueries(M, Opts, Eraser);

  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  resolveEventOperands(M, FAM, Opts);
  eraseUnselected(M, Opts, Eraser);

  EventTable Table(M, Opts, Diags);
  if (!Table.calls().empty() && M.getNamedMetadata(StampName))
    Diags.error(Table.calls().front().Call->getFunction(),
                Table.calls().front().Where,
                "this event was added after iket-lower; link first, lower "
                "once");
  // The manifest is what the ids file is made of.
  if (Table.lacksIds() && !Opts.Manifest.empty())
    writeManifest(Sources, Table, collectLocations(M, Table), Target, Opts,
                  Diags);
  // A compiler that reported an error writes nothing, so the module only has
  // to be whole. LLVM's device linker writes on: there the calls that are left
  // fail the link.
  if (Diags.hasErrors() && Stage == LowerStage::Link)
    return PreservedAnalyses::none();
  if (Diags.hasErrors() || Table.calls().empty()) {
    Eraser.eraseAll();
    Eraser.finish();
    return PreservedAnalyses::none();
  }

  checkRanges(M, Table, Diags);
  checkTokens(Table, Diags);
  diagnoseCosts(M, Table, Target, Opts, Diags);
  checkUserTriggers(M, Table, Diags);
  EventLocations Locations = collectLocations(M, Table);
  Lowering(M, Table, Opts, Target, Eraser).run(FAM);
  emitDeclarations(M, Table, Opts);
  if (Opts.SourceTable)
    emitSourceTable(M, Table, Locations, Opts);
  if (!Opts.Manifest.empty())
    writeManifest(Sources, Table, Locations, Target, Opts, Diags);
  M.getOrInsertNamedMetadata(StampName)->addOperand(
      MDNode::get(M.getContext(), MDString::get(M.getContext(), IKET_VERSION)));
  Eraser.finish();
  return PreservedAnalyses::none();
}

} // namespace iket
