//===- Plugin.cpp - One flag that does everything -------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -fplugin=libIketClang.so: adds the range attribute, predefines __IKET__, puts
// the device headers on the include path, loads the pass plugin and hands it
// the options given as -fplugin-arg-iket-<option>[=value].
//
//===----------------------------------------------------------------------===//

#include "Clang/PassPlugin.h"
#include "Clang/RangeAttribute.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace iket {
namespace {

class RangeAttributeChecker : public ASTConsumer {
  void HandleTranslationUnit(ASTContext &Context) override {
    checkRangeAttributes(Context);
  }
};

class IketAction : public PluginASTAction {
protected:
  ActionType getActionType() override { return AddBeforeMainAction; }

  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Args) override {
    for (StringRef Arg : Args) {
      auto [Name, Value] = Arg.split('=');
      if (setPassOption(Name, Value)) {
        HasOptions = true;
        continue;
      }
      DiagnosticsEngine &Diags = CI.getDiagnostics();
      Diags.Report(Diags.getCustomDiagID(
          DiagnosticsEngine::Error,
          "iket: the plugin does not take '%0'; docs/options.md lists its "
          "options"))
          << Arg;
      return false;
    }
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    Preprocessor &PP = CI.getPreprocessor();
    PP.setPredefines(PP.getPredefines() + "#define __IKET__ 1\n");
    addIncludeFolder(CI);
    addPasses(CI);
    return std::make_unique<RangeAttributeChecker>();
  }

private:
  /// The headers lie beside the library where both are installed; a build tree
  /// knows the source's.
  static void addIncludeFolder(CompilerInstance &CI) {
    for (std::string Folder : {libraryFolder() + "/" IKET_LIB_TO_INCLUDE,
                               std::string(IKET_INCLUDE_FOLDER)}) {
      if (!CI.getFileManager().getOptionalFileRef(Folder + "/iket/iket.h"))
        continue;
      if (auto Entry = CI.getFileManager().getOptionalDirectoryRef(Folder))
        CI.getPreprocessor().getHeaderSearchInfo().AddSearchPath(
            DirectoryLookup(*Entry, SrcMgr::C_System, /*isFramework=*/false),
            /*isAngled=*/true);
      return;
    }
  }

  /// Adds the passes, unless -fpass-plugin names them as well.
  void addPasses(CompilerInstance &CI) const {
    bool IsNamed =
        llvm::any_of(CI.getCodeGenOpts().PassPlugins, [](StringRef Path) {
          return llvm::sys::path::filename(Path) == PassPluginFile;
        });
    if (CI.getCodeGenOpts().DisableLLVMPasses && CI.getLangOpts().CUDAIsDevice)
      warnOfSteps(CI.getDiagnostics(), IsNamed);
    if (IsNamed)
      return;
    llvm::Expected<llvm::PassPlugin &> Plugin = loadPassPlugin();
    if (!Plugin) {
      DiagnosticsEngine &Diags = CI.getDiagnostics();
      Diags.Report(Diags.getCustomDiagID(
          DiagnosticsEngine::Error,
          "iket: the pass plugin can not be loaded: %0; keep %1 in the folder "
          "of the frontend plugin"))
          << toString(Plugin.takeError()) << PassPluginFile;
      return;
    }
    CI.getCodeGenOpts().PassBuilderCallbacks.push_back(
        [&Plugin = *Plugin](llvm::PassBuilder &PB) {
          Plugin.registerPassBuilderCallbacks(PB);
        });
  }

  /// With -save-temps another process runs the passes, on a file of LLVM's.
  void warnOfSteps(DiagnosticsEngine &Diags, bool IsNamed) const {
    if (Diags.getIgnoreAllWarnings() || (IsNamed && !HasOptions))
      return;
    auto Level = Diags.getWarningsAsErrors() ? DiagnosticsEngine::Error
                                             : DiagnosticsEngine::Warning;
    Diags.Report(
        IsNamed
            ? Diags.getCustomDiagID(
                  Level, "iket: this compile ends before the passes "
                         "(-save-temps, -disable-llvm-passes), which do not "
                         "get the options given here")
            : Diags.getCustomDiagID(
                  Level, "iket: this compile ends before the passes "
                         "(-save-temps, -disable-llvm-passes), and the next "
                         "step records nothing without -fpass-plugin=%0"))
        << (IsNamed ? "" : PassPluginFile);
  }

  bool HasOptions = false;
};

FrontendPluginRegistry::Add<IketAction>
    Registered("iket", "named events inside CUDA kernels");

} // namespace
} // namespace iket
