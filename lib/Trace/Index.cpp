//===- Index.cpp - The tables and the launches' heads ---------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one pass over the whole file. Tables may come before or after the
// launches, and events mean nothing without them, so this pass takes the tables
// and steps over the events, keeping where each launch's events lie.
//
//===----------------------------------------------------------------------===//

#include "Trace/FileState.h"
#include "Trace/JsonCursor.h"
#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace iket::trace {
namespace {

/// The only version of the format there is.
constexpr std::uint64_t KnownVersion = 1;
/// The kernel of a launch that has not been named yet.
constexpr std::uint32_t NoKernel = UINT32_MAX;

/// The highest indices that a trace's events use.
struct HighestIndices : visitor {
  std::size_t Names = 0, Locations = 0;
  void sawName(std::size_t I) { Names = std::max(Names, I + 1); }
  void sawLocation(std::size_t I) { Locations = std::max(Locations, I + 1); }
  void on_range(const range &R) override {
    sawName(R.name);
    sawLocation(R.start_location);
    sawLocation(R.end_location);
  }
  void on_mark(const mark &M) override {
    sawName(M.name);
    sawLocation(M.location);
  }
  void on_lifetime(const lifetime &W) override { sawLocation(W.location); }
};

class IndexReader {
public:
  explicit IndexReader(file::state &S)
      : S(S), Cursor(S.Fd, 0, S.Opts.on_progress) {}

  void run() {
    try {
      readRoot();
    } catch (const error &E) {
      if (!S.Opts.salvage || (S.Launches.empty() && Graphs.empty()))
        throw error(S.Path + ": " + E.what() + hint(), E.offset);
      std::size_t Whole = S.Launches.size() + Graphs.size() - SawDamaged;
      S.report({problem_kind::damaged, E.offset, nullptr, "", 0,
                std::string(E.what()) + "; kept " + std::to_string(Whole) +
                    (Whole == 1 ? " whole launch" : " whole launches") +
                    (SawDamaged ? " and the whole warps of one more" : "")});
    }
    numberLaunches();
    S.NamesLost = !SawNames;
    S.LocationsLost = !SawLocations;
    if (S.NamesLost || S.LocationsLost)
      makeUpTables();
  }

private:
  void readRoot();
  void readNames();
  void readLocations();
  void readLaunches();
  void numberLaunches();
  void readMeta();
  void makeUpTables();
  void readGraphLaunches();
  std::uint32_t internKernel(std::string_view Name);
  void checkText(std::uint64_t Offset) {
    if (Cursor.sawBadText())
      S.report({problem_kind::bad_text, Offset, nullptr, "", 0, ""});
  }
  std::array<std::uint32_t, 3> readTriple();
  std::uint32_t readUnsigned32() {
    return std::uint32_t(readUnsigned(UINT32_MAX));
  }
  /// A number of the launch or location at hand; one that is none is reported
  /// and counts as 0.
  std::uint64_t readUnsigned(std::uint64_t Most = UINT64_MAX) {
    Cursor.peek();
    std::uint64_t At = Cursor.offset();
    std::optional<std::uint64_t> Number = Cursor.readUnsigned();
    if (Number && *Number <= Most)
      return *Number;
    IsSound = false;
    S.report({problem_kind::bad_number, At, nullptr, "", 0,
              Number ? std::to_string(*Number) + ", of 32 bits" : ""});
    return 0;
  }
  void readLaunchHead(launch &L);
  void addLaunch(std::vector<launch> &Into, const std::string &Graph = "");
  const char *hint() const {
    return SawLaunches && !S.Opts.salvage
               ? " (--salvage reads what lies before it)"
               : "";
  }

  file::state &S;
  JsonCursor Cursor;
  std::vector<launch> Graphs;
  std::unordered_map<std::string, std::uint32_t> KernelIndex;
  bool SawNames = false, SawLocations = false, SawLaunches = false;
  bool SawDamaged = false;
  bool IsSound = true; ///< All numbers of the location at hand are such.
};

void IndexReader::readRoot() {
  Cursor.forEachMember([&](std::string_view Key) {
    if (Key == "stringTable")
      readNames();
    else if (Key == "locationTable")
      readLocations();
    else if (Key == "launches")
      readLaunches();
    else if (Key == "graphLaunches")
      readGraphLaunches();
    else if (Key == "meta")
      readMeta();
    else
      Cursor.skipValue();
  });
  if (!Cursor.atEnd())
    Cursor.fail("text behind the end of the trace");
  const char *Missing = !SawLaunches    ? "launches"
                        : !SawNames     ? "stringTable"
                        : !SawLocations ? "locationTable"
                                        : nullptr;
  if (Missing)
    Cursor.fail(std::string("not a trace: it has no \"") + Missing + "\",");
}

void IndexReader::readNames() {
  S.Names.clear();
  Cursor.forEachElement([&] {
    std::uint64_t At = Cursor.offset();
    S.Names.emplace_back(Cursor.readString());
    checkText(At);
  });
  SawNames = true;
}

void IndexReader::readLocations() {
  S.Locations.clear();
  Cursor.forEachElement([&] {
    warp_location L;
    IsSound = true;
    Cursor.forEachMember([&](std::string_view Key) {
      if (Key == "smId")
        L.sm = readUnsigned32();
      else if (Key == "tpcId")
        L.tpc = readUnsigned32();
      else if (Key == "gpcId")
        L.gpc = readUnsigned32();
      else if (Key == "warpId")
        L.warp = readUnsigned32();
      else if (Key == "ctaId")
        L.cta = readTriple();
      else if (Key == "clusterId" && !Cursor.takeNull())
        L.cluster = readTriple();
      else if (Key != "clusterId")
        Cursor.skipValue();
    });
    if (!IsSound)
      S.BadLocations.insert(S.Locations.size());
    S.Locations.push_back(L);
  });
  SawLocations = true;
}

void IndexReader::readLaunches() {
  S.Launches.clear();
  SawLaunches = true;
  Cursor.forEachElement([&] { addLaunch(S.Launches); });
}

/// Adds a launch; when salvaging, also one in which the file breaks off.
void IndexReader::addLaunch(std::vector<launch> &Into,
                            const std::string &Graph) {
  launch L;
  L.graph = Graph;
  auto Add = [&] {
    L.end = Cursor.offset();
    if (L.kernel == NoKernel)
      L.kernel = internKernel("unnamed kernel");
    Into.push_back(std::move(L));
  };
  try {
    readLaunchHead(L);
  } catch (const error &) {
    L.damaged = SawDamaged = L.ranges_at || L.markers_at || L.lifetimes_at;
    if (S.Opts.salvage && L.damaged)
      Add();
    throw;
  }
  Add();
}

void IndexReader::readLaunchHead(launch &L) {
  Cursor.peek();
  L.begin = Cursor.offset();
  L.kernel = NoKernel;
  auto StepOver = [&](std::uint64_t &At) {
    if (Cursor.peek() != '[')
      Cursor.fail("expected an array");
    At = Cursor.offset();
    Cursor.skipValue();
  };
  Cursor.forEachMember([&](std::string_view Key) {
    if (Key == "ranges")
      StepOver(L.ranges_at);
    else if (Key == "markers")
      StepOver(L.markers_at);
    else if (Key == "warpLifetimes")
      StepOver(L.lifetimes_at);
    else if (Key == "contextId")
      L.context = readUnsigned();
    else if (Key == "gridId")
      L.grid = readUnsigned();
    else if (Key == "kernelName") {
      L.kernel = internKernel(Cursor.readString());
      checkText(L.begin);
    } else if (Key.size() == 8 && Key.substr(0, 7) == "gridDim" &&
               Key[7] >= 'X' && Key[7] <= 'Z') {
      std::size_t Axis = Key[7] - 'X';
      L.grid_dim[Axis] = readUnsigned();
    } else if (Key.size() == 9 && Key.substr(0, 8) == "blockDim" &&
               Key[8] >= 'X' && Key[8] <= 'Z') {
      std::size_t Axis = Key[8] - 'X';
      L.block_dim[Axis] = readUnsigned();
    } else
      Cursor.skipValue();
  });
}

void IndexReader::readMeta() {
  Cursor.forEachMember([&](std::string_view Key) {
    if (Key != "version")
      return Cursor.skipValue();
    std::uint64_t At = Cursor.offset();
    std::optional<std::uint64_t> Version = Cursor.readUnsigned();
    if (Version != KnownVersion)
      S.report({problem_kind::unknown_version, At, nullptr, "", 0,
                Version ? std::to_string(*Version) : "no number"});
  });
}

/// For each launch of a CUDA graph, the launches of its kernel nodes.
void IndexReader::readGraphLaunches() {
  Graphs.clear();
  Cursor.forEachMember([&](std::string_view Key) {
    std::string Graph(Key);
    checkText(Cursor.offset());
    Cursor.forEachElement([&] { addLaunch(Graphs, Graph); });
  });
}

/// Graphs stand first in the file, but a launch keeps its number whether or not
/// there are any.
void IndexReader::numberLaunches() {
  std::move(Graphs.begin(), Graphs.end(), std::back_inserter(S.Launches));
  for (std::size_t I = 0; I != S.Launches.size(); ++I)
    S.Launches[I].index = I;
}

/// A file that broke off before its tables still tells how many names and warps
/// there were, which is enough to tell them apart.
void IndexReader::makeUpTables() {
  auto Quiet = std::exchange(S.Opts.on_problem, nullptr);
  HighestIndices Highest;
  for (const launch &L : S.Launches)
    readLaunch(S, L, Highest);
  S.Opts.on_problem = std::move(Quiet);
  if (std::exchange(S.NamesLost, false))
    for (std::size_t I = S.Names.size(); I < Highest.Names; ++I)
      S.Names.push_back("name " + std::to_string(I));
  if (std::exchange(S.LocationsLost, false))
    for (std::size_t I = S.Locations.size(); I < Highest.Locations; ++I) {
      warp_location L;
      L.warp = static_cast<std::uint32_t>(I);
      S.Locations.push_back(L);
    }
}

std::uint32_t IndexReader::internKernel(std::string_view Name) {
  auto [It, New] = KernelIndex.try_emplace(
      std::string(Name), static_cast<std::uint32_t>(S.Kernels.size()));
  if (New)
    S.Kernels.emplace_back(Name);
  return It->second;
}

std::array<std::uint32_t, 3> IndexReader::readTriple() {
  std::array<std::uint32_t, 3> Triple{};
  std::size_t Count = 0;
  Cursor.forEachElement([&] {
    if (Count == 3)
      Cursor.fail("expected three numbers");
    Triple[Count++] = readUnsigned32();
  });
  return Triple;
}

} // namespace

void readIndex(file::state &S) { IndexReader(S).run(); }

} // namespace iket::trace
