//===- LaunchReader.cpp - The events of one launch ------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses a launch's three arrays where they lie, checks each event, and passes
// the good ones to the visitor. A bad one is reported with its launch, index
// and byte, and left out.
//
//===----------------------------------------------------------------------===//

#include "Trace/FileState.h"
#include "Trace/JsonCursor.h"
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace iket::trace {
namespace {

/// rangeType of a range with a token; other values are nested.
constexpr std::uint64_t TokenType = 1;

/// What indices may be while a lost table gives no way to check them: more
/// names than the ABI has ids, and more warps than a GPU runs in a second.
constexpr std::size_t MaxLostNames = 1 << 13, MaxLostLocations = 1 << 22;

/// Times of one launch lie closer together than this: 30 days, where a flipped
/// bit in the upper half of a time moves it by 52 days or more.
constexpr std::uint64_t FarNs = 30ull * 24 * 3600 * 1'000'000'000;

std::uint64_t distance(std::uint64_t A, std::uint64_t B) {
  return A > B ? A - B : B - A;
}

/// Times of one warp that lie less than a wrap from each other.
struct Cluster {
  std::uint64_t First = UINT64_MAX, Last = 0;
  /// The event that began it, for a report.
  const char *Array = "";
  std::size_t Index = 0;
  std::uint64_t At = 0;

  bool empty() const { return First > Last; }
  std::uint64_t distanceTo(const Cluster &C) const {
    return C.First > Last   ? C.First - Last
           : First > C.Last ? First - C.Last
                            : 0;
  }
  bool takes(std::uint64_t Time) {
    if (!empty() && (Time < First  ? First - Time
                     : Time > Last ? Time - Last
                                   : 0) >= wrap_ns)
      return false;
    First = std::min(First, Time);
    Last = std::max(Last, Time);
    return true;
  }
};

/// A time, index or payload that may be absent.
struct Field {
  std::uint64_t Value = 0;
  bool Present = false;
};

bool isPayloadType(std::uint64_t Type) {
  return Type <= 7 || (Type >= 11 && Type <= 16);
}

class LaunchReader {
public:
  LaunchReader(const file::state &S, const launch &L, visitor &V)
      : S(S), L(L), V(V),
        Repeated(L.index < S.Checked.size() && S.Checked[L.index]) {}

  void run() {
    if (L.damaged)
      findWholeWarps();
    if (!S.TypicalTime)
      S.TypicalTime = typicalTime();
    Typical = S.TypicalTime.value_or(0);
    try {
      // Markers and lifetimes first, wherever they lie: they tell when a warp
      // was last seen, which is where its open ranges end.
      readLifetimes();
      readMarks();
      readRanges();
    } catch (const error &E) {
      std::string Message = "launch " + std::to_string(L.index) + ", " + Array +
                            "[" + std::to_string(Index) + "]: " + E.what();
      if (!S.Opts.salvage)
        throw error(S.Path + ": " + Message, E.offset);
      report({problem_kind::damaged, E.offset, &L, Array, Index, E.what()});
    }
    if (S.Opts.on_progress)
      S.Opts.on_progress(L.end);
    closeOpenRanges();
    reportGaps();
    if (S.Opts.on_problem && !Repeated) {
      S.Checked.resize(S.Launches.size());
      S.Checked[L.index] = true;
    }
  }

private:
  template <typename Fn>
  void readArray(const char *Name, std::uint64_t At, Fn ReadElement) {
    if (At == 0)
      return;
    JsonCursor C(S.Fd, At, progressFrom(At));
    Cursor = &C;
    Array = Name;
    Index = 0;
    C.forEachElement([&] {
      ElementAt = C.offset();
      BadField = nullptr;
      ReadElement();
      ++Index;
    });
    BytesRead += C.offset() - At;
  }

  /// Tells how far the launch is read: which byte of an array that begins at
  /// \p At is only a part of that.
  std::function<void(std::uint64_t)> progressFrom(std::uint64_t At) const {
    if (!S.Opts.on_progress)
      return nullptr;
    return [this, At](std::uint64_t Byte) {
      S.Opts.on_progress(L.begin + BytesRead + (Byte - At));
    };
  }

  void readLifetimes() {
    readArray("warpLifetimes", L.lifetimes_at, [&] { readLifetime(); });
  }
  void readMarks() {
    readArray("markers", L.markers_at, [&] { readMark(); });
  }
  void readRanges() {
    readArray("ranges", L.ranges_at, [&] { readRange(); });
  }
  void readRange();
  void readMark();
  void readLifetime();
  void closeOpenRanges();
  void reportGaps();

  /// null is the same as no field.
  void read(Field &F, const char *Name) {
    if (Cursor->takeNull())
      return;
    std::optional<std::uint64_t> Number = Cursor->readUnsigned();
    F = {Number.value_or(0), Number.has_value()};
    if (!Number)
      BadField = Name;
  }
  /// Reports an event that has a field of another kind than it must be.
  bool hasBadField() {
    if (BadField)
      problemHere(problem_kind::bad_number, BadField);
    return BadField != nullptr;
  }
  void readPayloadField(Field &F) {
    const char *Before = BadField;
    read(F, "");
    if (std::exchange(BadField, Before) != Before)
      problemHere(problem_kind::bad_payload, "not a whole number");
  }

  std::optional<std::uint64_t> typicalTime() const;
  /// No time was recorded: 0 is one only where the launch's times are near it.
  bool isMissing(Field Time) const {
    return !Time.Present || (Time.Value == 0 && Typical >= wrap_ns);
  }
  bool checkTime(Field Time);

  /// The warps of which the file has all events, when it breaks off in this
  /// launch.
  void findWholeWarps();
  /// Whether to go on with an event of this warp.
  bool wantsWarp(std::uint32_t Location) {
    if (Scanning) {
      Whole.resize(std::max<std::size_t>(Whole.size(), Location + 1));
      Whole[LastScanned = Location] = true;
      return false;
    }
    return !L.damaged || (Location < Whole.size() && Whole[Location]);
  }

  /// Reads the payloads of a range's two ends.
  void readInternalEvents(range &R);
  payload makePayload(Field Type, Field Bits);

  bool checkName(Field F) {
    return checkIndex(F, S.NamesLost ? MaxLostNames : S.Names.size(), "name");
  }
  bool checkLocation(Field F) {
    if (!checkIndex(F, S.LocationsLost ? MaxLostLocations : S.Locations.size(),
                    "location"))
      return false;
    if (S.BadLocations.empty() || S.BadLocations.count(F.Value) == 0)
      return true;
    problemHere(problem_kind::bad_index,
                "location " + std::to_string(F.Value) + ", which is damaged");
    return false;
  }
  bool checkIndex(Field F, std::size_t Size, const char *What);
  std::string nameOf(const range &R) const {
    return S.NamesLost ? std::string() : S.Names[R.name];
  }
  void report(problem P) {
    if (!Repeated)
      S.report(std::move(P));
  }
  void problemHere(problem_kind Kind, std::string Detail = "") {
    report({Kind, ElementAt, &L, Array, Index, std::move(Detail)});
  }
  void sawWarp(std::uint32_t Location, std::uint64_t Time) {
    if (Location >= Seen.size())
      Seen.resize(std::max<std::size_t>(S.Locations.size(), Location + 1));
    if (!Seen[Location].takes(Time))
      sawGap(Location, Time);
  }
  void sawGap(std::uint32_t Location, std::uint64_t Time);

  const file::state &S;
  const launch &L;
  visitor &V;
  const bool Repeated;
  JsonCursor *Cursor = nullptr;
  const char *Array = "";
  std::size_t Index = 0;
  std::uint64_t ElementAt = 0;
  std::uint64_t BytesRead = 0;    ///< In the arrays that are done.
  const char *BadField = nullptr; ///< Of the event at hand.
  std::uint64_t Typical = 0;      ///< A time that most of the launch is near.
  bool KnowsTypical = false;      ///< It is the launch's and not the trace's.
  std::vector<range> Open;
  /// Where the times of each warp lie, by location; and those that are a wrap
  /// or more away from them.
  std::vector<Cluster> Seen;
  std::map<std::uint32_t, std::vector<Cluster>> Apart;
  bool Scanning = false;
  std::uint32_t LastScanned = 0;
  std::vector<bool> Whole; ///< By location.
};

/// The median of the first few times, which one bad time does not move far.
std::optional<std::uint64_t> LaunchReader::typicalTime() const {
  constexpr std::size_t Enough = 16;
  std::vector<std::uint64_t> Times;
  for (std::uint64_t At : {L.lifetimes_at, L.markers_at, L.ranges_at}) {
    if (At == 0 || Times.size() >= Enough)
      continue;
    JsonCursor C(S.Fd, At);
    try {
      C.forEachElement([&] {
        C.forEachMember([&](std::string_view Key) {
          if (Key != "startTs" && Key != "endTs" && Key != "timestamp")
            return C.skipValue();
          if (auto Time = C.readUnsigned(); Time.value_or(0) != 0)
            Times.push_back(*Time);
        });
        return Times.size() < Enough;
      });
    } catch (const error &) {
      // Reading the array proper reports it.
    }
  }
  if (Times.empty())
    return std::nullopt;
  auto Middle = Times.begin() + std::ptrdiff_t(Times.size() / 2);
  std::nth_element(Times.begin(), Middle, Times.end());
  return *Middle;
}

bool LaunchReader::checkTime(Field Time) {
  if (distance(Time.Value, Typical) < FarNs)
    return true;
  // This launch may have run at another time than the trace's first.
  if (!std::exchange(KnowsTypical, true))
    Typical = typicalTime().value_or(Typical);
  if (distance(Time.Value, Typical) < FarNs)
    return true;
  problemHere(problem_kind::far_time, std::to_string(Time.Value));
  return false;
}

void LaunchReader::findWholeWarps() {
  Scanning = true;
  try {
    // The file breaks off in the last of them, or behind it.
    std::uint64_t Last = std::max({L.lifetimes_at, L.markers_at, L.ranges_at});
    if (Last == L.ranges_at)
      readRanges();
    else if (Last == L.markers_at)
      readMarks();
    else
      readLifetimes();
  } catch (const error &) {
    // Of the warp that came last there may have been more.
    if (LastScanned < Whole.size())
      Whole[LastScanned] = false;
  }
  Scanning = false;
  BytesRead = 0;
}

/// Takes a time that is a wrap or more from the others of its warp, as far as
/// they are known by now.
void LaunchReader::sawGap(std::uint32_t Location, std::uint64_t Time) {
  std::vector<Cluster> &Clusters = Apart[Location];
  for (Cluster &C : Clusters)
    if (C.takes(Time))
      return;
  Clusters.push_back({Time, Time, Array, Index, ElementAt});
}

/// Events hold the low half of a time. Between neighbours that are a wrap or
/// more apart, nobody can tell how often it wrapped.
void LaunchReader::reportGaps() {
  for (auto &[Location, Clusters] : Apart) {
    std::sort(Clusters.begin(), Clusters.end(), [](auto &A, auto &B) {
      return std::tie(A.At, A.First) < std::tie(B.At, B.First);
    });
    // Later events may have closed a gap.
    std::vector<Cluster> Near = {Seen[Location]};
    for (bool Grew = true; Grew;) {
      Grew = false;
      for (Cluster &C : Clusters)
        if (!C.empty() && std::any_of(Near.begin(), Near.end(), [&](auto &N) {
              return N.distanceTo(C) < wrap_ns;
            })) {
          Near.push_back(std::exchange(C, {}));
          Grew = true;
        }
    }
    for (const Cluster &C : Clusters)
      if (!C.empty())
        report({problem_kind::ambiguous_time, C.At, &L, C.Array, C.Index, ""});
  }
}

bool LaunchReader::checkIndex(Field F, std::size_t Size, const char *What) {
  if (!F.Present) {
    problemHere(problem_kind::missing_field, std::string("its ") + What);
    return false;
  }
  if (F.Value < Size)
    return true;
  problemHere(problem_kind::bad_index, std::string(What) + " " +
                                           std::to_string(F.Value) + " of " +
                                           std::to_string(Size));
  return false;
}

payload LaunchReader::makePayload(Field Type, Field Bits) {
  if (!Type.Present || Type.Value == 0 || !Bits.Present)
    return {};
  if (!isPayloadType(Type.Value)) {
    problemHere(problem_kind::bad_payload, std::to_string(Type.Value));
    return {};
  }
  return {static_cast<payload_type>(Type.Value), Bits.Value};
}

void LaunchReader::readInternalEvents(range &R) {
  std::size_t Count = 0;
  R.start_payload = R.end_payload = {};
  Cursor->forEachElement([&] {
    Field Type, Bits;
    Cursor->forEachMember([&](std::string_view Key) {
      if (Key == "payloadType")
        readPayloadField(Type);
      else if (Key == "payloadVal")
        readPayloadField(Bits);
      else
        Cursor->skipValue();
    });
    payload P = makePayload(Type, Bits);
    (Count++ == 0 ? R.start_payload : R.end_payload) = P;
  });
}

void LaunchReader::readRange() {
  range R;
  R.index = Index;
  Field Name, Start, End, Type, Where[2];
  std::size_t Places = 0;
  Cursor->forEachMember([&](std::string_view Key) {
    if (Key == "startTs")
      read(Start, "startTs");
    else if (Key == "endTs")
      read(End, "endTs");
    else if (Key == "rangeNameIdx")
      read(Name, "rangeNameIdx");
    else if (Key == "rangeType")
      read(Type, "rangeType");
    else if (Key == "internalEvents")
      readInternalEvents(R);
    else if (Key == "warpLocIdxs")
      Cursor->forEachElement(
          [&] { read(Where[Places++ ? 1 : 0], "warpLocIdxs"); });
    else
      Cursor->skipValue();
  });
  if (hasBadField())
    return;
  if (!Where[1].Present)
    Where[1] = Where[0];
  if (!checkName(Name) || !checkLocation(Where[0]) || !checkLocation(Where[1]))
    return;
  R.name = static_cast<std::uint32_t>(Name.Value);
  R.start_location = static_cast<std::uint32_t>(Where[0].Value);
  R.end_location = static_cast<std::uint32_t>(Where[1].Value);
  if (!wantsWarp(R.start_location))
    return;
  R.token = Type.Value == TokenType;
  R.start = Start.Value;
  R.end = End.Value;

  bool Ends = !isMissing(End);
  if (isMissing(Start))
    return problemHere(Ends ? problem_kind::stray_end : problem_kind::time_zero,
                       nameOf(R));
  if (!checkTime(Start) || (Ends && !checkTime(End)))
    return;
  if (!Ends) {
    sawWarp(R.start_location, R.start);
    problemHere(problem_kind::unclosed, nameOf(R));
    R.unclosed = true;
    Open.push_back(R);
    return;
  }
  if (R.end < R.start)
    return problemHere(problem_kind::end_before_start,
                       std::to_string(R.start) + " to " +
                           std::to_string(R.end));
  sawWarp(R.start_location, R.start);
  sawWarp(R.end_location, R.end);
  V.on_range(R);
}

void LaunchReader::readMark() {
  Field Name, Time, Where, Type, Bits;
  Cursor->forEachMember([&](std::string_view Key) {
    if (Key == "timestamp")
      read(Time, "timestamp");
    else if (Key == "markerNameIdx")
      read(Name, "markerNameIdx");
    else if (Key == "locIdx")
      read(Where, "locIdx");
    else if (Key == "payloadType")
      readPayloadField(Type);
    else if (Key == "payloadVal")
      readPayloadField(Bits);
    else
      Cursor->skipValue();
  });
  if (hasBadField() || !checkName(Name) || !checkLocation(Where) ||
      !wantsWarp(static_cast<std::uint32_t>(Where.Value)))
    return;
  if (isMissing(Time))
    return problemHere(problem_kind::time_zero);
  if (!checkTime(Time))
    return;
  mark M;
  M.index = Index;
  M.name = static_cast<std::uint32_t>(Name.Value);
  M.location = static_cast<std::uint32_t>(Where.Value);
  M.time = Time.Value;
  M.value = makePayload(Type, Bits);
  sawWarp(M.location, M.time);
  V.on_mark(M);
}

void LaunchReader::readLifetime() {
  Field Where, Start, End;
  Cursor->forEachMember([&](std::string_view Key) {
    if (Key == "startTs")
      read(Start, "startTs");
    else if (Key == "endTs")
      read(End, "endTs");
    else if (Key == "locIdx")
      read(Where, "locIdx");
    else
      Cursor->skipValue();
  });
  if (hasBadField() || !checkLocation(Where) ||
      !wantsWarp(static_cast<std::uint32_t>(Where.Value)))
    return;
  if (isMissing(Start) || isMissing(End))
    return problemHere(problem_kind::time_zero);
  if (!checkTime(Start) || !checkTime(End))
    return;
  if (End.Value < Start.Value)
    return problemHere(problem_kind::end_before_start);
  lifetime W;
  W.location = static_cast<std::uint32_t>(Where.Value);
  W.start = Start.Value;
  W.end = End.Value;
  sawWarp(W.location, W.start);
  sawWarp(W.location, W.end);
  V.on_lifetime(W);
}

void LaunchReader::closeOpenRanges() {
  for (range &R : Open) {
    R.end = Seen[R.start_location].Last;
    if (auto Found = Apart.find(R.start_location); Found != Apart.end())
      for (const Cluster &C : Found->second)
        R.end = std::max(R.end, C.Last);
    V.on_range(R);
  }
}

} // namespace

void readLaunch(const file::state &S, const launch &L, visitor &V) {
  LaunchReader(S, L, V).run();
}

} // namespace iket::trace
