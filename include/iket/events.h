//===- iket/events.h - Reading event tables from executables ----*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells which events the device code in a file declares: an executable, shared
// library, object, archive, fat binary, cubin or PTX text. Needs neither a GPU
// nor CUDA.
//
//   for (const iket::events::table &t : iket::read_event_tables("./app"))
//     for (const iket::events::event &e : t.events)
//       std::printf("%s: %u %s\n", t.arch.c_str(), e.id, e.name.c_str());
//
// A file holds one image of device code for each architecture and, without
// device linking, for each source file; each image has a table of its own, and
// ids mean something only within it. Names come from the file as they are: they
// may hold anything but NUL, so check them before showing them to a terminal.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_EVENTS_H
#define IKET_EVENTS_H

#include "iket/trace.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace iket {
namespace events {

using payload_type = trace::payload_type;

enum class image_format : std::uint8_t {
  elf,    ///< Machine code: a cubin, or relocatable device code.
  ptx,    ///< Text that the driver or a later link compiles.
  bitcode ///< Of LLVM or of NVIDIA, for a later link: its events can't be read.
};

enum class compression : std::uint8_t { none, lz4, zstd };

/// How an image's records hold an id; see docs/options.md, `extended`.
enum class record_mode : std::uint8_t {
  none, ///< The image declares no events.
  native,
  extended
};

enum class event_kind : std::uint8_t {
  mark,
  push,  ///< A nested range of a warp.
  token, ///< A range that may overlap others.
  other  ///< What Iket never writes.
};

/// A place in the source.
struct location {
  std::string file;
  std::uint32_t line = 0; ///< 0: unknown.
  std::string function;   ///< The function that holds the place, demangled.
  /// Where that function was inlined: an index into table::locations.
  std::optional<std::size_t> inlined_at;
};

/// One declaration.
struct event {
  std::string name;
  std::uint32_t id = 0;
  event_kind kind = event_kind::mark;
  payload_type payload = payload_type::none;
  std::uint32_t range_id = 0; ///< 0 for a mark.
  /// Where the event is recorded: indices into table::locations. Empty where
  /// the image has no source table.
  std::vector<std::size_t> locations;
};

/// A kernel, or a device function that stands alone.
struct function {
  std::string symbol;
  bool kernel = false;
  /// How often each id is recorded in the code, ends of ranges under 31.
  std::map<std::uint32_t, std::size_t> points;
  /// `pmevent`s of the program's own: they record nothing.
  std::size_t pmevents = 0;
  unsigned registers = 0;       ///< 0: unknown, as in PTX.
  std::size_t instructions = 0; ///< 0: unknown, as in PTX.
};

/// What one image of device code declares.
struct table {
  /// Where the image stands: "app", "libx.a(k.o)".
  std::string source;
  std::uint64_t offset = 0; ///< Of the image in the file.
  std::string arch;         ///< "sm_90a"; empty if nothing tells.
  image_format format = image_format::elf;
  compression compressed = compression::none;
  std::uint64_t size = 0; ///< In bytes, uncompressed.

  record_mode mode = record_mode::none;
  /// Some declaration has a payload: the image was made with runtime-payloads.
  bool payloads = false;
  std::vector<event> events; ///< By id.
  std::vector<function> functions;
  std::vector<location> locations;

  /// What is wrong with the image, a sentence each. An image that can't be read
  /// has nothing but these.
  std::vector<std::string> problems;
};

/// A file that can't be read, or holds nothing that device code stands in.
class error : public std::runtime_error {
public:
  error(const std::string &message, std::uint64_t at = 0)
      : std::runtime_error(message), offset(at) {}
  /// The byte that reading stopped at.
  std::uint64_t offset;
};

} // namespace events

/// The tables of all images in the file at \p path, in the file's order; empty
/// for a program without device code. Throws events::error. The tables of the
/// running program: "/proc/self/exe".
std::vector<events::table> read_event_tables(const std::string &path);
/// The same of a file's bytes, or of a fat binary, cubin or PTX in memory;
/// \p name is what tables and messages call it.
std::vector<events::table> read_event_tables(std::string_view bytes,
                                             const std::string &name);

} // namespace iket

#endif // IKET_EVENTS_H
