//===- FunctionRanges.cpp - Ranges around whole functions -----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IKET_RANGE("name") arrives as an assumption in the function attribute
// "llvm.assume", which is a comma-separated list:
//
//   ompx_iket.range\n<name>\n<file>\n<line>\n
//
// An attribute, not an annotation: it keeps no function alive and changes no
// code when nobody reads it.
//
//===----------------------------------------------------------------------===//

#include "Pass/FunctionRanges.h"
#include "Pass/Builtins.h"
#include "Pass/Convergence.h"
#include "Pass/Diagnostics.h"
#include "Pass/Names.h"
#include "Pass/Target.h"
#include "iket/abi.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace iket {
namespace {

constexpr char AssumptionsAttribute[] = "llvm.assume";
/// On the push of a range that nobody named.
constexpr char AutomaticMetadata[] = "iket.auto";

struct FunctionRange {
  std::string Name;
  SourceLocation Where;
  bool IsAutomatic = false; ///< The user did not ask for this name.
};

/// Takes one range off \p List, a value of "llvm.assume". The line is 0 where
/// the text does not have the form above.
std::optional<FunctionRange> takeRange(std::string &List) {
  size_t Begin = List.find(abi::RangeAssumption);
  if (Begin == std::string::npos)
    return std::nullopt;
  StringRef Rest = StringRef(List).drop_front(Begin);
  Rest.consume_front(abi::RangeAssumption);
  auto [Name, AfterName] = Rest.split('\n');
  auto [File, AfterFile] = AfterName.split('\n');
  auto [Line, Tail] = AfterFile.split('\n');
  FunctionRange Range{Name.str(), {File.str(), 0, 0}, false};
  Line.getAsInteger(10, Range.Where.Line);
  Tail.consume_front(",");
  List = (StringRef(List).take_front(Begin) + Tail).str();
  StringRef Cleaned = List;
  Cleaned.consume_back(",");
  List = Cleaned.str();
  return Range;
}

/// The ranges of \p F, outermost first, and no longer in its attribute. Clang
/// lists what a declaration inherits before what is written on it, and the last
/// declaration counts: its ranges share one place.
SmallVector<FunctionRange, 1> takeRanges(Function &F) {
  std::string List =
      F.getFnAttribute(AssumptionsAttribute).getValueAsString().str();
  SmallVector<FunctionRange, 1> Ranges;
  while (std::optional<FunctionRange> Range = takeRange(List))
    Ranges.push_back(std::move(*Range));
  if (Ranges.empty())
    return Ranges;
  F.removeFnAttr(AssumptionsAttribute);
  if (!List.empty())
    F.addFnAttr(AssumptionsAttribute, List);
  SourceLocation Last = Ranges.back().Where;
  erase_if(Ranges, [&](const FunctionRange &R) {
    return R.Where.File != Last.File || R.Where.Line != Last.Line;
  });
  return Ranges;
}

/// True for mangled names that differ in nothing but which variant of one
/// constructor or destructor they mean: complete object, base object, deleting.
bool areVariants(StringRef A, StringRef B) {
  ItaniumPartialDemangler Demangler;
  return A != B && !Demangler.partialDemangle(A.str().c_str()) &&
         Demangler.isCtorOrDtor() && demangle(A) == demangle(B);
}

/// True if \p F only leads to another function of the same source, which has
/// the range: a thunk, or a constructor that calls its other variant.
bool isForwarder(const Function &F) {
  StringRef Name = F.getName();
  if (Name.starts_with("_ZTh") || Name.starts_with("_ZTv") ||
      Name.starts_with("_ZTc"))
    return true;
  return any_of(instructions(F), [&](const Instruction &I) {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && areVariants(Name, Callee->getName());
  });
}

/// The last component of the function's name in the source: "scan" for
/// _ZN2ns4scanEi. In relocatable device code clang makes the name of a static
/// kernel unique, "_ZL4scanPi__intern__<hash>", which is no mangled name.
std::string ownName(const Function &F) {
  ItaniumPartialDemangler Demangler;
  std::string Mangled = F.getName().split("__intern__").first.str();
  if (Demangler.partialDemangle(Mangled.c_str()) || !Demangler.isFunction())
    return Mangled;
  size_t Size = 0;
  char *Base = Demangler.getFunctionBaseName(nullptr, &Size);
  std::string Name = Base ? Base : Mangled.c_str();
  std::free(Base);
  return Name;
}

/// The function's own name, cut to what a declaration holds.
std::string shortName(const Function &F, const Options &Opts) {
  std::string Name = ownName(F);
  if (Name.size() > abi::MaxNameBytes && !Opts.LongNames) {
    size_t End = abi::MaxNameBytes;
    while (End > 0 && (Name[End] & 0xC0) == 0x80) // Within a character.
      --End;
    Name.resize(End);
  }
  return Name;
}

SourceLocation functionLocation(const Function &F) {
  if (const DISubprogram *SP = F.getSubprogram())
    return {SP->getFilename().str(), SP->getLine(), 0};
  return {F.getParent()->getSourceFileName(), 0, 0};
}

/// The insertion point for the pop in \p BB; null if \p BB does not return. A
/// trap leaves no range to pop.
Instruction *exitPoint(BasicBlock &BB) {
  auto *Return = dyn_cast<ReturnInst>(BB.getTerminator());
  if (!Return)
    return nullptr;
  if (CallInst *TailCall = BB.getTerminatingMustTailCall())
    return TailCall;
  return Return;
}

class Expander {
public:
  explicit Expander(Module &M)
      : M(M), Push(builtin("__iket_range_push", /*HasName=*/true)),
        Pop(builtin("__iket_range_pop", /*HasName=*/false)) {}

  void expand(Function &F, const FunctionRange &Range) {
    Instruction *Token = entryToken(F);
    IRBuilder<> B(&F.getEntryBlock(),
                  Token ? std::next(Token->getIterator())
                        : F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    if (DISubprogram *SP = F.getSubprogram())
      B.SetCurrentDebugLocation(
          DILocation::get(F.getContext(), SP->getScopeLine(), 0, SP));
    Constant *File = string(Range.Where.File);
    Value *Line = B.getInt32(Range.Where.Line);
    CallInst *Start = call(B, Push, {string(Range.Name), File, Line});
    if (Start && Range.IsAutomatic)
      Start->setMetadata(AutomaticMetadata, MDNode::get(F.getContext(), {}));
    for (BasicBlock &BB : F)
      if (Instruction *Exit = exitPoint(BB)) {
        IRBuilder<> AtExit(Exit);
        if (!Exit->getDebugLoc())
          AtExit.SetCurrentDebugLocation(B.getCurrentDebugLocation());
        call(AtExit, Pop, {File, Line});
      }
  }

private:
  /// The module's own declaration, which may leave out file and line.
  Function *builtin(StringRef Name, bool HasName) {
    if (Function *Known = M.getFunction(Name))
      return Known;
    LLVMContext &Ctx = M.getContext();
    Type *Ptr = PointerType::get(Ctx, 0), *I32 = Type::getInt32Ty(Ctx);
    SmallVector<Type *, 3> Parameters = {Ptr, I32};
    if (HasName)
      Parameters.insert(Parameters.begin(), Ptr);
    return Function::Create(
        FunctionType::get(Type::getVoidTy(Ctx), Parameters, false),
        GlobalValue::ExternalLinkage, Name, M);
  }

  /// Calls \p Callee with as many of \p Arguments as it takes. One that takes
  /// others is reported by lowering; null then.
  static CallInst *call(IRBuilder<> &B, Function *Callee,
                        ArrayRef<Value *> Arguments) {
    Arguments = Arguments.take_front(Callee->arg_size());
    return Arguments.size() == Callee->arg_size()
               ? B.CreateCall(Callee, Arguments)
               : nullptr;
  }

  /// A private string, shared as clang shares its own.
  Constant *string(StringRef Text) {
    Constant *&Known = Strings[Text];
    if (!Known) {
      auto *Init = ConstantDataArray::getString(M.getContext(), Text);
      auto *GV =
          new GlobalVariable(M, Init->getType(), /*isConstant=*/true,
                             GlobalValue::PrivateLinkage, Init, "iket.str");
      GV->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
      GV->setAlignment(Align(1));
      Known = GV;
    }
    return Known;
  }

  Module &M;
  Function *Push, *Pop;
  StringMap<Constant *> Strings;
};

} // namespace

bool expandFunctionRanges(Module &M, const Options &Opts, AutoMode Auto) {
  bool Changed = false;
  std::optional<Expander> E;
  for (Function &F : make_early_inc_range(M)) {
    SmallVector<FunctionRange, 1> Ranges = takeRanges(F);
    if (!Ranges.empty())
      Changed = true;
    else if (Auto == AutoMode::Kernels && isKernel(F))
      Ranges.push_back(
          {shortName(F, Opts), functionLocation(F), /*IsAutomatic=*/true});
    if (Ranges.empty() || F.isDeclaration() || isForwarder(F))
      continue;
    Changed = true;
    if (!E)
      E.emplace(M);
    for (FunctionRange &Range : reverse(Ranges)) {
      if (Range.Name.empty())
        Range.Name = shortName(F, Opts);
      E->expand(F, Range);
    }
  }
  return Changed;
}

void renameAutomaticRanges(Module &M, function_ref<bool(StringRef)> IsToken) {
  SmallVector<CallInst *> Automatic;
  StringSet<> Taken;
  for (Function &F : M) {
    std::optional<Builtin> B = parseBuiltin(F.getName());
    if (!B || !B->hasName() || B->Kind == BuiltinKind::Mark)
      continue;
    for (User *U : F.users()) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != &F)
        continue;
      if (Call->hasMetadata(AutomaticMetadata)) {
        Automatic.push_back(Call);
        continue;
      }
      EventName Name(Call->getArgOperand(0), M.getDataLayout(),
                     NameReach::Module);
      for (const EventName::Leaf &Leaf : Name.leaves())
        if (B->hasPayload() || IsToken(Leaf.Text))
          Taken.insert(Leaf.Text);
    }
  }
  for (CallInst *Call : Automatic) {
    std::optional<std::string> Name =
        readConstantString(Call->getArgOperand(0), M.getDataLayout());
    if (!Name || !Taken.contains(*Name))
      continue;
    std::string Other = Name->substr(0, abi::MaxNameBytes - 2) + "()";
    auto *Text = ConstantDataArray::getString(M.getContext(), Other);
    Call->setArgOperand(
        0, new GlobalVariable(M, Text->getType(), /*isConstant=*/true,
                              GlobalValue::PrivateLinkage, Text));
  }
}

} // namespace iket
