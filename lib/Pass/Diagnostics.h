//===- Diagnostics.h - Errors, warnings and remarks -------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every message names a source location, says what to do and goes through
// LLVM's diagnostics, so that clang counts it as its own. Locations come from
// the builtins' own file and line arguments, hence exist without -g.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_DIAGNOSTICS_H
#define IKET_PASS_DIAGNOSTICS_H

#include "Pass/Options.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstrTypes.h"

namespace iket {

/// The names that no-warn takes.
namespace warning {
inline constexpr char PreHopper[] = "pre-hopper";
inline constexpr char UnknownArch[] = "unknown-arch";
inline constexpr char PayloadO0[] = "payload-O0";
inline constexpr char WidePayload[] = "wide-payload";
inline constexpr char UserTimer[] = "user-timer";
inline constexpr char UserTrigger[] = "user-trigger";
inline constexpr char Unbalanced[] = "unbalanced";
inline constexpr char Token[] = "token";
inline constexpr char HeaderOff[] = "header-off";
inline constexpr char Wgmma[] = "wgmma";
inline constexpr char Unroll[] = "unroll";
/// The frontend plugin's.
inline constexpr char NoEffect[] = "no-effect";
inline constexpr llvm::StringLiteral All[] = {
    PreHopper,   UnknownArch, PayloadO0, WidePayload, UserTimer, UserTrigger,
    Unbalanced,  Token,       HeaderOff, Wgmma,       Unroll,    NoEffect};
} // namespace warning

/// A place in the source. Line 0: unknown.
struct SourceLocation {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;

  bool isKnown() const { return Line != 0; }
  std::string str() const;
};

/// Where \p Call, a builtin's call, stands: from its file and line arguments,
/// else from its debug location.
SourceLocation getSourceLocation(const llvm::CallBase &Call);
/// Where \p I stands by its debug location.
SourceLocation getDebugLocation(const llvm::Instruction &I);

class Diagnostics {
public:
  Diagnostics(llvm::Module &M, const Options &Opts) : M(M), Opts(Opts) {}

  /// \p F is the function the message is about; null for the whole module.
  void error(const llvm::Function *F, const SourceLocation &Where,
             const llvm::Twine &Message);
  void warning(llvm::StringRef Name, const llvm::Function *F,
               const SourceLocation &Where, const llvm::Twine &Message);
  /// Shown by -Rpass-analysis=iket.
  void remark(const llvm::Function &F, const SourceLocation &Where,
              const llvm::Twine &Message);

  bool hasErrors() const { return Errors != 0; }

private:
  void report(const llvm::Function *F, const SourceLocation &Where,
              llvm::DiagnosticSeverity Severity, const std::string &Message);

  llvm::Module &M;
  const Options &Opts;
  /// Inlined and unrolled copies say the same only once.
  llvm::StringSet<> Seen;
  unsigned Errors = 0;
};

} // namespace iket

#endif // IKET_PASS_DIAGNOSTICS_H
