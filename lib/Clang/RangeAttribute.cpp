//===- RangeAttribute.cpp - [[iket::range]] -------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// [[iket::range("name")]] and __attribute__((iket_range("name"))) on a function
// become what IKET_RANGE makes without this plugin: an assumption in the
// function attribute "llvm.assume", which the pass expands
// (lib/Pass/FunctionRanges.cpp) and which changes nothing where the pass is
// absent. Clang itself hands it on to redeclarations, definitions and template
// instances.
//
//===----------------------------------------------------------------------===//

#include "Clang/RangeAttribute.h"
#include "iket/abi.h"
#include "Clang/PassPlugin.h"
#include "Clang/Warn.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace iket {
namespace {

/// What was annotated in this translation unit, to be looked at at its end.
struct Annotation {
  const FunctionDecl *Function;
  SourceLocation Where;
};
std::vector<Annotation> Annotations;

template <unsigned N>
DiagnosticBuilder error(DiagnosticsEngine &Diags, SourceLocation Where,
                        const char (&Message)[N]) {
  return Diags.Report(Where,
                      Diags.getCustomDiagID(DiagnosticsEngine::Error, Message));
}

/// The file as __FILE__ would spell it: -ffile-prefix-map applies.
std::string fileName(Sema &S, PresumedLoc Where) {
  SmallString<128> Name(Where.getFilename());
  Preprocessor::processPathForFileMacro(Name, S.getLangOpts(),
                                        S.Context.getTargetInfo());
  return std::string(Name);
}

struct RangeAttribute : public ParsedAttrInfo {
  RangeAttribute() {
    OptArgs = 1;
    IsStmt = true; // To say what to write instead.
    // Clang reads a plugin attribute's arguments only if it finds the name
    // without its scope as well.
    static constexpr Spelling Known[] = {{ParsedAttr::AS_GNU, "iket_range"},
                                         {ParsedAttr::AS_CXX11, "iket::range"},
                                         {ParsedAttr::AS_CXX11, "range"},
                                         {ParsedAttr::AS_C23, "iket::range"},
                                         {ParsedAttr::AS_C23, "range"}};
    Spellings = Known;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr,
                            const Decl *D) const override {
    if (isForeign(Attr)) {
      warn(S.Diags, Attr.getLoc(),
           "unknown attribute 'range' ignored; did you mean 'iket::range'?");
      return false;
    }
    if (isa<FunctionDecl>(D))
      return true;
    error(S.Diags, Attr.getLoc(),
          "iket: a range attribute applies to functions only; put it in front "
          "of one, or use IKET_SCOPE for a statement");
    return false;
  }

  bool diagAppertainsToStmt(Sema &S, const ParsedAttr &Attr,
                            const Stmt *) const override {
    if (!isSilenced("no-effect"))
      warn(S.Diags, Attr.getLoc(),
           "iket: a range attribute on a statement has no effect; write "
           "IKET_SCOPE(\"name\") in front of the statement "
           "[no-warn=no-effect]");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &Attr) const override {
    StringRef Name;
    if (Attr.getNumArgs() && !readName(S, Attr, Name))
      return AttributeNotApplied;
    auto *Function = cast<FunctionDecl>(D);
    PresumedLoc Where =
        S.getSourceManager().getPresumedLoc(Function->getLocation());
    std::string Text = abi::RangeAssumption + Name.str() + "\n" +
                       (Where.isValid() ? fileName(S, Where) : "") + "\n" +
                       std::to_string(Where.isValid() ? Where.getLine() : 0) +
                       "\n";
    D->addAttr(OMPAssumeAttr::CreateImplicit(S.Context, Text, Attr.getRange()));
    Annotations.push_back({Function, Attr.getLoc()});
    return AttributeApplied;
  }

private:
  /// [[range]] is not ours.
  static bool isForeign(const ParsedAttr &Attr) {
    return Attr.getSyntax() != ParsedAttr::AS_GNU && !Attr.hasScope();
  }

  static bool readName(Sema &S, const ParsedAttr &Attr, StringRef &Name) {
    SourceLocation Where;
    if (!S.checkStringLiteralArgumentAttr(Attr, 0, Name, &Where))
      return false;
    if (Name.empty())
      error(S.Diags, Where,
            "iket: event name is empty; give the range a name, or leave out "
            "the argument to take the function's");
    else if (Name.size() > abi::MaxNameBytes &&
             passOption("long-names") != "true")
      error(S.Diags, Where,
            "iket: event name is longer than 32 bytes; shorten it, or give "
            "the option long-names");
    else if (Name.find_first_of(StringRef("\0\n", 2)) != StringRef::npos)
      error(S.Diags, Where,
            "iket: event name contains a NUL or a line break; remove it");
    else
      return true;
    return false;
  }
};

ParsedAttrInfoRegistry::Add<RangeAttribute>
    Registered("iket_range", "a traced range around a function");

/// Clang infers the sides of lambdas and constexpr functions; their attribute
/// may be implicit or missing.
bool mayRunOnDevice(const FunctionDecl &F) {
  return F.hasAttr<CUDADeviceAttr>() || F.hasAttr<CUDAGlobalAttr>() ||
         F.isConstexpr() ||
         (isa<CXXMethodDecl>(F) &&
          cast<CXXMethodDecl>(F).getParent()->isLambda());
}

} // namespace

void checkRangeAttributes(ASTContext &Context) {
  const LangOptions &Lang = Context.getLangOpts();
  std::vector<Annotation> ToCheck = std::move(Annotations);
  Annotations.clear();
  DiagnosticsEngine &Diags = Context.getDiagnostics();
  // A CUDA file is compiled for both sides: one of them is enough to say it. In
  // C++ a header's attribute waits for the CUDA files that include it.
  if (!Lang.CUDAIsDevice || isSilenced("no-effect"))
    return;
  for (const Annotation &A : ToCheck) {
    if (!mayRunOnDevice(*A.Function))
      warn(Diags, A.Where,
           "iket: a range attribute has no effect on %0, which no kernel can "
           "call; make it a __device__ or __global__ function "
           "[no-warn=no-effect]")
          << A.Function;
    else if (!A.Function->isDefined() &&
             !A.Function->getTemplateInstantiationPattern() &&
             Context.getSourceManager().isInMainFile(A.Where))
      warn(Diags, A.Where,
           "iket: a range attribute has no effect on %0, which has no body "
           "in this file; put it where the function is defined "
           "[no-warn=no-effect]")
          << A.Function;
  }
}

} // namespace iket
