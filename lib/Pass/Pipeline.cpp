//===- Pipeline.cpp - Where the passes stand in a pipeline ----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   default<O0..O3>  iket-prepare at the start, iket-lower at the end
//   full LTO         iket-prepare in each file, both at the link
//   iket             both by themselves, on unoptimised input too
//
//===----------------------------------------------------------------------===//

#include "Pass/Pipeline.h"
#include "Pass/Checks/Checks.h"
#include "Pass/Compat.h"
#include "Pass/EventTable.h"
#include "Pass/Lower.h"
#include "Pass/Prepare.h"
#include "Pass/Promote.h"
#include "Pass/Target.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace iket {
namespace {

/// Makes the events of unoptimised code understandable: wrappers are inlined,
/// names and tokens come out of memory.
void resolveWrappers(Module &M, ModuleAnalysisManager &AM,
                     const Options &Opts) {
  PreservedAnalyses PA = AlwaysInlinerPass(/*InsertLifetime=*/false).run(M, AM);
  AM.invalidate(M, PA);
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  resolveEventOperands(M, FAM, Opts);
}

/// iket: prepare and lower, for pipelines of one's own.
class IketPass : public PassInfoMixin<IketPass> {
public:
  explicit IketPass(Options Opts) : Opts(std::move(Opts)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM) {
    Diagnostics Diags(M, Opts);
    PrepareResult Prepared = prepareModule(M, Opts, Diags);
    if (!Prepared.HasEvents)
      return Prepared.Changed ? PreservedAnalyses::none()
                              : PreservedAnalyses::all();
    AM.invalidate(M, PreservedAnalyses::none());
    resolveWrappers(M, AM, Opts);
    LowerPass(Opts).run(M, AM);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

private:
  Options Opts;
};

/// print<iket-events>: the event table, from a copy of the module.
class EventTablePrinterPass : public PassInfoMixin<EventTablePrinterPass> {
public:
  EventTablePrinterPass(Options Opts, raw_ostream &OS)
      : Opts(std::move(Opts)), OS(OS) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (!isDeviceModule(M))
      return PreservedAnalyses::all();
    std::unique_ptr<Module> Copy = CloneModule(M);
    PassBuilder PB;
    LoopAnalysisManager LAM;
    FunctionAnalysisManager FAM;
    CGSCCAnalysisManager CGAM;
    ModuleAnalysisManager MAM;
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CGAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);

    Diagnostics Diags(*Copy, Opts);
    prepareModule(*Copy, Opts, Diags);
    resolveWrappers(*Copy, MAM, Opts);
    EventTable Table(*Copy, Opts, Diags);
    OS << "Events of '" << M.getName() << "': ";
    Table.print(OS);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  Options Opts;
  raw_ostream &OS;
};

/// Parses "<Name>" or "<Name>" with parameters; none if \p Text is another
/// pass.
std::optional<Expected<Options>> parsePass(StringRef Text, StringRef Name) {
  if (!Text.consume_front(Name))
    return std::nullopt;
  if (!Text.empty() && !(Text.consume_front("<") && Text.consume_back(">")))
    return std::nullopt;
  return parseOptions(Text, commandLineOptions());
}

/// Adds the pass made by \p Make if \p Text names it.
template <typename MakePass>
bool addIfNamed(StringRef Text, StringRef Name, ModulePassManager &MPM,
                MakePass Make) {
  std::optional<Expected<Options>> Opts = parsePass(Text, Name);
  if (!Opts)
    return false;
  if (!*Opts) {
    errs() << toString(Opts->takeError()) << " in '" << Text << "'\n";
    return false;
  }
  MPM.addPass(Make(std::move(**Opts)));
  return true;
}

bool parseModulePass(StringRef Text, ModulePassManager &MPM,
                     ArrayRef<PassBuilder::PipelineElement>) {
  return addIfNamed(Text, "iket-prepare", MPM,
                    [](Options O) { return PreparePass(std::move(O)); }) ||
         addIfNamed(Text, "iket-lower", MPM,
                    [](Options O) { return LowerPass(std::move(O)); }) ||
         addIfNamed(Text, "print<iket-events>", MPM,
                    [](Options O) {
                      return EventTablePrinterPass(std::move(O), errs());
                    }) ||
         addIfNamed(Text, "iket", MPM,
                    [](Options O) { return IketPass(std::move(O)); });
}

} // namespace

void registerPasses(PassBuilder &PB) {
  if (isSecondCopy())
    report_fatal_error("iket: two copies of the pass plugin are loaded; give "
                       "-fpass-plugin and -fplugin the same folder",
                       /*gen_crash_diag=*/false);
  PB.registerPipelineParsingCallback(parseModulePass);
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(PreparePass(commandLineOptions()));
      });
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &FPM, OptimizationLevel) {
        FPM.addPass(UnrollCheckPass(commandLineOptions()));
      });
  compat::registerOptimizerLast(PB, [](ModulePassManager &MPM) {
    MPM.addPass(LowerPass(commandLineOptions()));
  });
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(PreparePass(commandLineOptions()));
      });
  PB.registerFullLinkTimeOptimizationLastEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(LowerPass(commandLineOptions(), LowerStage::Link));
      });
}

} // namespace iket
