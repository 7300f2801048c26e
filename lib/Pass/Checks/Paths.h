//===- Paths.h - What is wrong on a function's paths ------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches may go together in ways that no analysis sees: "if (on) push(); ...;
// if (on) pop();". So a fault counts only where no path avoids it: behind some
// edge of the control flow, which somebody wrote to be taken, every path runs
// into one; or every path does with one value of something that several
// branches test, as two switches over a role do.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_CHECKS_PATHS_H
#define IKET_PASS_CHECKS_PATHS_H

#include "Pass/EventTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace iket {

/// What was done to ranges on the way to a point.
struct PathState {
  /// Pops of ranges that were open on entry; of a token, its end.
  llvm::SmallVector<const EventCall *, 2> Closed;
  /// What is open, innermost last.
  llvm::SmallVector<const EventCall *, 4> Open;

  bool operator==(const PathState &O) const {
    return Closed == O.Closed && Open == O.Open;
  }
  bool operator<(const PathState &O) const {
    return std::tie(Closed, Open) < std::tie(O.Closed, O.Open);
  }
};

/// The ways in which a call may change its caller's ranges.
struct CallEffects {
  llvm::SmallVector<PathState, 2> States;
  /// Sets of indices of States. Of each, one must happen now and then.
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>> Meant;

  bool areNone() const {
    return States.size() == 1 && States[0] == PathState();
  }
};

/// A point of a function: where a block begins, an event runs, or control
/// leaves.
struct Point {
  enum EndingKind { GoesOn, Returns, Exits, Stops };

  /// The event itself, or the call of the function that it is in.
  const llvm::Instruction *At;
  const EventCall *Event = nullptr;
  EndingKind Ending = GoesOn;
  /// The block that ends here, or null.
  const llvm::BasicBlock *Block = nullptr;
  llvm::SmallVector<unsigned, 2> Next = {};
  /// Sets of indices of Next. Of each, one must be taken now and then. What is
  /// left of a switch is in none: nobody may have meant it.
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>> Meant = {};
};

/// The points of a function; the first is its entry.
class FlowGraph {
public:
  using EventMap = llvm::DenseMap<const llvm::CallInst *, const EventCall *>;
  /// \p EffectsOf gives null for a call that changes nothing.
  FlowGraph(const llvm::Function &F, const EventMap &Events,
            llvm::function_ref<const CallEffects *(const llvm::CallBase &)>
                EffectsOf);

  llvm::ArrayRef<Point> points() const { return Points; }

  /// The one successor that blocks have when something that several of them
  /// test has one value.
  using Case = llvm::DenseMap<const llvm::BasicBlock *, unsigned>;
  llvm::ArrayRef<Case> cases() const { return Cases; }

private:
  unsigned add(Point P);
  void addBlock(const llvm::BasicBlock &BB, const EventMap &Events,
                llvm::function_ref<const CallEffects *(const llvm::CallBase &)>
                    EffectsOf);
  void markEndless();
  void findCases(const llvm::Function &F);

  std::vector<Point> Points;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> HeadOf, TailOf;
  std::vector<Case> Cases;
};

/// What is wrong at a point: with \p Event, and because of \p Other if any.
struct Fault {
  enum FaultKind { LeftOpen, NothingOpen, WrongName, Again };

  FaultKind Kind;
  const EventCall *Event;
  const EventCall *Other;
  const Point *Where;
};

/// What a check makes of events.
class PathRules {
public:
  virtual ~PathRules() = default;
  /// Changes \p State by the event at \p P. False where that can't be: with
  /// \p Found set, or without if the path is not worth following.
  virtual bool step(const Point &P, PathState &State,
                    std::optional<Fault> &Found) = 0;
  /// Whether control may leave at \p P.
  virtual bool mayLeave(const Point &P, const PathState &State,
                        std::optional<Fault> &Found) = 0;
};

/// A fault of \p Graph that no path avoids, the first of them; none if there is
/// none, or too much to follow. \p Returned gets the states at returns;
/// nullopt when they are too many.
std::optional<Fault> findFault(const FlowGraph &Graph, PathRules &Rules,
                               std::optional<CallEffects> &Returned);

} // namespace iket

#endif // IKET_PASS_CHECKS_PATHS_H
