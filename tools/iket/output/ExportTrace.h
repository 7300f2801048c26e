//===- ExportTrace.h - Writing a trace in another form ----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_EXPORTTRACE_H
#define IKET_TOOLS_EXPORTTRACE_H

#include "Trace/Export.h"
#include "iket/events.h"
#include "input/TraceInput.h"

namespace iket::tool {

struct ExportFormat {
  const char *Name, *Suffix;
  trace::ExportCounts (*Write)(const trace::ExportInput &, OutputFile &);
  /// From here on the programs that open the format get slow or give up.
  std::uint64_t LargeBytes;
};
inline constexpr std::uint64_t MB = 1'000'000, Never = UINT64_MAX;
inline constexpr ExportFormat ExportFormats[] = {
    {"perfetto", ".pftrace", trace::writePerfetto, 500 * MB},
    {"chrome", ".json", trace::writeChrome, 200 * MB},
    {"csv", ".csv", trace::writeCsv, Never},
    {"json", ".trace.json", trace::writeJson, Never},
    {"html", ".html", trace::writeHtml, 100 * MB},
    {"svg", ".svg", trace::writeSvg, 10 * MB},
};
/// The format of this name, which must be one.
const ExportFormat &exportFormat(std::string_view Name);

/// Writes the trace at \p Path to \p Output, and says what was written. Warns
/// where that is more than viewers take well. The program's \p Tables say where
/// events are in the source. Throws UsageError where \p Output is the trace.
int exportTrace(TraceInput &Input, const std::string &Path,
                const ExportFormat &Format, const std::string &Output,
                const std::vector<events::table> &Tables = {});

} // namespace iket::tool

#endif // IKET_TOOLS_EXPORTTRACE_H
