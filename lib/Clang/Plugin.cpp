//===- Plugin.cpp - One flag that does everything -------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -fplugin=libIketClang.so: adds the range attribute, predefines __IKET__
// unless the option disable is given, puts the device headers on the include
// path, loads the pass plugin and hands it the options given as
// -fplugin-arg-iket-<option>[=value].
//
//===----------------------------------------------------------------------===//

#include "Clang/PassPlugin.h"
#include "Clang/RangeAttribute.h"
#include "Clang/Warn.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace iket {
namespace {

bool isDisabled() { return passOption("disable") == "true"; }

/// `#pragma iket`, the first line of iket.h: defines __IKET__ in a compile that
/// only preprocesses (-E, -save-temps, a compiler cache), where clang starts no
/// plugin's action.
class HeaderPragma : public PragmaHandler {
public:
  HeaderPragma() : PragmaHandler("iket") {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override {
    IdentifierInfo *Name = PP.getIdentifierInfo("__IKET__");
    if (!PP.isMacroDefined(Name) && !isDisabled())
      PP.appendDefMacroDirective(Name,
                                 PP.AllocateMacroInfo(First.getLocation()));
  }
};

/// CCCL's first version that has annotations.
constexpr unsigned AnnotatedCccl = 3006000;

/// The value of a macro that is one number; 0 where there is none.
unsigned macroNumber(Preprocessor &PP, StringRef Name) {
  const MacroInfo *Macro = PP.getMacroInfo(PP.getIdentifierInfo(Name));
  unsigned Number = 0;
  if (Macro && Macro->getNumTokens() == 1)
    StringRef(PP.getSpelling(Macro->getReplacementToken(0)))
        .getAsInteger(10, Number);
  return Number;
}

/// Looks at the whole file, at its end.
class FileChecker : public ASTConsumer {
public:
  explicit FileChecker(Preprocessor &PP) : PP(PP) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    checkRangeAttributes(Context);
    unsigned Cccl = macroNumber(PP, "CCCL_VERSION");
    if (Context.getLangOpts().CUDAIsDevice && Cccl && Cccl < AnnotatedCccl &&
        PP.isMacroDefined("_CCCL_ENABLE_IKET") && !isSilenced("no-effect"))
      warn(Context.getDiagnostics(), SourceLocation(),
           "iket: _CCCL_ENABLE_IKET has no effect on CCCL %0.%1, which has no "
           "annotations; put CCCL 3.6 or newer on the include path in front of "
           "CUDA's own [no-warn=no-effect]")
          << Cccl / 1000000 << Cccl / 1000 % 1000;
  }

private:
  Preprocessor &PP;
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
    // In front of the headers that -include names.
    if (!isDisabled())
      PP.setPredefines("#define __IKET__ 1\n" + PP.getPredefines());
    addIncludeFolder(CI);
    addPasses(CI);
    return std::make_unique<FileChecker>(PP);
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
    if (IsNamed && HasOptions)
      warn(Diags, SourceLocation(),
           "iket: this compile ends before the passes (-save-temps, "
           "-disable-llvm-passes), which do not get the options given here");
    else if (!IsNamed)
      warn(Diags, SourceLocation(),
           "iket: this compile ends before the passes (-save-temps, "
           "-disable-llvm-passes), and the next step records nothing without "
           "-fpass-plugin=%0")
          << PassPluginFile;
  }

  bool HasOptions = false;
};

FrontendPluginRegistry::Add<IketAction>
    Registered("iket", "named events inside CUDA kernels");

PragmaHandlerRegistry::Add<HeaderPragma>
    RegisteredPragma("iket", "defines __IKET__ for the preprocessor");

} // namespace
} // namespace iket
