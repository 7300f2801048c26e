//===- ExportPerfetto.cpp - Perfetto's native format ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Export.h"
#include "Trace/Lanes.h"
#include "Trace/Payload.h"
#include "Trace/Perfetto.h"
#include "Trace/Tracks.h"
#include <protozero/pbf_writer.hpp>

namespace iket::trace {
namespace {

using protozero::pbf_writer;
namespace pf = perfetto;

/// Interned names of annotations; those of events follow the string table.
enum Annotation : std::uint64_t {
  PayloadNote = 1,
  EndPayloadNote,
  UnclosedNote,
  EndWarpNote,
  KernelNote,
  SymbolNote,
  GridNote,
  BlockNote,
  ContextNote,
  GridIdNote,
  LaunchNote,
  GraphNote
};
constexpr const char *AnnotationNames[] = {
    "payload", "end payload", "unclosed", "ended in", "kernel", "symbol",
    "grid",    "block",       "context",  "grid id",  "launch", "graph"};

/// Tracks under a warp: token ranges by name, marks behind them.
constexpr std::uint32_t LanesPerName = 64;
constexpr std::int32_t MarksRank = INT32_MAX;

class PerfettoWriter {
public:
  PerfettoWriter(const ExportInput &In, OutputFile &Out)
      : In(In), Out(Out), Rank(rankLocations(In.Trace.locations())),
        InContext(In.Trace), Tracks(Rank.size(), InContext.size()),
        Groups(InContext.size()) {}

  ExportCounts run();

private:
  using Uuid = std::uint64_t;
  static constexpr Uuid Root = 1;
  /// The tracks of a context: those below the root where there is only one.
  struct Group {
    Uuid Track = 0, Launches = 0;
    std::map<std::uint32_t, Uuid> Sms;
    LaunchTracks LaunchPlaces;
    std::map<std::size_t, Uuid> FurtherLaunches;
  };
  Group &group(std::uint32_t Context);

  template <typename Fn> void packet(Fn Fill);
  template <typename Fn>
  void event(std::uint64_t Time, Uuid Track, std::int32_t Type, Fn Fill);
  void begin();
  void describe(Uuid Track, Uuid Parent, std::string_view Name,
                std::int32_t OrderRank);
  Uuid warpTrack(WarpTrack T);
  Uuid laneTrack(WarpTrack T, Lane L);
  Uuid markTrack(WarpTrack T);
  void addWarp(const WarpEvents &E, const launch &Launch);
  void beginRange(const WarpRange &R, const WarpEvents &E, Uuid Track);
  void endRange(const WarpRange &R, const WarpEvents &E, Uuid Track);
  void addLaunch(const launch &L);

  template <typename Fn> void note(pbf_writer &Event, Annotation Name, Fn Fill);
  void notePayload(pbf_writer &Event, Annotation Name, payload P);
  void noteText(pbf_writer &Event, Annotation Name, const std::string &Text) {
    note(Event, Name, [&](pbf_writer &A) {
      A.add_string(pf::DebugAnnotation::StringValue, Text);
    });
  }
  void noteNumber(pbf_writer &Event, Annotation Name, std::uint64_t Value) {
    note(Event, Name, [&](pbf_writer &A) {
      A.add_uint64(pf::DebugAnnotation::UintValue, Value);
    });
  }

  const ExportInput &In;
  OutputFile &Out;
  std::vector<std::uint32_t> Rank;
  Contexts InContext;
  WarpTracks Tracks;
  std::vector<Group> Groups;      ///< By context.
  std::vector<Uuid> Warps, Marks; ///< By track; 0 until first used.
  std::map<std::pair<Uuid, std::array<std::uint32_t, 3>>, Uuid>
      Ctas; ///< By SM.
  std::map<std::tuple<std::size_t, std::uint32_t, std::uint32_t>, Uuid>
      LaneTracks;
  /// The launch at hand, where it is on a further track of its warp: one can't
  /// tell from the launch above it.
  std::optional<std::size_t> Beside;
  Uuid LastUuid = Root;
  Lanes Places;
  LaunchSpan Span;
  std::string PacketBytes, EventBytes, NoteBytes, Frame;
  ExportCounts Counts;
};

template <typename Fn> void PerfettoWriter::packet(Fn Fill) {
  PacketBytes.clear();
  pbf_writer Packet(PacketBytes);
  Packet.add_uint32(pf::TracePacket::SequenceId, 1);
  Fill(Packet);
  Frame.clear();
  pbf_writer(Frame).add_message(pf::Trace::Packet, PacketBytes);
  Out.write(Frame);
}

template <typename Fn>
void PerfettoWriter::event(std::uint64_t Time, Uuid Track, std::int32_t Type,
                           Fn Fill) {
  EventBytes.clear();
  pbf_writer Event(EventBytes);
  Event.add_enum(pf::TrackEvent::Type, Type);
  Event.add_uint64(pf::TrackEvent::TrackUuid, Track);
  Fill(Event);
  packet([&](pbf_writer &Packet) {
    Packet.add_uint64(pf::TracePacket::Timestamp, Time);
    Packet.add_uint32(pf::TracePacket::SequenceFlags,
                      pf::TracePacket::NeedsState);
    Packet.add_message(pf::TracePacket::TrackEvent, EventBytes);
  });
}

/// The first packet: all names, once.
void PerfettoWriter::begin() {
  std::string Interned, Entry;
  pbf_writer Names(Interned);
  auto Add = [&](pf::Tag Table, std::uint64_t Id, std::string_view Name) {
    Entry.clear();
    pbf_writer Writer(Entry);
    Writer.add_uint64(pf::InternedData::Id, Id);
    Writer.add_string(pf::InternedData::Name, Name.data(), Name.size());
    Names.add_message(Table, Entry);
  };
  std::uint64_t Id = 0;
  for (const std::string &Name : In.Trace.names())
    Add(pf::InternedData::EventNames, ++Id, Name);
  Id = 0;
  for (const char *Name : AnnotationNames)
    Add(pf::InternedData::AnnotationNames, ++Id, Name);
  packet([&](pbf_writer &Packet) {
    Packet.add_bool(pf::TracePacket::FirstPacketOnSequence, true);
    Packet.add_uint32(pf::TracePacket::SequenceFlags,
                      pf::TracePacket::StateCleared);
    Packet.add_message(pf::TracePacket::InternedData, Interned);
  });
  describe(Root, 0, "Kernels", 0);
}

PerfettoWriter::Group &PerfettoWriter::group(std::uint32_t Context) {
  Group &G = Groups[Context];
  if (G.Track)
    return G;
  G.Track = Root;
  if (std::string Name = InContext.name(Context); !Name.empty())
    describe(G.Track = ++LastUuid, Root, Name,
             static_cast<std::int32_t>(Context));
  describe(G.Launches = ++LastUuid, G.Track, "launches", 0);
  return G;
}

void PerfettoWriter::describe(Uuid Track, Uuid Parent, std::string_view Name,
                              std::int32_t OrderRank) {
  std::string Bytes;
  pbf_writer Descriptor(Bytes);
  Descriptor.add_uint64(pf::TrackDescriptor::Uuid, Track);
  Descriptor.add_string(pf::TrackDescriptor::Name, Name.data(), Name.size());
  if (Parent)
    Descriptor.add_uint64(pf::TrackDescriptor::ParentUuid, Parent);
  Descriptor.add_enum(pf::TrackDescriptor::ChildOrdering,
                      pf::TrackDescriptor::OrderExplicit);
  Descriptor.add_int32(pf::TrackDescriptor::SiblingOrderRank, OrderRank);
  Descriptor.add_enum(pf::TrackDescriptor::SiblingMergeBehavior,
                      pf::TrackDescriptor::MergeNone);
  packet([&](pbf_writer &Packet) {
    Packet.add_message(pf::TracePacket::TrackDescriptor, Bytes);
  });
}

/// The place of track \p Id in a table, which further tracks make longer.
static std::uint64_t &entry(std::vector<std::uint64_t> &Table, std::size_t Id) {
  if (Id >= Table.size())
    Table.resize(Id + 1);
  return Table[Id];
}

PerfettoWriter::Uuid PerfettoWriter::warpTrack(WarpTrack T) {
  Uuid &Warp = entry(Warps, T.Id);
  if (Warp)
    return Warp;
  const warp_location &L = In.Trace.locations()[T.Location];
  auto Order = static_cast<std::int32_t>(Rank[T.Location]);
  Group &G = group(T.Context);
  Uuid &Sm = G.Sms[L.sm];
  if (!Sm)
    describe(Sm = ++LastUuid, G.Track, smName(L),
             static_cast<std::int32_t>(L.sm & 0x3FFFFFFF) + 1);
  Uuid &Cta = Ctas[{Sm, L.cta}];
  if (!Cta)
    describe(Cta = ++LastUuid, Sm, ctaName(L), Order);
  describe(Warp = ++LastUuid, Cta, warpName(L, T.Number), Order);
  return Warp;
}

PerfettoWriter::Uuid PerfettoWriter::laneTrack(WarpTrack T, Lane L) {
  Uuid &Track = LaneTracks[{T.Id, L.Name, L.Number}];
  if (Track)
    return Track;
  std::string Name = In.Trace.names()[L.Name];
  if (L.Number != 0)
    Name += " " + std::to_string(L.Number + 1);
  std::uint32_t Order =
      L.Name * LanesPerName + std::min(L.Number, LanesPerName - 1);
  Uuid Warp = warpTrack(T);
  describe(Track = ++LastUuid, Warp, Name, static_cast<std::int32_t>(Order));
  return Track;
}

PerfettoWriter::Uuid PerfettoWriter::markTrack(WarpTrack T) {
  Uuid &Track = entry(Marks, T.Id);
  if (!Track) {
    Uuid Warp = warpTrack(T);
    describe(Track = ++LastUuid, Warp, "marks", MarksRank);
  }
  return Track;
}

template <typename Fn>
void PerfettoWriter::note(pbf_writer &Event, Annotation Name, Fn Fill) {
  NoteBytes.clear();
  pbf_writer Writer(NoteBytes);
  Writer.add_uint64(pf::DebugAnnotation::NameId, Name);
  Fill(Writer);
  Event.add_message(pf::TrackEvent::DebugAnnotations, NoteBytes);
}

void PerfettoWriter::notePayload(pbf_writer &Event, Annotation Name,
                                 payload P) {
  if (!P)
    return;
  note(Event, Name, [&](pbf_writer &A) {
    switch (formOf(P.type)) {
    case PayloadForm::Signed:
      return A.add_int64(pf::DebugAnnotation::IntValue, signedValue(P));
    case PayloadForm::Unsigned:
      return A.add_uint64(pf::DebugAnnotation::UintValue, unsignedValue(P));
    case PayloadForm::Real:
      return A.add_double(pf::DebugAnnotation::DoubleValue, realValue(P));
    case PayloadForm::Pointer:
      return A.add_uint64(pf::DebugAnnotation::PointerValue, P.bits);
    }
  });
}

void PerfettoWriter::beginRange(const WarpRange &R, const WarpEvents &E,
                                Uuid Track) {
  event(R.Start, Track, pf::TrackEvent::SliceBegin, [&](pbf_writer &Event) {
    Event.add_uint64(pf::TrackEvent::NameId, R.Name + 1u);
    const WarpRangeExtra *X = E.extra(R);
    if (X)
      notePayload(Event, PayloadNote, X->Start);
    if (R.Unclosed)
      note(Event, UnclosedNote, [&](pbf_writer &A) {
        A.add_bool(pf::DebugAnnotation::BoolValue, true);
      });
    if (X && X->EndLocation != R.Location) {
      const warp_location &L = In.Trace.locations()[X->EndLocation];
      noteText(Event, EndWarpNote,
               smName(L) + ", " + ctaName(L) + ", " + warpName(L));
    }
    if (Beside)
      noteNumber(Event, LaunchNote, *Beside);
  });
}

void PerfettoWriter::endRange(const WarpRange &R, const WarpEvents &E,
                              Uuid Track) {
  event(R.End, Track, pf::TrackEvent::SliceEnd, [&](pbf_writer &Event) {
    if (const WarpRangeExtra *X = E.extra(R))
      notePayload(Event, EndPayloadNote, X->End);
  });
}

void PerfettoWriter::addWarp(const WarpEvents &E, const launch &Launch) {
  Span.include(E.start(), E.end());
  if (E.empty() && !E.Silent)
    return;
  Counts.Ranges += E.Ranges.size();
  Counts.Marks += E.Marks.size();
  WarpTrack Here = Tracks.place(E, InContext.indexOf(Launch));
  Beside.reset();
  if (Here.Number != 0)
    Beside = Launch.index;
  if (E.Silent) {
    ++Counts.Lifetimes;
    event(E.start(), warpTrack(Here), pf::TrackEvent::SliceBegin,
          [&](pbf_writer &Event) {
            Event.add_string(pf::TrackEvent::Name, SilentName);
          });
    event(E.end(), warpTrack(Here), pf::TrackEvent::SliceEnd,
          [](pbf_writer &) {});
  }
  Places.nextWarp();
  // Events on one track are in order of time already, and an end comes before
  // the begin on the same tick: readers keep the order of equal times.
  std::vector<const WarpRange *> Open;
  auto CloseUntil = [&](std::uint64_t Time) {
    for (; !Open.empty() && Open.back()->End <= Time; Open.pop_back())
      endRange(*Open.back(), E, Warps[Here.Id]);
  };
  for (const WarpRange &R : E.Ranges) {
    if (std::optional<Lane> L = Places.place(R)) {
      Uuid Track = laneTrack(Here, *L);
      beginRange(R, E, Track);
      endRange(R, E, Track);
      continue;
    }
    CloseUntil(R.Start);
    beginRange(R, E, warpTrack(Here));
    Open.push_back(&R);
  }
  CloseUntil(UINT64_MAX);
  for (const WarpMark &M : E.Marks)
    event(M.Time, markTrack(Here), pf::TrackEvent::Instant,
          [&](pbf_writer &Event) {
            Event.add_uint64(pf::TrackEvent::NameId, M.Name + 1u);
            notePayload(Event, PayloadNote, M.Value);
            if (Beside)
              noteNumber(Event, LaunchNote, *Beside);
          });
}

static std::string dimensions(const std::array<std::uint64_t, 3> &D) {
  return std::to_string(D[0]) + " x " + std::to_string(D[1]) + " x " +
         std::to_string(D[2]);
}

/// A slice over the whole launch; launches that overlap get a track each.
void PerfettoWriter::addLaunch(const launch &L) {
  if (Span.empty())
    return;
  Group &G = group(InContext.indexOf(L));
  std::size_t Number = G.LaunchPlaces.place(Span.Start, Span.End);
  Uuid Track = G.Launches;
  if (Number != 0) {
    Uuid &Extra = G.FurtherLaunches[Number];
    if (!Extra)
      describe(Extra = ++LastUuid, G.Launches,
               "launches " + std::to_string(Number + 1),
               static_cast<std::int32_t>(Number));
    Track = Extra;
  }
  event(Span.Start, Track, pf::TrackEvent::SliceBegin, [&](pbf_writer &Event) {
    Event.add_string(pf::TrackEvent::Name, In.Labels.label(L.kernel));
    noteText(Event, KernelNote, In.Labels.full(L.kernel));
    noteText(Event, SymbolNote, In.Trace.kernels()[L.kernel]);
    noteText(Event, GridNote, dimensions(L.grid_dim));
    noteText(Event, BlockNote, dimensions(L.block_dim));
    noteNumber(Event, ContextNote, L.context);
    noteNumber(Event, GridIdNote, L.grid);
    noteNumber(Event, LaunchNote, L.index);
    if (!L.graph.empty())
      noteText(Event, GraphNote, L.graph);
  });
  event(Span.End, Track, pf::TrackEvent::SliceEnd, [](pbf_writer &) {});
}

ExportCounts PerfettoWriter::run() {
  begin();
  WarpReader Reader(In.Trace, In.Wanted);
  for (const launch &L : In.Trace.launches()) {
    Span = {};
    Reader.read(L, [&](const WarpEvents &E) { addWarp(E, L); });
    addLaunch(L);
  }
  return Counts;
}

} // namespace

ExportCounts writePerfetto(const ExportInput &In, OutputFile &Out) {
  return PerfettoWriter(In, Out).run();
}

} // namespace iket::trace
