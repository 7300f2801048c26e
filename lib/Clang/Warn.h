//===- Warn.h - Warnings of the frontend plugin -----------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CLANG_WARN_H
#define IKET_CLANG_WARN_H

#include "clang/Basic/Diagnostic.h"

namespace iket {

/// Warns at \p Where. Clang applies -w and -Werror to its own warnings only, so
/// that a plugin has to.
template <unsigned N>
clang::DiagnosticBuilder warn(clang::DiagnosticsEngine &Diags,
                              clang::SourceLocation Where,
                              const char (&Message)[N]) {
  auto Level = clang::DiagnosticsEngine::Warning;
  if (Diags.getIgnoreAllWarnings())
    Level = clang::DiagnosticsEngine::Ignored;
  else if (Diags.getWarningsAsErrors())
    Level = clang::DiagnosticsEngine::Error;
  return Diags.Report(Where, Diags.getCustomDiagID(Level, Message));
}

} // namespace iket

#endif // IKET_CLANG_WARN_H
