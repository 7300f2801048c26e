//===- Ranges.cpp - Do pushes and pops match on every path? ---------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state on a path is what a function did to the stack of its warp's ranges
// since its entry: which of its caller's it popped, and which of its own are
// open. A device function may push for its caller, or pop, on some paths and
// not on others: its callers see each of the ways as a path of theirs. A kernel
// has no caller, so it must leave nothing open and pop nothing that it did not
// push.
//
//===----------------------------------------------------------------------===//

#include "Pass/Checks/Checks.h"
#include "Pass/Checks/Paths.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace llvm;

namespace iket {
namespace {

/// One range may be found wrong after another.
constexpr unsigned MaxFaults = 16;

class RangeChecker : public PathRules {
public:
  RangeChecker(const Module &M, const EventTable &Table, Diagnostics &Diags)
      : M(M), Table(Table), Diags(Diags) {
    for (const EventCall &E : Table.calls())
      if (E.isPop() || isPush(E)) {
        Events[E.Call] = &E;
        const Function *F = E.Call->getFunction();
        WithEvents.insert(F);
        HasIndirect |= F->hasAddressTaken();
      }
  }

  void run() {
    // Callees first, so that their effects are known. Functions that call each
    // other are taken to have none.
    CallGraph Calls(const_cast<Module &>(M));
    for (auto SCC = scc_begin(&Calls); !SCC.isAtEnd(); ++SCC)
      for (const CallGraphNode *Node : *SCC)
        if (const Function *F = Node->getFunction(); F && !F->isDeclaration())
          check(*F, SCC.hasCycle());
  }

  bool step(const Point &P, PathState &State,
            std::optional<Fault> &Found) override;
  bool mayLeave(const Point &P, const PathState &State,
                std::optional<Fault> &Found) override;

private:
  bool isPush(const EventCall &E) const {
    return !E.Declarations.empty() && !E.isPop() &&
           Table.declarations()[E.Declarations.front()].Kind ==
               DeclarationKind::Push;
  }
  StringRef nameOf(const EventCall &E) const {
    return Table.declarations()[E.Declarations.front()].Name;
  }
  bool mayPush(const EventCall &E, StringRef Name) const {
    return any_of(E.Declarations, [&](unsigned Index) {
      return Table.declarations()[Index].Name == Name;
    });
  }

  const std::optional<CallEffects> *effectsOf(const CallBase &Call) const;
  void check(const Function &F, bool IsRecursive);
  void report(const Function &F, const Fault &Found);
  void reportLeftOpen(const Function &F, const Fault &Found);

  const Module &M;
  const EventTable &Table;
  Diagnostics &Diags;
  FlowGraph::EventMap Events;
  DenseSet<const Function *> WithEvents;
  /// Any range may be pushed or popped by a call of an unknown function.
  bool HasIndirect = false;
  const std::optional<CallEffects> Unknown = std::nullopt;
  /// Of functions that do something to their caller's ranges.
  std::map<const Function *, std::optional<CallEffects>> Effects;
  bool InKernel = false;
  size_t MaxOpen = 0;
  /// Where each push was popped, for messages about paths that differ.
  DenseMap<const EventCall *, const EventCall *> PopOf;
  /// Events that were reported, and count as right from then on.
  DenseSet<const EventCall *> Reported;
};

/// Whether a declaration may hide pushes or pops of another module.
bool mayRecord(const Function &F) {
  StringRef Name = F.getName();
  return !F.isIntrinsic() && !Name.starts_with("__iket_") &&
         !Name.starts_with("__nv_") && !Name.starts_with("cuda") &&
         !is_contained({"vprintf", "malloc", "free", "__assertfail"}, Name);
}

/// What \p Call may do to ranges: null for nothing, none if that is unknown.
const std::optional<CallEffects> *
RangeChecker::effectsOf(const CallBase &Call) const {
  if (Call.isInlineAsm())
    return nullptr;
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return HasIndirect ? &Unknown : nullptr;
  if (Callee->isDeclaration())
    return mayRecord(*Callee) ? &Unknown : nullptr;
  auto It = Effects.find(Callee);
  return It == Effects.end() ? nullptr : &It->second;
}

bool RangeChecker::step(const Point &P, PathState &State,
                        std::optional<Fault> &Found) {
  const EventCall &E = *P.Event;
  if (!E.isPop()) {
    State.Open.push_back(&E);
    return State.Open.size() <= MaxOpen;
  }
  if (State.Open.empty()) {
    if (!InKernel) {
      State.Closed.push_back(&E);
      return State.Closed.size() <= MaxOpen;
    }
    if (Reported.contains(&E))
      return true;
    Found = {Fault::NothingOpen, &E, nullptr, &P};
    return false;
  }
  const EventCall *Push = State.Open.pop_back_val();
  PopOf.try_emplace(Push, &E);
  if (E.B.Kind != BuiltinKind::RangePopName || Reported.contains(&E))
    return true;
  if (E.Name.leaves().size() != 1 ||
      mayPush(*Push, E.Name.leaves().front().Text))
    return true;
  Found = {Fault::WrongName, &E, Push, &P};
  return false;
}

bool RangeChecker::mayLeave(const Point &P, const PathState &State,
                            std::optional<Fault> &Found) {
  if (!InKernel && P.Ending == Point::Returns)
    return true;
  for (const EventCall *Push : State.Open)
    if (!Reported.contains(Push)) {
      Found = {Fault::LeftOpen, Push, nullptr, &P};
      return false;
    }
  return true;
}

void RangeChecker::check(const Function &F, bool IsRecursive) {
  bool Matters = WithEvents.contains(&F), IsUnknown = false;
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (const std::optional<CallEffects> *E = effectsOf(*Call)) {
        Matters |= E->has_value();
        IsUnknown |= !E->has_value();
      }
  std::optional<CallEffects> Returned;
  if (!IsUnknown) {
    if (!Matters)
      return;
    FlowGraph Graph(F, Events, [&](const CallBase &Call) {
      const std::optional<CallEffects> *E = effectsOf(Call);
      return E ? &**E : nullptr;
    });
    InKernel = isKernel(F);
    MaxOpen = 4 + count_if(Graph.points(),
                           [](const Point &P) { return P.Event != nullptr; });
    for (unsigned I = 0; I != MaxFaults; ++I) {
      std::optional<Fault> Found = findFault(Graph, *this, Returned);
      if (!Found)
        break;
      report(F, *Found);
      Reported.insert(Found->Event);
    }
  }
  bool HasNone = Returned && Returned->areNone();
  if (!HasNone)
    Effects[&F] = IsRecursive ? std::nullopt : std::move(Returned);
}

void RangeChecker::report(const Function &F, const Fault &Found) {
  const EventCall &E = *Found.Event;
  if (Found.Kind == Fault::LeftOpen)
    return reportLeftOpen(F, Found);
  if (Found.Kind == Fault::WrongName)
    Diags.warning(warning::Unbalanced, E.Call->getFunction(), E.Where,
                  "range_pop names '" + E.Name.leaves().front().Text +
                      "' but the innermost open range is '" +
                      nameOf(*Found.Other) + "', pushed at " +
                      Found.Other->Where.str() + "; close that one first");
  else if (Found.Where->At == E.Call)
    Diags.warning(warning::Unbalanced, &F, E.Where,
                  "range_pop on a path where no range is open; push one, or "
                  "remove it");
  else
    Diags.warning(warning::Unbalanced, &F, E.Where,
                  "range_pop where its caller, the kernel '" + F.getName() +
                      "', has no range open; push one, or remove it");
}

void RangeChecker::reportLeftOpen(const Function &F, const Fault &Found) {
  const EventCall &Push = *Found.Event;
  const EventCall *Pop = PopOf.lookup(&Push);
  SourceLocation At = getDebugLocation(*Found.Where->At);
  Diags.warning(
      warning::Unbalanced, Push.Call->getFunction(), Push.Where,
      "range '" + nameOf(Push) + "' is left open " +
          (Pop ? "on a path to " : "") +
          (Found.Where->Ending == Point::Exits ? "where inline assembly exits"
                                               : "where the kernel returns") +
          (At.isKnown() ? " (" + At.str() + ")" : std::string()) +
          (Pop && Pop->Where.isKnown()
               ? ", and closed on another at " + Pop->Where.str() +
                     "; close it on every path, or use iket::scoped_range"
               : "; close it there, or use iket::scoped_range"));
}

} // namespace

void checkRanges(const Module &M, const EventTable &Table, Diagnostics &Diags) {
  RangeChecker(M, Table, Diags).run();
}

} // namespace iket
