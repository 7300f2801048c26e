//===- Filter.cpp - Which events are wanted -------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Filter.h"
#include "Support/Numbers.h"
#include "Support/Text.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <string_view>

namespace iket::trace {

bool FilterSpec::empty() const {
  return Kernels.empty() && Names.empty() && Launches.empty() && Sms.empty() &&
         Warps.empty() && Ctas.empty() && Time.empty();
}

namespace {

[[noreturn]] void reject(const std::string &What, std::string_view Text) {
  throw std::invalid_argument("'" + std::string(Text) + "' is no " + What);
}

std::uint64_t parseNumber(std::string_view Text, const std::string &What,
                          std::string_view Whole) {
  std::optional<std::uint64_t> Value = iket::parseNumber(Text);
  if (!Value)
    reject(What, Whole);
  return *Value;
}

NumberSet parseNumbers(const std::vector<std::string> &Lists,
                       const char *Option) {
  NumberSet Numbers;
  for (const std::string &List : Lists)
    if (!Numbers.add(List))
      reject(std::string("list of numbers for ") + Option +
                 ", such as 3 or 0,4-7",
             List);
  return Numbers;
}

/// CTA coordinates, of which any may be left open.
class CtaSet {
public:
  explicit CtaSet(const std::vector<std::string> &Texts) {
    const char *What = "CTA for --cta, such as 5 or 0,*,2";
    for (const std::string &Text : Texts) {
      auto Pieces = splitAt(Text, ',');
      if (Pieces.size() > 3)
        reject(What, Text);
      std::array<std::optional<std::uint64_t>, 3> Pattern;
      for (std::size_t I = 0; I != Pieces.size(); ++I)
        if (Pieces[I] != "*")
          Pattern[I] = parseNumber(Pieces[I], What, Text);
      Patterns.push_back(Pattern);
    }
  }
  bool contains(const std::array<std::uint32_t, 3> &Cta) const {
    auto Matches = [&](auto &Pattern) {
      for (std::size_t I = 0; I != 3; ++I)
        if (Pattern[I] && *Pattern[I] != Cta[I])
          return false;
      return true;
    };
    return Patterns.empty() ||
           std::any_of(Patterns.begin(), Patterns.end(), Matches);
  }

private:
  std::vector<std::array<std::optional<std::uint64_t>, 3>> Patterns;
};

struct EarliestTime : visitor {
  std::uint64_t Time = UINT64_MAX;
  void on_range(const range &R) override { Time = std::min(Time, R.start); }
  void on_mark(const mark &M) override { Time = std::min(Time, M.time); }
  void on_lifetime(const lifetime &W) override {
    Time = std::min(Time, W.start);
  }
};

/// True when \p Text has what stands between the dots of \p Label, in order.
bool hasElided(std::string_view Text, std::string_view Label) {
  constexpr std::string_view Dots = "…";
  while (true) {
    std::size_t End = Label.find(Dots);
    std::string_view Piece = Label.substr(0, End);
    std::size_t At = Text.find(Piece);
    if (At == Text.npos)
      return false;
    if (End == Label.npos)
      return true;
    Text.remove_prefix(At + Piece.size());
    Label.remove_prefix(End + Dots.size());
  }
}

/// Which kernels have one of the \p Wanted texts in their name, in any form.
std::vector<bool> wantedKernels(const std::vector<std::string> &Wanted,
                                const std::vector<std::string> &Mangled,
                                const KernelLabels &Labels) {
  std::vector<bool> Result(Mangled.size(), Wanted.empty());
  for (const std::string &W : Wanted) {
    bool Found = false;
    for (std::size_t I = 0; I != Mangled.size(); ++I)
      for (const std::string *Form :
           {&Mangled[I], &Labels.full(I), &Labels.label(I)})
        if (Form->find(W) != Form->npos)
          Found = Result[I] = true;
    // The label may be that of a larger set: a summary of several traces.
    for (std::size_t I = 0; I != Mangled.size() && !Found; ++I)
      if (hasElided(Labels.full(I), W))
        Result[I] = true;
  }
  return Result;
}

bool matchesName(const std::vector<std::string> &Wanted,
                 const std::string &Name) {
  return Wanted.empty() ||
         std::any_of(Wanted.begin(), Wanted.end(), [&](const std::string &W) {
           return matchesGlob(Name, W);
         });
}

} // namespace

std::uint64_t parseTime(const std::string &Text) {
  double Value = 0;
  const char *End = Text.data() + Text.size();
  auto [Unit, Error] = std::from_chars(Text.data(), End, Value);
  std::string_view Suffix(Unit, End - Unit);
  double Scale = Suffix.empty() || Suffix == "ns" ? 1
                 : Suffix == "us"                 ? 1e3
                 : Suffix == "ms"                 ? 1e6
                 : Suffix == "s"                  ? 1e9
                                                  : 0;
  if (Error != std::errc() || Scale == 0 || !(Value >= 0) ||
      Value * Scale >= 1e19)
    reject("time, such as 250, 1.5us or 2ms", Text);
  return static_cast<std::uint64_t>(
      std::llround(std::min(Value * Scale, 9e18)));
}

std::pair<std::uint64_t, std::optional<std::uint64_t>>
parseSpan(const std::string &Text) {
  const char *What = "span of time for --time, such as 0:1.5ms or 20us:";
  std::size_t Colon = Text.find(':');
  if (Colon == Text.npos)
    reject(What, Text);
  std::string Begin = Text.substr(0, Colon), End = Text.substr(Colon + 1);
  std::uint64_t From = Begin.empty() ? 0 : parseTime(Begin);
  if (End.empty())
    return {From, std::nullopt};
  std::uint64_t To = parseTime(End);
  if (To <= From)
    reject(What, Text);
  return {From, To};
}

std::uint64_t traceStart(const file &Trace) {
  EarliestTime Earliest;
  for (const launch &L : Trace.launches())
    Trace.read(L, Earliest);
  return Earliest.Time == UINT64_MAX ? 0 : Earliest.Time;
}

Filter::Filter(const file &Trace, const KernelLabels &Labels,
               const FilterSpec &Spec) {
  NumberSet Launches = parseNumbers(Spec.Launches, "--launch");
  NumberSet Sms = parseNumbers(Spec.Sms, "--sm");
  NumberSet Warps = parseNumbers(Spec.Warps, "--warp");
  CtaSet Ctas(Spec.Ctas);
  std::vector<bool> Kernels =
      wantedKernels(Spec.Kernels, Trace.kernels(), Labels);
  for (const launch &L : Trace.launches())
    LaunchWanted.push_back(Launches.contains(L.index) && Kernels[L.kernel]);
  for (const std::string &Name : Trace.names())
    NameWanted.push_back(matchesName(Spec.Names, Name));
  for (const location &L : Trace.locations())
    LocationWanted.push_back(Sms.contains(L.sm) && Warps.contains(L.warp) &&
                             Ctas.contains(L.cta));
  if (Spec.Time.empty())
    return;
  auto [Begin, End] = parseSpan(Spec.Time);
  std::uint64_t Origin = traceStart(Trace);
  From = Origin + Begin;
  if (End)
    To = Origin + *End;
}

} // namespace iket::trace
