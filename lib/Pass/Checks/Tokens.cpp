//===- Tokens.cpp - Is every token ended once on each path? ---------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Checks/Checks.h"
#include "Pass/Checks/Paths.h"
#include "llvm/IR/Instructions.h"
#include <map>

using namespace llvm;

namespace iket {
namespace {

class TokenChecker : public PathRules {
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
  bool step(const Point &P, PathState &State,
            std::optional<Fault> &Found) override;
  bool mayLeave(const Point &P, const PathState &State,
                std::optional<Fault> &Found) override;
  void reportOpen(const Point &P);
  void reportTwice(const EventCall &Second);

  const EventTable &Table;
  Diagnostics &Diags;
  FlowGraph::EventMap Events;
  std::map<const Function *, FlowGraph> Graphs; ///< Of those looked at.
  /// The start that is followed, and the ends that take its very token.
  const EventCall *Start = nullptr;
  SmallVector<const EventCall *, 2> Ends;
};

void TokenChecker::check(const EventCall &Start) {
  this->Start = &Start;
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
  if (!IsEnded) {
    Diags.warning(warning::Token, Start.Call->getFunction(), Start.Where,
                  quoted(Start) +
                      " is never ended; give its token to range_end");
    return;
  }
  if (IsChosen)
    return;
  const Function *F = Start.Call->getFunction();
  auto NoEffects = [](const CallBase &) -> const CallEffects * {
    return nullptr;
  };
  const FlowGraph &Graph =
      Graphs.try_emplace(F, *F, Events, NoEffects).first->second;
  std::optional<CallEffects> Returned;
  if (std::optional<Fault> Found = findFault(Graph, *this, Returned)) {
    if (Found->Kind == Fault::LeftOpen)
      reportOpen(*Found->Where);
    else
      reportTwice(*Found->Event);
  }
}

bool TokenChecker::step(const Point &P, PathState &State,
                        std::optional<Fault> &Found) {
  if (P.Event == Start) {
    if (!mayLeave(P, State, Found))
      return false;
    State.Open = {Start};
    State.Closed.clear();
  } else if (is_contained(Ends, P.Event)) {
    if (!State.Closed.empty()) {
      Found = {Fault::Again, P.Event, Start, &P};
      return false;
    }
    State.Open.clear();
    State.Closed = {P.Event};
  }
  return true;
}

bool TokenChecker::mayLeave(const Point &P, const PathState &State,
                            std::optional<Fault> &Found) {
  if (State.Open.empty())
    return true;
  Found = {Fault::LeftOpen, Start, nullptr, &P};
  return false;
}

void TokenChecker::reportOpen(const Point &P) {
  SourceLocation At = getDebugLocation(*P.At);
  bool IsRestart = P.Event == Start;
  Diags.warning(
      warning::Token, Start->Call->getFunction(), Start->Where,
      quoted(*Start) + " is not ended on a path to where " +
          (IsRestart                  ? "it is started again"
           : P.Ending == Point::Exits ? "inline assembly exits"
                                      : "the function returns") +
          (!IsRestart && At.isKnown() ? " (" + At.str() + ")" : std::string()) +
          "; end it on every path");
}

void TokenChecker::reportTwice(const EventCall &Second) {
  std::string First;
  for (const EventCall *E : Ends)
    if (E != &Second && E->Where.isKnown()) {
      First = ", first at " + E->Where.str();
      break;
    }
  Diags.warning(warning::Token, Second.Call->getFunction(), Second.Where,
                quoted(*Start) + ", started at " + Start->Where.str() +
                    ", is ended twice" +
                    (First.empty() ? " by a loop" : First) + "; end it once");
}

} // namespace

void checkTokens(const EventTable &Table, Diagnostics &Diags) {
  TokenChecker(Table, Diags).run();
}

} // namespace iket
