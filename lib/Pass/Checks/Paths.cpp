//===- Paths.cpp - What is wrong on a function's paths --------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Checks/Paths.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Support/Regex.h"
#include <map>

using namespace llvm;

namespace iket {
namespace {

/// Beyond this, nothing is said about a function, or about further cases of it.
constexpr size_t MaxNodes = 10000;
constexpr size_t MaxEffects = 8;

/// Whether inline assembly ends the thread: always, or perhaps.
enum class AsmExit { Never, Perhaps, Always };
AsmExit exitOf(const CallBase &Call) {
  auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  SmallVector<StringRef> Match;
  if (!Asm || !Regex("(^|[;{}\n])([^;{}\n]*[ \t])?exit[ \t]*;")
                   .match(Asm->getAsmString(), &Match))
    return AsmExit::Never;
  return Match[0].contains('@') ||
                 StringRef(Asm->getAsmString()).contains("bra")
             ? AsmExit::Perhaps
             : AsmExit::Always;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

/// The graph's points, each with the states in which paths come by.
class Search {
public:
  Search(const FlowGraph &Graph, PathRules &Rules,
         const FlowGraph::Case *Taken = nullptr)
      : Graph(Graph), Rules(Rules), Taken(Taken) {
    IsComplete = explore();
    if (IsComplete)
      findGood();
  }

  bool isComplete() const { return IsComplete; }
  size_t size() const { return Nodes.size(); }
  bool entryIsGood() const { return IsGood[0]; }

  /// The states at returns; none if they are too many.
  std::optional<CallEffects> returned() const {
    CallEffects Effects;
    // Of each node, the states that it may return in, as bits; the highest is
    // for those that never return.
    std::vector<unsigned> Leads(Nodes.size());
    for (auto [Index, N] : enumerate(Nodes)) {
      Point::EndingKind Ending = Graph.points()[N.Point].Ending;
      if (Ending == Point::GoesOn || !N.IsEnd)
        continue;
      if (Ending != Point::Returns) {
        Leads[Index] = 1u << MaxEffects;
        continue;
      }
      auto *It = find(Effects.States, N.State);
      Leads[Index] = 1u << (It - Effects.States.begin());
      if (It == Effects.States.end())
        Effects.States.push_back(N.State);
      if (Effects.States.size() > MaxEffects)
        return std::nullopt;
    }
    if (!IsComplete)
      return std::nullopt;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (size_t I = Nodes.size(); I-- != 0;)
        for (unsigned Next : Nodes[I].Next) {
          Changed |= (Leads[I] | Leads[Next]) != Leads[I];
          Leads[I] |= Leads[Next];
        }
    }
    SmallSetVector<unsigned, 4> Sets;
    for (const auto &[From, To] : choices()) {
      unsigned Set = 0;
      for (unsigned Next : To)
        Set |= Leads[Next];
      Sets.insert(Set);
    }
    Sets.insert(Leads[0]);
    for (unsigned Set : Sets) {
      if (Set == 0 || Set >> MaxEffects)
        continue;
      Effects.Meant.emplace_back();
      for (unsigned I = 0; I != Effects.States.size(); ++I)
        if (Set >> I & 1)
          Effects.Meant.back().push_back(I);
    }
    return Effects;
  }

  /// The first fault on the way from \p From.
  std::optional<Fault> firstFrom(SmallVector<unsigned> From) const {
    BitVector Seen(Nodes.size());
    for (size_t I = 0; I != From.size(); ++I) {
      const Node &N = Nodes[From[I]];
      if (N.Wrong)
        return N.Wrong;
      for (unsigned Next : N.Next)
        if (!Seen.test(Next)) {
          Seen.set(Next);
          From.push_back(Next);
        }
    }
    return std::nullopt;
  }

  /// A fault behind an edge that no path through it avoids, though some other
  /// path comes to its point and avoids all.
  std::optional<Fault> behindSomeEdge() const {
    BitVector GoodPoints(Graph.points().size());
    for (auto [Index, N] : enumerate(Nodes))
      if (IsGood[Index])
        GoodPoints.set(N.Point);
    for (const auto &[From, To] : choices())
      if (GoodPoints.test(From) &&
          none_of(To, [&](unsigned Next) { return IsGood[Next]; }))
        if (std::optional<Fault> Found = firstFrom(To))
          return Found;
    return std::nullopt;
  }

private:
  struct Node {
    unsigned Point;
    PathState State;
    std::optional<Fault> Wrong;
    bool IsEnd = false;
    SmallVector<unsigned, 2> Next;
    SmallVector<unsigned, 2> Slots; ///< Which edge of the point each is.
  };

  /// What is meant at each point that paths come to: the point, and the nodes
  /// that the edges of one of its sets lead to.
  std::vector<std::pair<unsigned, SmallVector<unsigned>>> choices() const {
    MapVector<std::pair<unsigned, unsigned>, SmallVector<unsigned>> To;
    for (const Node &N : Nodes)
      for (auto [Next, Slot] : zip(N.Next, N.Slots))
        for (auto [Set, Slots] : enumerate(Graph.points()[N.Point].Meant))
          if (is_contained(Slots, Slot))
            To[{N.Point, Set}].push_back(Next);
    std::vector<std::pair<unsigned, SmallVector<unsigned>>> Choices;
    for (const auto &[From, Nodes] : To)
      Choices.emplace_back(From.first, Nodes);
    return Choices;
  }

  unsigned nodeFor(unsigned P, const PathState &State) {
    auto [It, IsNew] = Known.try_emplace({P, State}, Nodes.size());
    if (IsNew)
      Nodes.push_back({P, State, std::nullopt, false, {}, {}});
    return It->second;
  }

  bool explore() {
    nodeFor(0, {});
    for (unsigned I = 0; I != Nodes.size(); ++I) {
      if (Nodes.size() > MaxNodes)
        return false;
      const Point &P = Graph.points()[Nodes[I].Point];
      PathState State = Nodes[I].State;
      std::optional<Fault> Wrong;
      if (P.Event && !Rules.step(P, State, Wrong)) {
        Nodes[I].Wrong = Wrong;
        continue;
      }
      if (P.Ending == Point::Stops) {
        Nodes[I].IsEnd = true;
      } else if (P.Ending != Point::GoesOn) {
        Nodes[I].IsEnd = Rules.mayLeave(P, State, Wrong);
        Nodes[I].Wrong = Wrong;
      }
      for (unsigned Slot = 0; Slot != P.Next.size(); ++Slot) {
        if (Taken && P.Block)
          if (auto It = Taken->find(P.Block);
              It != Taken->end() && It->second != Slot)
            continue;
        unsigned Next = nodeFor(P.Next[Slot], State);
        Nodes[I].Next.push_back(Next);
        Nodes[I].Slots.push_back(Slot);
      }
    }
    return true;
  }

  /// Good is what can come to an end without a fault.
  void findGood() {
    std::vector<SmallVector<unsigned, 2>> Before(Nodes.size());
    SmallVector<unsigned> Worklist;
    IsGood.resize(Nodes.size());
    for (auto [Index, N] : enumerate(Nodes)) {
      for (unsigned Next : N.Next)
        Before[Next].push_back(Index);
      if (N.IsEnd)
        Worklist.push_back(Index);
    }
    while (!Worklist.empty()) {
      unsigned Index = Worklist.pop_back_val();
      if (IsGood.test(Index))
        continue;
      IsGood.set(Index);
      append_range(Worklist, Before[Index]);
    }
  }

  const FlowGraph &Graph;
  PathRules &Rules;
  const FlowGraph::Case *Taken;
  std::vector<Node> Nodes;
  std::map<std::pair<unsigned, PathState>, unsigned> Known;
  BitVector IsGood;
  bool IsComplete = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// FlowGraph
//===----------------------------------------------------------------------===//

FlowGraph::FlowGraph(
    const Function &F, const EventMap &Events,
    function_ref<const CallEffects *(const CallBase &)> EffectsOf) {
  ReversePostOrderTraversal<const Function *> Order(&F);
  for (const BasicBlock *BB : Order)
    HeadOf[BB] = add({&BB->front()});
  for (const BasicBlock *BB : Order)
    addBlock(*BB, Events, EffectsOf);
  markEndless();
  findCases(F);
}

unsigned FlowGraph::add(Point P) {
  Points.push_back(std::move(P));
  return Points.size() - 1;
}

void FlowGraph::addBlock(
    const BasicBlock &BB, const EventMap &Events,
    function_ref<const CallEffects *(const CallBase &)> EffectsOf) {
  unsigned Last = HeadOf.lookup(&BB);
  auto Append = [&](unsigned From, const Instruction &I,
                    const EventCall *Event) {
    unsigned New = add({&I, Event});
    Points[From].Next.push_back(New);
    return New;
  };
  for (const Instruction &I : BB) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    auto *CI = dyn_cast<CallInst>(Call);
    if (const EventCall *E = CI ? Events.lookup(CI) : nullptr) {
      Last = Append(Last, I, E);
    } else if (AsmExit Exit = exitOf(*Call); Exit != AsmExit::Never) {
      Last = Append(Last, I, nullptr);
      unsigned Leaves = Append(Last, I, nullptr);
      Points[Leaves].Ending = Point::Exits;
      Points[Last].Meant = {{0}, {1}};
      if (Exit == AsmExit::Always)
        return;
      Last = Append(Last, I, nullptr);
    } else if (const CallEffects *Effects = EffectsOf(*Call)) {
      if (Effects->States.empty()) {
        Points[Last].Ending = Point::Stops;
        return;
      }
      SmallVector<unsigned> Ends;
      Points[Last].Meant = Effects->Meant;
      for (const PathState &Effect : Effects->States) {
        unsigned At = Append(Last, I, nullptr);
        for (const EventCall *E : Effect.Closed)
          At = Append(At, I, E);
        for (const EventCall *E : Effect.Open)
          At = Append(At, I, E);
        Ends.push_back(At);
      }
      Last = add({&I});
      for (unsigned End : Ends)
        Points[End].Next.push_back(Last);
    }
  }
  const Instruction *End = BB.getTerminator();
  Last = Append(Last, *End, nullptr);
  Points[Last].Block = &BB;
  TailOf[&BB] = Last;
  if (isa<ReturnInst>(End))
    Points[Last].Ending = Point::Returns;
  else if (succ_empty(&BB))
    Points[Last].Ending = Point::Stops;
  for (auto [Index, Next] : enumerate(successors(&BB))) {
    Points[Last].Next.push_back(HeadOf.lookup(Next));
    if (Index != 0 || !isa<SwitchInst>(End))
      Points[Last].Meant.push_back({unsigned(Index)});
  }
  // A constant condition has one successor.
  if (auto *Branch = dyn_cast<BranchInst>(End);
      Branch && Branch->isConditional())
    if (auto *C = dyn_cast<ConstantInt>(Branch->getCondition()))
      Points[Last].Next = {HeadOf.lookup(Branch->getSuccessor(C->isZero()))};
}

/// A point that control never leaves again is an end.
void FlowGraph::markEndless() {
  std::vector<SmallVector<unsigned, 2>> Before(Points.size());
  SmallVector<unsigned> Worklist;
  for (auto [Index, P] : enumerate(Points)) {
    for (unsigned Next : P.Next)
      Before[Next].push_back(Index);
    if (P.Ending != Point::GoesOn)
      Worklist.push_back(Index);
  }
  BitVector Leaves(Points.size());
  while (!Worklist.empty()) {
    unsigned Index = Worklist.pop_back_val();
    if (Leaves.test(Index))
      continue;
    Leaves.set(Index);
    append_range(Worklist, Before[Index]);
  }
  for (auto [Index, P] : enumerate(Points))
    if (!Leaves.test(Index))
      P.Ending = Point::Stops;
}

std::optional<Fault> findFault(const FlowGraph &Graph, PathRules &Rules,
                               std::optional<CallEffects> &Returned) {
  Search Any(Graph, Rules);
  Returned = Any.returned();
  if (!Any.isComplete())
    return std::nullopt;
  if (std::optional<Fault> Found =
          Any.entryIsGood() ? Any.behindSomeEdge() : Any.firstFrom({0}))
    return Found;
  size_t Looked = 0;
  for (const FlowGraph::Case &Taken : Graph.cases()) {
    if (Looked > MaxNodes)
      break;
    Search One(Graph, Rules, &Taken);
    Looked += One.size();
    if (!One.isComplete() || One.entryIsGood())
      continue;
    if (std::optional<Fault> Found = One.firstFrom({0}))
      return Found;
  }
  return std::nullopt;
}

} // namespace iket
