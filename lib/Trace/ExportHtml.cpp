//===- ExportHtml.cpp - A page with a timeline ----------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Export.h"
#include "Trace/Payload.h"
#include "Trace/Tracks.h"
#include "Trace/ViewerPage.h"

namespace iket::trace {
namespace {

/// Turns bytes to base64 as they come.
class Base64 {
public:
  explicit Base64(OutputFile &Out) : Out(Out) {}
  void add(unsigned char Byte) {
    Bits = Bits << 8 | Byte;
    if (++Count == 3)
      flush();
  }
  void finish() {
    if (Count == 0)
      return;
    unsigned Used = Count;
    while (Count != 3) {
      Bits <<= 8;
      ++Count;
    }
    Padding = 3 - Used;
    flush();
  }

private:
  void flush() {
    constexpr char Digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "abcdefghijklmnopqrstuvwxyz0123456789+/";
    char Text[4];
    for (unsigned I = 0; I != 4; ++I)
      Text[I] = I + Padding > 3 ? '=' : Digits[Bits >> (18 - 6 * I) & 63];
    Out.write({Text, 4});
    Bits = Count = 0;
  }
  OutputFile &Out;
  std::uint32_t Bits = 0;
  unsigned Count = 0, Padding = 0;
};

/// Events go into the page in a compact form, some six bytes each, which the
/// page's decode() reads: a chunk for each warp of each launch,
///
///   row + 1, launch, ranges, marks,
///   { start, duration, name * 8 + flags [, payload] }*   of each range
///   { time, name * 8 + flags [, payload] }*              of each mark
///
/// as LEB128 numbers, where times are differences from the event before and the
/// first is from the trace's start. A payload is its text behind its length.
/// For a warp without events, start and duration of its life follow. A chunk
/// for row 0 is the end. A warp has a row, and further ones for launches that
/// are in its place at a time.
class HtmlWriter {
public:
  HtmlWriter(const ExportInput &In, OutputFile &Out)
      : In(In), Out(Out), Events(Out),
        Rank(rankLocations(In.Trace.locations())), InContext(In.Trace),
        Tracks(Rank.size(), InContext.size()) {}

  ExportCounts run();

private:
  static constexpr unsigned Token = 1, Unclosed = 2, HasNote = 4; ///< Flags.

  void number(std::uint64_t N) {
    for (; N >= 128; N >>= 7)
      Events.add(static_cast<unsigned char>(N | 128));
    Events.add(static_cast<unsigned char>(N));
  }
  void addWarp(const WarpEvents &E, const launch &L);
  void addLaunch(const launch &L);
  void addEvent(std::uint32_t Name, unsigned Flags, const std::string &Note);
  void writeHead();

  const ExportInput &In;
  OutputFile &Out;
  Base64 Events;
  std::vector<std::uint32_t> Rank;
  Contexts InContext;
  WarpTracks Tracks;
  std::vector<std::uint32_t> Rows; ///< By track: number in the page, or 0.
  std::vector<WarpTrack> Used;     ///< By number in the page.
  std::uint64_t Origin = 0;
  LaunchSpan Span;
  std::string Launches;
  std::uint64_t LaunchCount = 0;
  /// As in a summary: warps of each launch, and the launches' times added up.
  std::uint64_t Warps = 0, Time = 0;
  ExportCounts Counts;
};

void HtmlWriter::addEvent(std::uint32_t Name, unsigned Flags,
                          const std::string &Note) {
  number(std::uint64_t(Name) * 8 + (Note.empty() ? Flags : Flags | HasNote));
  if (Note.empty())
    return;
  Events.add(static_cast<unsigned char>(Note.size()));
  for (char C : Note)
    Events.add(static_cast<unsigned char>(C));
}

void HtmlWriter::addWarp(const WarpEvents &E, const launch &L) {
  Span.include(E.start(), E.end());
  Counts.Ranges += E.Ranges.size();
  Counts.Marks += E.Marks.size();
  ++Warps;
  if (E.empty() && !E.Silent)
    return;
  WarpTrack Here = Tracks.place(E, InContext.indexOf(L));
  if (Here.Id >= Rows.size())
    Rows.resize(Here.Id + 1);
  std::uint32_t &Row = Rows[Here.Id];
  if (Row == 0) {
    Used.push_back(Here);
    Row = static_cast<std::uint32_t>(Used.size());
  }
  number(Row);
  number(LaunchCount);
  number(E.Ranges.size());
  number(E.Marks.size());
  if (E.Silent) {
    ++Counts.Lifetimes;
    number(E.start() - Origin);
    number(E.end() - E.start());
  }
  std::uint64_t Time = Origin;
  for (const WarpRange &R : E.Ranges) {
    number(R.Start - Time);
    number(R.duration());
    Time = R.Start;
    std::string Note;
    if (const WarpRangeExtra *X = E.extra(R)) {
      if (X->Start)
        Note = payloadText(X->Start);
      if (X->End)
        Note +=
            (X->Start ? ", at its end " : "at its end ") + payloadText(X->End);
    }
    addEvent(R.Name, (R.Token ? Token : 0u) | (R.Unclosed ? Unclosed : 0u),
             Note);
  }
  Time = Origin;
  for (const WarpMark &M : E.Marks) {
    number(M.Time - Time);
    Time = M.Time;
    addEvent(M.Name, 0, M.Value ? payloadText(M.Value) : "");
  }
}

void HtmlWriter::writeHead() {
  std::string Title = In.Trace.path();
  Title.erase(0, Title.rfind('/') + 1);
  Out << "{\"title\":" << jsonString(Title)
      << ",\"resolution\":" << std::to_string(resolution_ns)
      << ",\"warpCount\":" << std::to_string(Warps)
      << ",\"time\":" << std::to_string(Time) << ",\"names\":[";
  const char *Comma = "";
  for (const std::string &Name : In.Trace.names()) {
    Out << Comma << jsonString(Name);
    Comma = ",";
  }
  Out << "],\"sources\":[";
  Comma = "";
  for (const std::string &Source : In.Sources) {
    Out << Comma << jsonString(Source);
    Comma = ",";
  }
  Out << "],\"launches\":[" << Launches << "],\"warps\":[";
  Comma = "";
  for (const WarpTrack &T : Used) {
    const warp_location &L = In.Trace.locations()[T.Location];
    Out << Comma << "{\"context\":" << jsonString(InContext.name(T.Context))
        << ",\"sm\":" << std::to_string(L.sm) << ",\"cta\":\""
        << std::to_string(L.cta[0]) << "," << std::to_string(L.cta[1]) << ","
        << std::to_string(L.cta[2]) << "\",\"warp\":\"" << warpName(L, T.Number)
        << "\",\"order\":"
        << std::to_string(T.Context * Rank.size() + Rank[T.Location])
        << ",\"track\":" << std::to_string(T.Number) << "}";
    Comma = ",";
  }
  Out << "]}";
}

void HtmlWriter::addLaunch(const launch &L) {
  if (Span.empty())
    return;
  auto Triple = [](const std::array<std::uint64_t, 3> &D) {
    return '"' + std::to_string(D[0]) + "," + std::to_string(D[1]) + "," +
           std::to_string(D[2]) + '"';
  };
  Launches += Launches.empty() ? "" : ",";
  Launches +=
      "{\"index\":" + std::to_string(L.index) +
      ",\"label\":" + jsonString(In.Labels.label(L.kernel)) + ",\"full\":" +
      jsonString(In.Labels.full(L.kernel) +
                 (L.graph.empty() ? "" : " (" + L.graph + ")")) +
      ",\"context\":" + jsonString(InContext.name(InContext.indexOf(L))) +
      ",\"grid\":" + Triple(L.grid_dim) + ",\"block\":" + Triple(L.block_dim) +
      ",\"start\":" + std::to_string(Span.Start - Origin) +
      ",\"end\":" + std::to_string(Span.End - Origin) + "}";
  ++LaunchCount;
  Time += Span.End - Span.Start;
}

ExportCounts HtmlWriter::run() {
  std::string_view Page = ViewerPage;
  auto CopyUpTo = [&](std::string_view Place) {
    std::size_t At = Page.find(Place);
    Out << Page.substr(0, At);
    Page.remove_prefix(At + Place.size());
  };
  Origin = traceStart(In.Trace);
  CopyUpTo("@EVENTS@");
  WarpReader Reader(In.Trace, In.Wanted);
  for (const launch &L : In.Trace.launches()) {
    Span = {};
    Reader.read(L, [&](const WarpEvents &E) { addWarp(E, L); });
    addLaunch(L);
  }
  number(0);
  Events.finish();
  CopyUpTo("@HEAD@");
  writeHead();
  Out << Page;
  return Counts;
}

} // namespace

ExportCounts writeHtml(const ExportInput &In, OutputFile &Out) {
  return HtmlWriter(In, Out).run();
}

} // namespace iket::trace
