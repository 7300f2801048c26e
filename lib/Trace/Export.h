//===- Export.h - Traces in other forms -------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_EXPORT_H
#define IKET_TRACE_EXPORT_H

#include "Support/OutputFile.h"
#include "Trace/Filter.h"
#include "Trace/Names.h"
#include "iket/trace.h"

namespace iket::trace {

/// An open trace, and what of it is wanted.
struct ExportInput {
  const file &Trace;
  const KernelLabels &Labels;
  const Filter &Wanted;
  /// Where each name stands in the source, "" for unknown; may be left out.
  std::vector<std::string> Sources = {};
};

/// What the writers did, for the user's last line.
struct ExportCounts {
  std::uint64_t Ranges = 0, Marks = 0;
  std::uint64_t Lifetimes = 0; ///< Of warps that recorded nothing.
};

/// Perfetto's own protobuf: opens in ui.perfetto.dev and its trace processor.
ExportCounts writePerfetto(const ExportInput &In, OutputFile &Out);
/// JSON of Chrome's trace viewer, for Perfetto, Speedscope and others.
ExportCounts writeChrome(const ExportInput &In, OutputFile &Out);
/// One line an event, for pandas and spreadsheets.
ExportCounts writeCsv(const ExportInput &In, OutputFile &Out);
/// A trace.json again, of the wanted events.
ExportCounts writeJson(const ExportInput &In, OutputFile &Out);
/// A page with a timeline, which needs no network.
ExportCounts writeHtml(const ExportInput &In, OutputFile &Out);
/// A picture.
ExportCounts writeSvg(const ExportInput &In, OutputFile &Out);

/// What stands in place of events where a warp recorded none.
inline constexpr const char *SilentName = "no events";

/// "SM 3", "CTA (1,0,0)", "warp 2", and for its track number 1 "warp 2 (2)".
std::string smName(const warp_location &L);
std::string ctaName(const warp_location &L);
std::string warpName(const warp_location &L, std::uint32_t Track = 0);

/// When a launch began and ended by its wanted events and lifetimes.
struct LaunchSpan {
  std::uint64_t Start = UINT64_MAX, End = 0;
  bool empty() const { return Start > End; }
  void include(std::uint64_t From, std::uint64_t To) {
    Start = From < Start ? From : Start;
    End = To > End ? To : End;
  }
};

/// "\"…\"" with what JSON and HTML need escaped: the text may stand in a
/// script.
std::string jsonString(std::string_view Text);

} // namespace iket::trace

#endif // IKET_TRACE_EXPORT_H
