//===- ExportChrome.cpp - JSON of Chrome's trace viewer -------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Export.h"
#include "Trace/Lanes.h"
#include "Trace/Payload.h"
#include "Trace/Tracks.h"
#include <algorithm>
#include <cmath>
#include <tuple>

namespace iket::trace {
namespace {

/// Everything is a complete event (X) or an instant (i): begin and end events
/// lose their partners in some viewers. An SM is a process, and a warp or one
/// of its lanes is a thread, in the order of numbers by explicit sort indices.
class ChromeWriter {
public:
  ChromeWriter(const ExportInput &In, OutputFile &Out)
      : In(In), Out(Out), Rank(rankLocations(In.Trace.locations())),
        InContext(In.Trace), Tracks(Rank.size(), InContext.size()) {
    for (const warp_location &L : In.Trace.locations())
      Processes = std::max(Processes, std::uint64_t(L.sm) + 2);
  }

  ExportCounts run();

private:
  static constexpr std::size_t MarksLane = SIZE_MAX, Launches = SIZE_MAX;

  /// A place for events: a track of a warp, and there which lane.
  struct ThreadKey {
    std::size_t Track, Lane;
    bool operator<(const ThreadKey &K) const {
      return std::tie(Track, Lane) < std::tie(K.Track, K.Lane);
    }
  };
  /// Names and orders a thread at its first event, and returns its number.
  std::uint64_t thread(std::uint64_t Process, ThreadKey Key,
                       std::uint64_t Order, const std::string &Name);
  /// The process of a context's launches, behind which those of its SMs come.
  std::uint64_t launchProcess(std::uint32_t Context) const {
    return Context * Processes;
  }
  void process(std::uint64_t Process, std::uint32_t Context,
               const std::string &Name);
  void meta(const char *What, std::uint64_t Process, std::uint64_t Thread,
            const std::string &Args);
  void addWarp(const WarpEvents &E, const launch &Launch);
  void addLaunch(const launch &L);
  /// Writes one event, whose arguments are \p Args.
  void event(const std::string &Name, std::uint64_t Process,
             std::uint64_t Thread, std::uint64_t Start, std::uint64_t Duration,
             bool Instant, const std::string &Args);
  void separate() {
    Out << (First ? "\n" : ",\n");
    First = false;
  }

  const ExportInput &In;
  OutputFile &Out;
  std::vector<std::uint32_t> Rank;
  std::uint64_t Origin = 0;
  std::uint64_t Processes = 1; ///< Of each context.
  std::map<std::uint64_t, bool> NamedProcesses;
  std::map<ThreadKey, std::uint64_t> Threads;
  Contexts InContext;
  WarpTracks Tracks;
  Lanes Places;
  LaunchSpan Span;
  std::map<std::uint32_t, LaunchTracks> LaunchPlaces; ///< By context.
  bool First = true;
  ExportCounts Counts;
};

/// Microseconds with three decimals: exact nanoseconds, and from the trace's
/// start they fit the doubles that viewers read them into for 100 days.
std::string microseconds(std::uint64_t Nanoseconds) {
  std::string Text = std::to_string(Nanoseconds / 1000) + ".";
  std::string Rest = std::to_string(Nanoseconds % 1000);
  return Text + std::string(3 - Rest.size(), '0') + Rest;
}

/// A number, or a string where JavaScript's numbers would not hold the value.
std::string jsonPayload(payload P) {
  constexpr std::uint64_t Exact = std::uint64_t(1) << 53;
  bool Fits = false;
  switch (formOf(P.type)) {
  case PayloadForm::Signed:
    Fits = std::uint64_t(std::llabs(signedValue(P))) <= Exact;
    break;
  case PayloadForm::Unsigned:
    Fits = unsignedValue(P) <= Exact;
    break;
  case PayloadForm::Real:
    Fits = std::isfinite(realValue(P));
    break;
  case PayloadForm::Pointer:
    break;
  }
  std::string Text = payloadText(P);
  // A real stays one: "-0" would be read as the integer 0.
  if (formOf(P.type) == PayloadForm::Real &&
      Text.find_first_of(".en") == Text.npos)
    Text += ".0";
  return Fits ? Text : jsonString(Text);
}

void addArgument(std::string &Args, const char *Name,
                 const std::string &Value) {
  Args += (Args.empty() ? "\"" : ",\"") + std::string(Name) + "\":" + Value;
}

void ChromeWriter::meta(const char *What, std::uint64_t Process,
                        std::uint64_t Thread, const std::string &Args) {
  separate();
  Out << "{\"ph\":\"M\",\"name\":\"" << What
      << "\",\"pid\":" << std::to_string(Process)
      << ",\"tid\":" << std::to_string(Thread) << ",\"args\":{" << Args << "}}";
}

void ChromeWriter::process(std::uint64_t Process, std::uint32_t Context,
                           const std::string &Name) {
  if (!NamedProcesses.emplace(Process, true).second)
    return;
  std::string Of = InContext.name(Context);
  meta("process_name", Process, 0,
       "\"name\":" + jsonString(Of.empty() ? Name : Of + ", " + Name));
  meta("process_sort_index", Process, 0,
       "\"sort_index\":" + std::to_string(Process));
}

std::uint64_t ChromeWriter::thread(std::uint64_t Process, ThreadKey Key,
                                   std::uint64_t Order,
                                   const std::string &Name) {
  auto [It, New] = Threads.try_emplace(Key, Threads.size() + 1);
  if (New) {
    meta("thread_name", Process, It->second, "\"name\":" + jsonString(Name));
    meta("thread_sort_index", Process, It->second,
         "\"sort_index\":" + std::to_string(Order));
  }
  return It->second;
}

void ChromeWriter::event(const std::string &Name, std::uint64_t Process,
                         std::uint64_t Thread, std::uint64_t Start,
                         std::uint64_t Duration, bool Instant,
                         const std::string &Args) {
  separate();
  Out << "{\"ph\":\"" << (Instant ? "i" : "X")
      << "\",\"name\":" << jsonString(Name)
      << ",\"pid\":" << std::to_string(Process)
      << ",\"tid\":" << std::to_string(Thread)
      << ",\"ts\":" << microseconds(Start - Origin);
  if (Instant)
    Out << ",\"s\":\"t\"";
  else
    Out << ",\"dur\":" << microseconds(Duration);
  if (!Args.empty())
    Out << ",\"args\":{" << Args << "}";
  Out << "}";
}

void ChromeWriter::addWarp(const WarpEvents &E, const launch &Launch) {
  // Room beside each warp for its lanes, and for the marks behind them. Where
  // that is too little, and for further tracks, viewers go by thread numbers.
  constexpr std::uint64_t Step = 256, MarksPlace = Step - 1;
  const warp_location &L = In.Trace.locations()[E.Location];
  std::uint32_t Context = InContext.indexOf(Launch);
  std::uint64_t Process = launchProcess(Context) + L.sm + 1;
  std::uint64_t Order = (std::uint64_t(Rank[E.Location]) + 1) * Step;
  Span.include(E.start(), E.end());
  Counts.Ranges += E.Ranges.size();
  Counts.Marks += E.Marks.size();
  process(Process, Context, smName(L));
  if (E.empty() && !E.Silent)
    return;
  WarpTrack Here = Tracks.place(E, Context);
  std::string Warp = ctaName(L) + " " + warpName(L, Here.Number);
  auto Thread = [&](std::size_t Lane, const std::string &Name) {
    std::uint64_t Place = std::min<std::uint64_t>(Lane, MarksPlace);
    return thread(Process, {Here.Id, Lane},
                  Order + (Here.Number ? MarksPlace : Place), Name);
  };
  // One can't tell from the launch above a further track.
  auto AddLaunch = [&](std::string &Args) {
    if (Here.Number != 0)
      addArgument(Args, "launch", std::to_string(Launch.index));
  };
  if (E.Silent) {
    ++Counts.Lifetimes;
    std::string Args;
    AddLaunch(Args);
    event(SilentName, Process, Thread(0, Warp), E.start(), E.end() - E.start(),
          false, Args);
  }
  Places.nextWarp();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> LanePlaces;
  for (const WarpRange &R : E.Ranges) {
    const std::string &Name = In.Trace.names()[R.Name];
    std::size_t Place = 0;
    std::string ThreadName = Warp;
    if (std::optional<Lane> Beside = Places.place(R)) {
      Place = LanePlaces
                  .try_emplace({Beside->Name, Beside->Number},
                               LanePlaces.size() + 1)
                  .first->second;
      ThreadName += ", " + Name;
      if (Beside->Number)
        ThreadName += " " + std::to_string(Beside->Number + 1);
    }
    std::string Args;
    if (const WarpRangeExtra *X = E.extra(R)) {
      if (X->Start)
        addArgument(Args, "payload", jsonPayload(X->Start));
      if (X->End)
        addArgument(Args, "end payload", jsonPayload(X->End));
    }
    if (R.Unclosed)
      addArgument(Args, "unclosed", "true");
    AddLaunch(Args);
    event(Name, Process, Thread(Place, ThreadName), R.Start, R.duration(),
          false, Args);
  }
  for (const WarpMark &M : E.Marks) {
    std::string Args;
    if (M.Value)
      addArgument(Args, "payload", jsonPayload(M.Value));
    AddLaunch(Args);
    event(In.Trace.names()[M.Name], Process,
          Thread(MarksLane, Warp + ", marks"), M.Time, 0, true, Args);
  }
}

void ChromeWriter::addLaunch(const launch &L) {
  if (Span.empty())
    return;
  std::string Args;
  addArgument(Args, "kernel", jsonString(In.Labels.full(L.kernel)));
  addArgument(Args, "launch", std::to_string(L.index));
  addArgument(Args, "grid id", std::to_string(L.grid));
  if (!L.graph.empty())
    addArgument(Args, "graph", jsonString(L.graph));
  addArgument(Args, "context", std::to_string(L.context));
  std::uint32_t Context = InContext.indexOf(L);
  std::uint64_t Process = launchProcess(Context);
  process(Process, Context, "launches");
  std::size_t Number = LaunchPlaces[Context].place(Span.Start, Span.End);
  std::string Thread =
      Number ? "launches " + std::to_string(Number + 1) : "launches";
  event(In.Labels.label(L.kernel), Process,
        thread(Process, {Launches - Context, Number}, Number, Thread),
        Span.Start, Span.End - Span.Start, false, Args);
}

ExportCounts ChromeWriter::run() {
  Origin = traceStart(In.Trace);
  Out << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"start_ns\":\""
      << std::to_string(Origin) << "\"},\"traceEvents\":[";
  WarpReader Reader(In.Trace, In.Wanted);
  for (const launch &L : In.Trace.launches()) {
    Span = {};
    Reader.read(L, [&](const WarpEvents &E) { addWarp(E, L); });
    addLaunch(L);
  }
  Out << "\n]}\n";
  return Counts;
}

} // namespace

ExportCounts writeChrome(const ExportInput &In, OutputFile &Out) {
  return ChromeWriter(In, Out).run();
}

} // namespace iket::trace
