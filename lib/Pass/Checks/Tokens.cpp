//===- Tokens.cpp - Is every token ended once on each path? ---------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Checks/Checks.h"
#include "Pass/Checks/Paths.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Instructions.h"
#include <map>

using namespace llvm;

namespace iket {
namespace {

class TokenChecker {
public:
  TokenChecker(const EventTable &Table, Diagnostics &Diags)
      : Table(Table), Diags(Diags) {
    for (const EventCall &E : Table.calls())
      Events[E.Call] = &E;
  }

  void run() {
    StringSet<> EndedByName;
    for (const EventCall &E : Table.calls())
      if (E.B.Kind == BuiltinKind::RangeEndName)
        for (unsigned Index : E.Declarations)
          EndedByName.insert(Table.declarations()[Index].Name);
    for (const EventCall &E : Table.calls())
      if (E.B.Kind == BuiltinKind::RangeStart && !E.Declarations.empty() &&
          declaration(E).Kind == DeclarationKind::Token &&
          !EndedByName.contains(declaration(E).Name))
        check(E);
  }

private:
  const Declaration &declaration(const EventCall &E) const {
    return Table.declarations()[E.Declarations.front()];
  }
  std::string quoted(const EventCall &Start) const {
    return "range '" + declaration(Start).Name + "'";
  }

  void check(const EventCall &Start);
  void follow(const EventCall &Start, const PathConditions &Paths,
              unsigned Case);
  void reportOpen(const EventCall &Start, const Instruction &At);
  void reportTwice(const EventCall &Start, const EventCall &Second);

  const EventTable &Table;
  Diagnostics &Diags;
  DenseMap<const CallInst *, const EventCall *> Events;
  std::map<const Function *, PathConditions> PathsOf; ///< Of those looked at.
  /// The ends that take the very token of the start that is followed.
  SmallVector<const EventCall *, 2> Ends;
  bool IsReported = false;
};

void TokenChecker::check(const EventCall &Start) {
  SmallVector<const Value *> Worklist = {Start.Call};
  SmallPtrSet<const Value *, 8> Visited;
  bool IsEnded = false, IsChosen = false;
  Ends.clear();
  while (!Worklist.empty()) {
    const Value *V = Worklist.pop_back_val();
    if (!Visited.insert(V).second)
      continue;
    for (const User *U : V->users()) {
      if (auto *Call = dyn_cast<CallInst>(U)) {
        const EventCall *End = Events.lookup(Call);
        if (!End || End->B.Kind != BuiltinKind::RangeEnd)
          return;
        IsEnded = true;
        if (V == Start.Call)
          Ends.push_back(End);
      } else if (isa<PHINode>(U) || isa<SelectInst>(U) || isa<FreezeInst>(U)) {
        IsChosen = true; // Between this token and another, or none.
        Worklist.push_back(U);
      } else if (!isa<CmpInst>(U)) {
        return;
      }
    }
  }
  IsReported = false;
  if (!IsEnded) {
    Diags.warning(warning::Token, Start.Call->getFunction(), Start.Where,
                  quoted(Start) +
                      " is never ended; give its token to range_end");
    return;
  }
  if (IsChosen)
    return;
  const Function *F = Start.Call->getFunction();
  const PathConditions &Paths = PathsOf.try_emplace(F, *F).first->second;
  for (unsigned Case = 0; Case != Paths.cases() && !IsReported; ++Case)
    follow(Start, Paths, Case);
}

/// A forward flow: what the token may be where control comes by.
void TokenChecker::follow(const EventCall &Start, const PathConditions &Paths,
                          unsigned Case) {
  enum : unsigned { NotStarted = 1, Open = 2, Ended = 4 };
  const Function &F = *Start.Call->getFunction();
  DenseMap<const BasicBlock *, unsigned> AtEntry;
  ReversePostOrderTraversal<const Function *> Order(&F);
  AtEntry[&F.getEntryBlock()] = NotStarted;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *BB : Order) {
      unsigned State = AtEntry.lookup(BB);
      if (State == 0)
        continue; // Not on a path of this case.
      for (const Instruction &I : *BB) {
        auto *Call = dyn_cast<CallInst>(&I);
        const EventCall *E = Call ? Events.lookup(Call) : nullptr;
        if (E == &Start) {
          if (State & Open)
            return reportOpen(Start, I);
          State = Open;
        } else if (E && is_contained(Ends, E)) {
          if (State & Ended)
            return reportTwice(Start, *E);
          State = Ended;
        }
      }
      if (isa<ReturnInst>(BB->getTerminator()) && State & Open)
        return reportOpen(Start, *BB->getTerminator());
      for (const BasicBlock *Next : Paths.successors(*BB, Case)) {
        unsigned &Into = AtEntry[Next];
        Changed |= (Into | State) != Into;
        Into |= State;
      }
    }
  }
}

void TokenChecker::reportOpen(const EventCall &Start, const Instruction &At) {
  IsReported = true;
  bool IsRestart = &At == Start.Call;
  SourceLocation Where = getDebugLocation(At);
  Diags.warning(warning::Token, Start.Call->getFunction(), Start.Where,
                quoted(Start) + " is not ended on a path to " +
                    (IsRestart ? "where it is started again"
                               : "where the function returns") +
                    (!IsRestart && Where.isKnown() ? " (" + Where.str() + ")"
                                                   : std::string()) +
                    "; end it on every path");
}

void TokenChecker::reportTwice(const EventCall &Start,
                               const EventCall &Second) {
  IsReported = true;
  std::string First;
  for (const EventCall *E : Ends)
    if (E != &Second && E->Where.isKnown()) {
      First = ", first at " + E->Where.str();
      break;
    }
  Diags.warning(warning::Token, Second.Call->getFunction(), Second.Where,
                quoted(Start) + ", started at " + Start.Where.str() +
                    ", is ended twice" +
                    (First.empty() ? " by a loop" : First) + "; end it once");
}

} // namespace

void checkTokens(const EventTable &Table, Diagnostics &Diags) {
  TokenChecker(Table, Diags).run();
}

} // namespace iket
