//===- LinkOptions.cpp - Options that travel with a module ----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/LinkOptions.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace iket {
namespace {

constexpr char NotesName[] = "iket.options";

/// Whether files may be compiled with different values: each sends its own.
bool mayDiffer(StringRef Option) {
  return Option == "manifest" || Option == "no-warn" || Option == "auto" ||
         Option == "fence";
}

} // namespace

void recordOptions(Module &M, const Options &Opts) {
  if (M.getNamedMetadata(NotesName))
    return;
  LLVMContext &Ctx = M.getContext();
  NamedMDNode *Notes = M.getOrInsertNamedMetadata(NotesName);
  auto Note = [&](StringRef Name, StringRef Value) {
    Notes->addOperand(MDNode::get(
        Ctx, {MDString::get(Ctx, Name), MDString::get(Ctx, Value)}));
  };
  // Always: files without it are to be told from those with it.
  Note("runtime-payloads", Opts.RuntimePayloads ? "true" : "false");
  for (const auto &[Name, Value] : Opts.Given)
    if (Name != "runtime-payloads")
      Note(Name, Value);
}

void applyRecordedOptions(Module &M, Options &Opts, Diagnostics &Diags) {
  NamedMDNode *Notes = M.getNamedMetadata(NotesName);
  if (!Notes)
    return;
  StringMap<StringRef> Known;
  for (const MDNode *Note : Notes->operands()) {
    StringRef Name = cast<MDString>(Note->getOperand(0))->getString();
    StringRef Value = cast<MDString>(Note->getOperand(1))->getString();
    auto [It, IsNew] = Known.try_emplace(Name, Value);
    if (!IsNew && It->second != Value && !mayDiffer(Name))
      Diags.error(nullptr, {},
                  "files that are linked were compiled with different values "
                  "of the option " +
                      Name + ", '" + It->second + "' and '" + Value +
                      "'; compile all of them alike");
    if (IsNew || Name == "no-warn")
      cantFail(setOption(Opts, Name, Value)); // It was accepted once.
  }
  Notes->eraseFromParent();
}

} // namespace iket
