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
         Warps.empty() && Ctas.empty() && Contexts.empty() && Time.empty();
}

namespace {

[[noreturn]] void reject(const std::string &What, std::string_view Text) {
  throw std::invalid_argument("invalid " + What + ": '" + std::string(Text) +
                              "'");
}

std::uint64_t parseNumber(std::string_view Text, const std::string &What,
                          std::string_view Whole) {
  std::optional<std::uint64_t> Value = iket::parseNumber(Text);
  if (!Value)
    reject(What, Whole);
  return *Value;
}

NumberSet parseNumbers(const std::string &List, const char *Option) {
  NumberSet Numbers;
  if (!Numbers.add(List))
    reject(std::string("number list for ") + Option + ", such as 3 or 0,4-7",
           List);
  return Numbers;
}

/// CTA coordinates, of which any may be left open.
class CtaPattern {
public:
  explicit CtaPattern(const std::string &Text) {
    const char *What = "CTA for --cta, such as 5 or 0,*,2";
    auto Pieces = splitAt(Text, ',');
    if (Pieces.size() > 3)
      reject(What, Text);
    for (std::size_t I = 0; I != Pieces.size(); ++I)
      if (Pieces[I] != "*")
        Axes[I] = parseNumber(Pieces[I], What, Text);
  }
  bool contains(const std::array<std::uint32_t, 3> &Cta) const {
    for (std::size_t I = 0; I != 3; ++I)
      if (Axes[I] && *Axes[I] != Cta[I])
        return false;
    return true;
  }

private:
  std::array<std::optional<std::uint64_t>, 3> Axes;
};

struct EarliestTime : visitor {
  std::uint64_t Time = UINT64_MAX;
  void on_range(const range &R) override { Time = std::min(Time, R.start); }
  void on_mark(const mark &M) override { Time = std::min(Time, M.time); }
  void on_lifetime(const lifetime &W) override {
    Time = std::min(Time, W.start);
  }
};

/// True when \p Label is a shortened one, and \p Text has what is between its
/// dots, in order.
bool hasElided(std::string_view Text, std::string_view Label) {
  constexpr std::string_view Dots = "…";
  if (Label.find(Dots) == Label.npos)
    return false;
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

/// Narrows the \p Wanted of \p Items down to those that one of an option's
/// values matches. \p Parse makes of a value what is called with an item.
template <typename T, typename Fn>
void narrow(std::vector<bool> &Wanted, const std::vector<T> &Items,
            const char *Option, const std::vector<std::string> &Values,
            std::vector<std::string> &Unmatched, Fn Parse) {
  if (Values.empty())
    return;
  std::vector<bool> Matched(Items.size());
  for (const std::string &Value : Values) {
    auto Matches = Parse(Value);
    bool Any = Items.empty();
    for (std::size_t I = 0; I != Items.size(); ++I)
      if (Matches(Items[I]))
        Matched[I] = Any = true;
    if (!Any)
      Unmatched.push_back(std::string(Option) + " '" + Value + "'");
  }
  for (std::size_t I = 0; I != Items.size(); ++I)
    Wanted[I] = Wanted[I] && Matched[I];
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
  const char *What = "time span for --time, such as 0:1.5ms or 20us:";
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
               const FilterSpec &Spec)
    : LaunchWanted(Trace.launches().size(), true),
      NameWanted(Trace.names().size(), true),
      LocationWanted(Trace.locations().size(), true) {
  auto Launches = [&](const char *Option, auto &Values, auto Parse) {
    narrow(LaunchWanted, Trace.launches(), Option, Values, Unmatched, Parse);
  };
  auto Locations = [&](const char *Option, auto &Values, auto Parse) {
    narrow(LocationWanted, Trace.locations(), Option, Values, Unmatched, Parse);
  };
  auto Numbers = [](const char *Option, auto Number) {
    return [=](const std::string &Value) {
      return [=, Set = parseNumbers(Value, Option)](const auto &Item) {
        return Set.contains(Number(Item));
      };
    };
  };
  Launches("--launch", Spec.Launches,
           Numbers("--launch", [](const launch &L) { return L.index; }));
  Launches("--context", Spec.Contexts,
           Numbers("--context", [](const launch &L) { return L.context; }));
  Launches("--kernel", Spec.Kernels, [&](const std::string &Value) {
    return [&](const launch &L) {
      // The label may be that of a larger set: a summary of several traces.
      return matchesName(Trace.kernels()[L.kernel], Value) ||
             matchesName(Labels.full(L.kernel), Value) ||
             matchesName(Labels.label(L.kernel), Value) ||
             hasElided(Labels.full(L.kernel), Value);
    };
  });
  narrow(NameWanted, Trace.names(), "--name", Spec.Names, Unmatched,
         [](const std::string &Value) {
           return [&](const std::string &Name) {
             return matchesName(Name, Value);
           };
         });
  Locations("--sm", Spec.Sms,
            Numbers("--sm", [](const warp_location &L) { return L.sm; }));
  Locations("--warp", Spec.Warps,
            Numbers("--warp", [](const warp_location &L) { return L.warp; }));
  Locations("--cta", Spec.Ctas, [](const std::string &Value) {
    return [Cta = CtaPattern(Value)](const warp_location &L) {
      return Cta.contains(L.cta);
    };
  });
  if (Spec.Time.empty())
    return;
  auto [Begin, End] = parseSpan(Spec.Time);
  std::uint64_t Origin = traceStart(Trace);
  From = Origin + Begin;
  if (End)
    To = Origin + *End;
}

} // namespace iket::trace
