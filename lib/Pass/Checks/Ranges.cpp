//===- Ranges.cpp - Do pushes and pops match on every path? ---------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward flow analysis over each function. The state is what a function did
// to the stack of its warp's ranges since its entry: how many of its caller's
// it popped, and which of its own are open. States that meet must be equal.
//
// A device function may push for its caller, or pop: only if it does the same
// on every path, and then its callers see that as its effect. A kernel has no
// caller, so it must leave nothing open and pop nothing that it did not push.
//
//===----------------------------------------------------------------------===//

#include "Pass/Checks/Checks.h"
#include "Pass/Checks/Paths.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace llvm;

namespace iket {
namespace {

/// What was done to the warp's stack of ranges.
struct StackState {
  SmallVector<const EventCall *, 2> PoppedOfCaller;
  /// Pushes that are open, innermost last.
  SmallVector<const EventCall *, 4> Open;

  /// Two arms may push different ranges: what must agree is how many.
  bool operator==(const StackState &O) const {
    return PoppedOfCaller.size() == O.PoppedOfCaller.size() &&
           Open.size() == O.Open.size();
  }
};

/// The effect of a function on its caller's stack; none if it has no single
/// one.
using Summary = std::optional<StackState>;

class Checker {
public:
  Checker(const EventTable &Table, Diagnostics &Diags)
      : Table(Table), Diags(Diags) {
    for (const EventCall &E : Table.calls())
      Events[E.Call] = &E;
    for (const EventCall &E : Table.calls())
      WithEvents.insert(E.Call->getFunction());
  }

  void run(const Module &M) {
    // Callees first, so that their effects are known. Functions that call each
    // other are taken to have none.
    CallGraph Calls(const_cast<Module &>(M));
    for (auto SCC = scc_begin(&Calls); !SCC.isAtEnd(); ++SCC)
      for (const CallGraphNode *Node : *SCC)
        if (const Function *F = Node->getFunction();
            F && !F->isDeclaration() && mayMatter(*F))
          Summaries[F] = check(*F);
  }

private:
  /// Only functions with events, or with callees that have an effect.
  bool mayMatter(const Function &F) const {
    if (WithEvents.contains(&F))
      return true;
    return any_of(instructions(F), [&](const Instruction &I) {
      return calleeEffect(I) != nullptr;
    });
  }

  const StackState *calleeEffect(const Instruction &I) const {
    auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    auto It = Callee ? Summaries.find(Callee) : Summaries.end();
    return It == Summaries.end() || !It->second || *It->second == StackState()
               ? nullptr
               : &*It->second;
  }

  bool isPush(const EventCall &E) const {
    return !E.Declarations.empty() && !E.isPop() &&
           Table.declarations()[E.Declarations.front()].Kind ==
               DeclarationKind::Push;
  }

  /// The names that \p E may push.
  bool mayPush(const EventCall &E, StringRef Name) const {
    return any_of(E.Declarations, [&](unsigned Index) {
      return Table.declarations()[Index].Name == Name;
    });
  }
  StringRef nameOf(const EventCall &E) const {
    return Table.declarations()[E.Declarations.front()].Name;
  }

  Summary check(const Function &F);
  void checkCase(const Function &F, const PathConditions &Paths, unsigned Case,
                 Summary &Effect, bool &Agrees);
  void pop(const Function &F, const EventCall &Pop, StackState &State,
           const Instruction &At);
  void transfer(const BasicBlock &BB, StackState &State);
  void reportMeeting(const Function &F, const StackState &A,
                     const StackState &B);
  void reportLeftOpen(const Function &F, const StackState &State,
                      const Instruction &Return);

  const EventTable &Table;
  Diagnostics &Diags;
  DenseMap<const CallInst *, const EventCall *> Events;
  DenseSet<const Function *> WithEvents;
  std::map<const Function *, Summary> Summaries;
  /// Where each push was popped, for messages about paths that differ.
  DenseMap<const EventCall *, const EventCall *> PopOf;
  DenseSet<const EventCall *> Reported;
};

/// \p Pop runs in \p F, by itself or in a function that \p F calls.
void Checker::pop(const Function &F, const EventCall &Pop, StackState &State,
                  const Instruction &At) {
  if (State.Open.empty()) {
    State.PoppedOfCaller.push_back(&Pop);
    if (!isKernel(F))
      return;
    if (&At == Pop.Call)
      Diags.warning(warning::Unbalanced, &F, Pop.Where,
                    "range_pop on a path where no range is open; push one, or "
                    "remove it");
    else
      Diags.warning(warning::Unbalanced, &F, Pop.Where,
                    "range_pop where its caller, the kernel '" + F.getName() +
                        "', has no range open; push one, or remove it");
    return;
  }
  const EventCall *Push = State.Open.pop_back_val();
  PopOf.try_emplace(Push, &Pop);
  if (Pop.B.Kind != BuiltinKind::RangePopName)
    return;
  std::optional<StringRef> Wanted =
      readConstantString(Pop.Call->getArgOperand(0));
  if (Wanted && !mayPush(*Push, *Wanted))
    Diags.warning(warning::Unbalanced, Pop.Call->getFunction(), Pop.Where,
                  "range_pop names '" + *Wanted +
                      "' but the innermost open range is '" + nameOf(*Push) +
                      "', pushed at " + Push->Where.str() +
                      "; close that one first");
}

void Checker::transfer(const BasicBlock &BB, StackState &State) {
  const Function &F = *BB.getParent();
  for (const Instruction &I : BB) {
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const EventCall *E = Events.lookup(Call)) {
        if (E->isPop())
          pop(F, *E, State, I);
        else if (isPush(*E))
          State.Open.push_back(E);
        continue;
      }
    if (const StackState *Effect = calleeEffect(I)) {
      for (const EventCall *Pop : Effect->PoppedOfCaller)
        pop(F, *Pop, State, I);
      append_range(State.Open, Effect->Open);
    }
  }
}

/// Two paths meet with a different number of ranges open.
void Checker::reportMeeting(const Function &F, const StackState &A,
                            const StackState &B) {
  size_t Same = std::min(A.Open.size(), B.Open.size());
  const StackState &Deeper = A.Open.size() > B.Open.size() ? A : B;
  if (Same < Deeper.Open.size()) {
    const EventCall *Push = Deeper.Open[Same];
    const EventCall *Pop = PopOf.lookup(Push);
    Reported.insert(Push);
    Diags.warning(warning::Unbalanced, Push->Call->getFunction(), Push->Where,
                  "range '" + nameOf(*Push) +
                      "' is open on one path and not on another where they "
                      "meet" +
                      (Pop && Pop->Where.isKnown()
                           ? " (closed at " + Pop->Where.str() + ")"
                           : std::string()) +
                      "; close it on every path, or use iket::scoped_range");
  } else if (A.PoppedOfCaller.size() != B.PoppedOfCaller.size() &&
             !isKernel(F)) {
    Diags.warning(warning::Unbalanced, &F, {},
                  "'" + F.getName() +
                      "' closes its caller's range on one path and not on "
                      "another; close it on all or on none");
  }
}

void Checker::reportLeftOpen(const Function &F, const StackState &State,
                             const Instruction &Return) {
  SourceLocation At = getDebugLocation(Return);
  for (const EventCall *Push : State.Open) {
    if (!Reported.insert(Push).second)
      continue; // Where its paths met.
    Diags.warning(warning::Unbalanced, Push->Call->getFunction(), Push->Where,
                  "range '" + nameOf(*Push) +
                      "' is left open where the kernel returns" +
                      (At.isKnown() ? " (" + At.str() + ")" : std::string()) +
                      "; close it there, or use iket::scoped_range");
  }
}

Summary Checker::check(const Function &F) {
  PathConditions Paths(F);
  Summary Effect;
  bool Agrees = true;
  for (unsigned Case = 0; Case != Paths.cases(); ++Case)
    checkCase(F, Paths, Case, Effect, Agrees);
  return Agrees ? Effect : std::nullopt;
}

void Checker::checkCase(const Function &F, const PathConditions &Paths,
                        unsigned Case, Summary &Effect, bool &Agrees) {
  DenseMap<const BasicBlock *, StackState> AtEntry;
  ReversePostOrderTraversal<const Function *> Order(&F);
  AtEntry[&F.getEntryBlock()];
  // In reverse post-order every block but loop headers has seen its
  // predecessors; a loop that changes the depth shows at its back edge.
  for (const BasicBlock *BB : Order) {
    auto Entry = AtEntry.find(BB);
    if (Entry == AtEntry.end())
      continue; // Not on a path of this case.
    StackState State = Entry->second;
    transfer(*BB, State);
    for (const BasicBlock *Next : Paths.successors(*BB, Case)) {
      auto [It, IsNew] = AtEntry.try_emplace(Next, State);
      if (!IsNew && !(It->second == State)) {
        reportMeeting(F, It->second, State);
        Agrees = false;
      }
    }
    if (!isa<ReturnInst>(BB->getTerminator()))
      continue;
    if (isKernel(F))
      reportLeftOpen(F, State, *BB->getTerminator());
    if (Effect && !(*Effect == State)) {
      if (!isKernel(F))
        reportMeeting(F, *Effect, State);
      Agrees = false;
    }
    Effect = State;
  }
}

} // namespace

void checkRanges(const Module &M, const EventTable &Table, Diagnostics &Diags) {
  Checker(Table, Diags).run(M);
}

} // namespace iket
