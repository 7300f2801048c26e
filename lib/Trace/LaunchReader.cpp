//===- LaunchReader.cpp - The events of one launch ------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses a launch's three arrays where they lie, checks each event, and hands
// the good ones on. A bad event is reported with its launch, index and byte.
//
//===----------------------------------------------------------------------===//

#include "Trace/FileState.h"
#include "Trace/JsonCursor.h"
#include <algorithm>

namespace iket::trace {
namespace {

/// rangeType of a range with a token; other values are nested.
constexpr std::uint64_t TokenType = 1;

/// What indices may be while a lost table gives no way to check them: more
/// names than the ABI has ids, and more warps than a GPU runs in a second.
constexpr std::size_t MaxLostNames = 1 << 13, MaxLostLocations = 1 << 22;

/// Kernels do not run that long: a time that lies farther from the others of
/// its launch was recorded or written wrongly, and would make every picture
/// empty.
constexpr std::uint64_t FarTime = 3'600'000'000'000;

/// How many times tell where a launch lies.
constexpr std::size_t EnoughTimes = 9;

/// A time, index or payload that may be absent.
struct Field {
  std::uint64_t Value = 0;
  bool Present = false;
};

std::uint64_t distance(std::uint64_t A, std::uint64_t B) {
  return A < B ? B - A : A - B;
}

bool isPayloadType(std::uint64_t Type) {
  return Type <= 7 || (Type >= 11 && Type <= 16);
}

class LaunchReader {
public:
  LaunchReader(const file::state &S, const launch &L, visitor &V)
      : S(S), L(L), V(V),
        Repeated(L.index < S.Checked.size() && S.Checked[L.index]) {}

  void run() {
    try {
      // Markers and lifetimes first, wherever they lie: they tell when a warp
      // was last seen, which is where its open ranges end.
      readArray("warpLifetimes", L.lifetimes_at, [&] { readLifetime(); });
      findCenter();
      for (const Lifetime &W : Lifetimes)
        takeLifetime(W);
      readArray("markers", L.markers_at, [&] { readMark(); });
      readArray("ranges", L.ranges_at, [&] { readRange(); });
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
      IsSound = true;
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

  void readRange();
  void readMark();
  void readLifetime();
  void findCenter();
  void sampleTimes(std::uint64_t At, const char *Member,
                   std::vector<std::uint64_t> &Times) const;
  bool isPlausible(std::uint64_t Time);
  void closeOpenRanges();

  /// null is the same as no field.
  void readNullable(Field &F) {
    if (!Cursor->takeNull())
      readNumber(F);
  }
  void readNumber(Field &F) {
    if (std::optional<std::uint64_t> Value = Cursor->readUnsigned())
      F = {*Value, true};
    else
      IsSound = false;
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
    bool IsBad = !S.BadLocations.empty() && S.BadLocations.count(F.Value) != 0;
    if (IsBad)
      problemHere(problem_kind::bad_index,
                  "location " + std::to_string(F.Value) + ", which is damaged");
    return !IsBad;
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
    if (Location >= LastSeen.size())
      LastSeen.resize(std::max<std::size_t>(S.Locations.size(), Location + 1));
    LastSeen[Location] = std::max(LastSeen[Location], Time);
  }
  /// Recorders write 0 where they have no time. Where the launch lies at 0, it
  /// is one.
  bool isMissing(Field Time) const {
    return !Time.Present || (Time.Value == 0 && Center >= wrap_ns);
  }
  /// False, and told, where a number of this element could not be read.
  bool isReadable() {
    if (!IsSound)
      problemHere(problem_kind::bad_number);
    return IsSound;
  }

  /// One as it lies in the file, before it is known where the launch does.
  struct Lifetime {
    std::size_t Index;
    std::uint64_t At;
    Field Where, Start, End;
  };
  void takeLifetime(const Lifetime &W);

  const file::state &S;
  const launch &L;
  visitor &V;
  const bool Repeated;
  std::vector<Lifetime> Lifetimes;
  JsonCursor *Cursor = nullptr;
  const char *Array = "";
  std::size_t Index = 0;
  std::uint64_t ElementAt = 0;
  std::uint64_t BytesRead = 0; ///< In the arrays that are done.
  bool IsSound = true;         ///< All numbers of this element are such.
  /// A time in the midst of the launch; 0 where nothing tells.
  std::uint64_t Center = 0;
  std::vector<range> Open;
  /// When each warp was last heard of, by location.
  std::vector<std::uint64_t> LastSeen;
};

/// The median of a launch's times, of which few can be wrong.
void LaunchReader::findCenter() {
  std::vector<std::uint64_t> Times;
  for (const Lifetime &W : Lifetimes)
    if (W.Start.Present && W.Start.Value != 0)
      Times.push_back(W.Start.Value);
  if (Times.size() < EnoughTimes)
    sampleTimes(L.markers_at, "timestamp", Times);
  if (Times.size() < EnoughTimes)
    sampleTimes(L.ranges_at, "startTs", Times);
  if (Times.empty())
    return;
  auto Middle = Times.begin() + Times.size() / 2;
  std::nth_element(Times.begin(), Middle, Times.end());
  Center = *Middle;
}

/// Adds the times of the first elements of the array at \p At.
void LaunchReader::sampleTimes(std::uint64_t At, const char *Member,
                               std::vector<std::uint64_t> &Times) const {
  if (At == 0)
    return;
  JsonCursor C(S.Fd, At);
  std::size_t Left = EnoughTimes;
  C.forEachElementUntil([&] {
    C.forEachMember([&](std::string_view Key) {
      std::optional<std::uint64_t> Time;
      if (Key == Member)
        Time = C.readUnsigned();
      else
        C.skipValue();
      if (Time.value_or(0) != 0)
        Times.push_back(*Time);
    });
    return --Left == 0;
  });
}

bool LaunchReader::isPlausible(std::uint64_t Time) {
  if (Center == 0 || distance(Time, Center) <= FarTime)
    return true;
  problemHere(problem_kind::far_time, std::to_string(Time) + ", " +
                                          std::to_string(Center) +
                                          " is in the midst of them");
  return false;
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
        readNullable(Type);
      else if (Key == "payloadVal")
        readNullable(Bits);
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
      readNullable(Start);
    else if (Key == "endTs")
      readNullable(End);
    else if (Key == "rangeNameIdx")
      readNumber(Name);
    else if (Key == "rangeType")
      readNumber(Type);
    else if (Key == "internalEvents")
      readInternalEvents(R);
    else if (Key == "warpLocIdxs")
      Cursor->forEachElement([&] { readNumber(Where[Places++ ? 1 : 0]); });
    else
      Cursor->skipValue();
  });
  if (!Where[1].Present)
    Where[1] = Where[0];
  if (!isReadable() || !checkName(Name) || !checkLocation(Where[0]) ||
      !checkLocation(Where[1]))
    return;
  R.name = static_cast<std::uint32_t>(Name.Value);
  R.start_location = static_cast<std::uint32_t>(Where[0].Value);
  R.end_location = static_cast<std::uint32_t>(Where[1].Value);
  R.token = Type.Value == TokenType;
  R.start = Start.Value;
  R.end = End.Value;

  if (isMissing(Start))
    return problemHere(isMissing(End) ? problem_kind::time_zero
                                      : problem_kind::stray_end,
                       nameOf(R));
  if (!isPlausible(R.start) || (!isMissing(End) && !isPlausible(R.end)))
    return;
  sawWarp(R.start_location, R.start);
  if (isMissing(End)) {
    problemHere(problem_kind::unclosed, nameOf(R));
    R.unclosed = true;
    Open.push_back(R);
    return;
  }
  if (R.end < R.start)
    return problemHere(problem_kind::end_before_start,
                       std::to_string(R.start) + " to " +
                           std::to_string(R.end));
  if (R.duration() >= wrap_ns)
    problemHere(problem_kind::ambiguous_time);
  sawWarp(R.end_location, R.end);
  V.on_range(R);
}

void LaunchReader::readMark() {
  Field Name, Time, Where, Type, Bits;
  Cursor->forEachMember([&](std::string_view Key) {
    if (Key == "timestamp")
      readNullable(Time);
    else if (Key == "markerNameIdx")
      readNumber(Name);
    else if (Key == "locIdx")
      readNumber(Where);
    else if (Key == "payloadType")
      readNullable(Type);
    else if (Key == "payloadVal")
      readNullable(Bits);
    else
      Cursor->skipValue();
  });
  if (!isReadable() || !checkName(Name) || !checkLocation(Where))
    return;
  if (isMissing(Time))
    return problemHere(problem_kind::time_zero);
  if (!isPlausible(Time.Value))
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
  Lifetime W{Index, ElementAt, {}, {}, {}};
  Cursor->forEachMember([&](std::string_view Key) {
    if (Key == "startTs")
      readNullable(W.Start);
    else if (Key == "endTs")
      readNullable(W.End);
    else if (Key == "locIdx")
      readNumber(W.Where);
    else
      Cursor->skipValue();
  });
  if (isReadable() && checkLocation(W.Where))
    Lifetimes.push_back(W);
}

void LaunchReader::takeLifetime(const Lifetime &W) {
  Index = W.Index;
  ElementAt = W.At;
  if (isMissing(W.Start) || isMissing(W.End))
    return problemHere(problem_kind::time_zero);
  if (W.End.Value < W.Start.Value)
    return problemHere(problem_kind::end_before_start);
  if (!isPlausible(W.Start.Value) || !isPlausible(W.End.Value))
    return;
  lifetime Life;
  Life.location = static_cast<std::uint32_t>(W.Where.Value);
  Life.start = W.Start.Value;
  Life.end = W.End.Value;
  if (Life.end - Life.start >= wrap_ns)
    problemHere(problem_kind::ambiguous_time);
  sawWarp(Life.location, Life.end);
  V.on_lifetime(Life);
}

void LaunchReader::closeOpenRanges() {
  for (range &R : Open) {
    R.end = std::max(R.start, LastSeen[R.start_location]);
    V.on_range(R);
  }
}

} // namespace

void readLaunch(const file::state &S, const launch &L, visitor &V) {
  LaunchReader(S, L, V).run();
}

} // namespace iket::trace
