//===- ExportTables.cpp - CSV, and trace.json again -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Export.h"
#include "Trace/Payload.h"

namespace iket::trace {
namespace {

//===----------------------------------------------------------------------===//
// CSV
//===----------------------------------------------------------------------===//

/// One line for each lifetime, mark and range, in the order of the trace.
/// Fields are quoted as RFC 4180 says where they need it.
class CsvWriter : public visitor {
public:
  CsvWriter(const ExportInput &In, OutputFile &Out) : In(In), Out(Out) {
    Out << "launch,context,kernel,sm,cta_x,cta_y,cta_z,warp,kind,name,start_ns,"
           "end_ns,"
           "duration_ns,payload_type,payload,end_payload,unclosed\n";
  }
  void begin(const launch &L) {
    Launch = std::to_string(L.index) + ',' + std::to_string(L.context) + ',' +
             quoted(In.Labels.label(L.kernel));
  }
  void on_lifetime(const lifetime &W) override {
    if (!In.Wanted.wants(W))
      return;
    ++Counts.Lifetimes;
    line(W.location, "lifetime", "", W.start, W.end, {}, {}, {}, false);
  }
  void on_range(const range &R) override {
    if (!In.Wanted.wants(R))
      return;
    ++Counts.Ranges;
    payload P = R.start_payload ? R.start_payload : R.end_payload;
    line(R.start_location, R.token ? "token" : "push", In.Trace.names()[R.name],
         R.start, R.end, P, R.start_payload, R.end_payload, R.unclosed);
  }
  void on_mark(const mark &M) override {
    if (!In.Wanted.wants(M))
      return;
    ++Counts.Marks;
    line(M.location, "mark", In.Trace.names()[M.name], M.time, M.time, M.value,
         M.value, {}, false);
  }
  ExportCounts Counts;

private:
  static std::string quoted(const std::string &Text) {
    if (Text.find_first_of(",\"\r\n") == Text.npos)
      return Text;
    std::string Out = "\"";
    for (char C : Text)
      Out += C == '"' ? "\"\"" : std::string(1, C);
    return Out + '"';
  }
  void line(std::uint32_t Location, const char *Kind, const std::string &Name,
            std::uint64_t Start, std::uint64_t End, payload Type, payload Value,
            payload EndValue, bool Unclosed) {
    const warp_location &L = In.Trace.locations()[Location];
    Out << Launch;
    for (std::uint32_t N : {L.sm, L.cta[0], L.cta[1], L.cta[2], L.warp})
      Out << "," << std::to_string(N);
    Out << "," << Kind << "," << quoted(Name);
    for (std::uint64_t N : {Start, End, End - Start})
      Out << "," << std::to_string(N);
    Out << "," << (Type ? payloadTypeName(Type.type) : "");
    Out << "," << (Value ? payloadText(Value) : "");
    Out << "," << (EndValue ? payloadText(EndValue) : "");
    Out << "," << (Unclosed ? "1" : "0") << "\n";
  }

  const ExportInput &In;
  OutputFile &Out;
  std::string Launch;
};

//===----------------------------------------------------------------------===//
// trace.json
//===----------------------------------------------------------------------===//

/// Writes the schema that the reader reads, so that a large trace can be cut
/// down to what a question needs. Ids and colours, which this project has no
/// use for, are left out.
class JsonWriter : public visitor {
public:
  JsonWriter(const ExportInput &In, OutputFile &Out) : In(In), Out(Out) {}
  ExportCounts run();

  void on_lifetime(const lifetime &W) override {
    if (!In.Wanted.wants(W))
      return;
    ++Counts.Lifetimes;
    element(Lifetimes);
    Out << "{\"locIdx\":" << number(W.location)
        << ",\"startTs\":" << number(W.start) << ",\"endTs\":" << number(W.end)
        << "}";
  }
  void on_mark(const mark &M) override {
    if (!In.Wanted.wants(M))
      return;
    element(Markers);
    ++Counts.Marks;
    Out << "{\"markerNameIdx\":" << number(M.name)
        << ",\"timestamp\":" << number(M.time)
        << ",\"locIdx\":" << number(M.location) << payloadFields(M.value)
        << "}";
  }
  void on_range(const range &R) override {
    if (!In.Wanted.wants(R))
      return;
    element(Ranges);
    ++Counts.Ranges;
    std::string End = R.unclosed ? "null" : number(R.end);
    Out << "{\"rangeNameIdx\":" << number(R.name)
        << ",\"rangeType\":" << (R.token ? "1" : "2")
        << ",\"startTs\":" << number(R.start) << ",\"endTs\":" << End
        << ",\"internalEvents\":[{\"timestamp\":" << number(R.start)
        << payloadFields(R.start_payload) << "},{\"timestamp\":" << End
        << payloadFields(R.end_payload) << "}],\"warpLocIdxs\":["
        << number(R.start_location) << "," << number(R.end_location) << "]}";
  }

private:
  /// The arrays of a launch, in the order in which the reader hands them out.
  enum Section { Lifetimes, Markers, Ranges, Closed };

  static std::string number(std::uint64_t N) { return std::to_string(N); }
  static std::string payloadFields(payload P) {
    if (!P)
      return "";
    return ",\"payloadType\":" + number(std::uint64_t(P.type)) +
           ",\"payloadVal\":" + number(P.bits);
  }
  /// Goes on to an array, opening those that are left empty on the way.
  void advance(Section To) {
    static const char *const Heads[] = {
        "\"warpLifetimes\":[", "],\"markers\":[", "],\"ranges\":[", "]}"};
    while (Done <= To) {
      Out << Heads[Done++];
      Empty = true;
    }
  }
  void element(Section In) {
    advance(In);
    Out << (Empty ? "\n" : ",\n");
    Empty = false;
  }
  void writeLocation(const warp_location &L);
  void writeLaunch(const launch &L);

  const ExportInput &In;
  OutputFile &Out;
  int Done = 0; ///< How many heads of the launch are written.
  bool Empty = true;
  ExportCounts Counts;
};

void JsonWriter::writeLocation(const warp_location &L) {
  auto Triple = [](const std::array<std::uint32_t, 3> &T) {
    return "[" + number(T[0]) + "," + number(T[1]) + "," + number(T[2]) + "]";
  };
  Out << "{\"smId\":" << number(L.sm) << ",\"tpcId\":" << number(L.tpc)
      << ",\"gpcId\":" << number(L.gpc) << ",\"ctaId\":" << Triple(L.cta)
      << ",\"warpId\":" << number(L.warp);
  if (L.cluster)
    Out << ",\"clusterId\":" << Triple(*L.cluster);
  Out << "}";
}

void JsonWriter::writeLaunch(const launch &L) {
  Out << "{\"contextId\":" << number(L.context)
      << ",\"gridId\":" << number(L.grid)
      << ",\"kernelName\":" << jsonString(In.Trace.kernels()[L.kernel]);
  for (int I = 0; I != 3; ++I) {
    std::string Axis(1, "XYZ"[I]);
    Out << ",\"gridDim" << Axis << "\":" << number(L.grid_dim[I])
        << ",\"blockDim" << Axis << "\":" << number(L.block_dim[I]);
  }
  Out << ",";
  Done = 0;
  In.Trace.read(L, *this);
  advance(Closed);
}

ExportCounts JsonWriter::run() {
  const char *Comma = "";
  Out << "{\"stringTable\":[";
  for (const std::string &Name : In.Trace.names()) {
    Out << Comma << jsonString(Name);
    Comma = ",";
  }
  Out << "],\"locationTable\":[";
  Comma = "\n";
  for (const warp_location &L : In.Trace.locations()) {
    Out << Comma;
    writeLocation(L);
    Comma = ",\n";
  }
  Out << "],\"launches\":[";
  Comma = "\n";
  for (const launch &L : In.Trace.launches()) {
    if (!L.graph.empty() || !In.Wanted.wantsLaunch(L))
      continue;
    Out << Comma;
    Comma = ",\n";
    writeLaunch(L);
  }
  Out << "],\"graphLaunches\":{";
  const std::string *Open =
      nullptr; // The graph's launch that is being written.
  for (const launch &L : In.Trace.launches()) {
    if (L.graph.empty() || !In.Wanted.wantsLaunch(L))
      continue;
    if (Open && *Open == L.graph)
      Out << ",\n";
    else
      Out << (Open ? "],\n" : "\n") << jsonString(L.graph) << ":[";
    Open = &L.graph;
    writeLaunch(L);
  }
  Out << (Open ? "]" : "") << "},\"meta\":{\"version\":1}}\n";
  return Counts;
}

} // namespace

ExportCounts writeCsv(const ExportInput &In, OutputFile &Out) {
  CsvWriter Writer(In, Out);
  for (const launch &L : In.Trace.launches())
    if (In.Wanted.wantsLaunch(L)) {
      Writer.begin(L);
      In.Trace.read(L, Writer);
    }
  return Writer.Counts;
}

ExportCounts writeJson(const ExportInput &In, OutputFile &Out) {
  return JsonWriter(In, Out).run();
}

} // namespace iket::trace
