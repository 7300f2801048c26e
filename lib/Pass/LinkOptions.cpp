//===- LinkOptions.cpp - Options that travel with a module ----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/LinkOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace iket {
namespace {

constexpr char NotesName[] = "iket.options";
constexpr char SourcesName[] = "iket.sources";

/// Whether files may be compiled with different values: what is used up in each
/// file, or describes the whole link, so that one is enough.
bool mayDiffer(StringRef Option) {
  return is_contained({"auto", "fence", "manifest", "no-warn", "arch"}, Option);
}

/// Calls \p Visit with the name and value of each note.
template <typename Fn> void forEachNote(const Module &M, Fn Visit) {
  const NamedMDNode *Notes = M.getNamedMetadata(NotesName);
  if (!Notes)
    return;
  for (const MDNode *Note : Notes->operands())
    Visit(cast<MDString>(Note->getOperand(0))->getString(),
          cast<MDString>(Note->getOperand(1))->getString());
}

} // namespace

void recordOptions(Module &M, const Options &Opts) {
  if (hasRecordedOptions(M))
    return;
  LLVMContext &Ctx = M.getContext();
  NamedMDNode *Notes = M.getOrInsertNamedMetadata(NotesName);
  // All of them: files without an option are to be told from those with it.
  auto Text = [&](StringRef Value) { return MDString::get(Ctx, Value); };
  for (StringRef Name : optionNames())
    Notes->addOperand(
        MDNode::get(Ctx, {Text(Name), Text(optionText(Opts, Name))}));
  M.getOrInsertNamedMetadata(SourcesName)
      ->addOperand(MDNode::get(Ctx, Text(M.getSourceFileName())));
}

bool hasRecordedOptions(const Module &M) {
  return M.getNamedMetadata(NotesName);
}

std::vector<std::string> recordedSources(const Module &M) {
  std::vector<std::string> Sources;
  if (const NamedMDNode *Notes = M.getNamedMetadata(SourcesName))
    for (const MDNode *Note : Notes->operands())
      Sources.push_back(cast<MDString>(Note->getOperand(0))->getString().str());
  if (Sources.empty())
    Sources.push_back(M.getSourceFileName());
  return Sources;
}

Options withRecordedOptions(const Module &M, Options Opts) {
  const Options Given = Opts, Default;
  StringSet<> Known;
  forEachNote(M, [&](StringRef Name, StringRef Value) {
    // Explicit options apply only where prepare used the default, and dropped
    // payloads do not come back.
    if (Value.empty() ||
        (Name != "runtime-payloads" && is_contained(Given.Given, Name) &&
         Value == optionText(Default, Name)))
      return;
    if (Known.insert(Name).second || Name == "no-warn")
      cantFail(setOption(Opts, Name, Value)); // It was accepted once.
  });
  Opts.Given = Given.Given;
  return Opts;
}

void takeRecordedOptions(Module &M, Diagnostics &Diags) {
  StringMap<StringRef> Known;
  forEachNote(M, [&](StringRef Name, StringRef Value) {
    StringRef First = Known.try_emplace(Name, Value).first->second;
    auto Quoted = [](StringRef Text) {
      return Text.empty() ? std::string("none") : ("'" + Text + "'").str();
    };
    if (First != Value && !mayDiffer(Name))
      Diags.error(nullptr, {},
                  "files that are linked were compiled with different values "
                  "of the option " +
                      Name + ", " + Quoted(First) + " and " + Quoted(Value) +
                      "; compile all of them alike");
  });
  for (StringRef Name : {NotesName, SourcesName})
    if (NamedMDNode *Notes = M.getNamedMetadata(Name))
      Notes->eraseFromParent();
}

} // namespace iket
