//===- UseCheck.cpp - Are builtins used as builtins? ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/UseCheck.h"
#include "Pass/Builtins.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace iket {
namespace {

/// What is wrong with \p F itself; empty if nothing is.
std::string describeFunction(const Function &F) {
  std::string Name = "'" + F.getName().str() + "'";
  std::optional<Builtin> B = parseBuiltin(F.getName());
  if (!B)
    return F.isDeclaration() || looksLikeBuiltin(F.getName())
               ? Name + " is not an Iket builtin; see docs/ir-contract.md for "
                        "their names"
               : std::string();
  std::string Expected = checkSignature(*B, F.getFunctionType(), F.getName());
  return Expected.empty() ? std::string()
                          : Name +
                                " is declared with another type; declare "
                                "it as " +
                                Expected;
}

bool isDirectCall(const Use &U, const Function &F) {
  auto *Call = dyn_cast<CallInst>(U.getUser());
  return Call && Call->isCallee(&U) &&
         Call->getFunctionType() == F.getFunctionType();
}

} // namespace

void checkBuiltinUses(const Module &M, UseCheck Which, Diagnostics &Diags) {
  for (const Function &F : M) {
    if (!F.getName().starts_with(BuiltinPrefix) ||
        (Which == UseCheck::Bodies && F.isDeclaration()) ||
        (Which == UseCheck::Leftover && !F.isDeclaration()))
      continue;
    std::string Wrong = describeFunction(F);
    for (const Use &U : F.uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      const Function *In = I ? I->getFunction() : nullptr;
      SourceLocation Where = I ? getDebugLocation(*I) : SourceLocation();
      if (!Wrong.empty())
        Diags.error(In, Where, Wrong);
      else if (Which != UseCheck::Bodies && parseBuiltin(F.getName()) &&
               !isDirectCall(U, F))
        Diags.error(In, Where,
                    "'" + F.getName() +
                        "' is used other than by a direct call; call it by "
                        "its name");
    }
  }
}

} // namespace iket
