//===- iket/trace.h - Reading recorded traces -------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the trace.json files that run-iket and the in-process session write,
// without ever holding one in memory:
//
//   struct printer : iket::trace::visitor {
//     void on_range(const iket::trace::range &r) override { ... }
//   };
//   iket::trace::file trace("iket_pid_0x2a.trace.json");
//   printer p;
//   for (const iket::trace::launch &l : trace.launches())
//     trace.read(l, p);
//
// Opening a file reads its tables and the head of each launch, and steps over
// the events. read() then parses one launch's events where they lie and hands
// them to the visitor as they come. Memory is that of the tables, whatever the
// number of events. Times are nanoseconds of the GPU's global timer.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TRACE_H
#define IKET_TRACE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#if defined(_GLIBCXX_USE_CXX11_ABI) && !_GLIBCXX_USE_CXX11_ABI
#error "Iket's C++ API needs _GLIBCXX_USE_CXX11_ABI=1: std::string has another layout in this build. Compile without the 0, or record through iket/session_c.h"
#endif

namespace iket::trace {

/// The GPU's global timer advances in steps of this many nanoseconds.
inline constexpr std::uint64_t resolution_ns = 32;
/// Events hold the low 32 bits of the timer. Where two neighbours lie further
/// apart than this, how often the timer wrapped between them is a guess.
inline constexpr std::uint64_t wrap_ns = std::uint64_t(1) << 32;

/// What a payload's bits mean; the values are those of the ABI (iket/abi.h).
enum class payload_type : std::uint8_t {
  none = 0,
  i8 = 1,
  u8 = 2,
  i16 = 3,
  u16 = 4,
  i32 = 5,
  u32 = 6,
  i64 = 7,
  f16 = 11,
  bf16 = 12,
  f32 = 13,
  f64 = 14,
  pointer = 15,
  u64 = 16
};

/// A value recorded with an event: raw bits, zero-extended from their width.
struct payload {
  payload_type type = payload_type::none;
  std::uint64_t bits = 0;
  explicit operator bool() const { return type != payload_type::none; }
};

/// Where a warp ran.
struct warp_location {
  std::uint32_t sm = 0, tpc = 0, gpc = 0;
  std::array<std::uint32_t, 3> cta{};
  std::uint32_t warp = 0;
  std::optional<std::array<std::uint32_t, 3>> cluster;
};

/// One run of a kernel. Its events are read with file::read.
struct launch {
  /// Number in the trace, from 0. Launches of CUDA graphs come behind the
  /// others.
  std::size_t index = 0;
  std::uint64_t context = 0, grid = 0;
  std::uint32_t kernel = 0; ///< Index into file::kernels().
  /// For a node of a CUDA graph, which launch of which graph this was:
  /// "graph_exec_2:0" is the first of the second. `grid` is the node's number.
  std::string graph;
  std::array<std::uint64_t, 3> grid_dim{}, block_dim{};
  /// Byte range of the launch in the file.
  std::uint64_t begin = 0, end = 0;
  /// Byte offset of each array of events; 0 where the launch has none.
  std::uint64_t ranges_at = 0, markers_at = 0, lifetimes_at = 0;
  /// Only when salvaging: the file breaks off in this launch. Of its events
  /// those of whole warps are read.
  bool damaged = false;
};

/// A span of one warp's time. Names and locations are indices into the tables
/// of the file, and valid ones: events with bad indices are never handed out.
struct range {
  std::size_t index = 0; ///< Position in the launch's array.
  std::uint32_t name = 0;
  std::uint32_t start_location = 0, end_location = 0;
  std::uint64_t start = 0, end = 0;
  payload start_payload, end_payload;
  bool token = false;    ///< May overlap others; else nested push and pop.
  bool unclosed = false; ///< Never ended: end is the warp's last known time.
  std::uint64_t duration() const { return end - start; }
};

/// An instant.
struct mark {
  std::size_t index = 0;
  std::uint32_t name = 0, location = 0;
  std::uint64_t time = 0;
  payload value;
};

/// From a warp's first instruction to its last.
struct lifetime {
  std::uint32_t location = 0;
  std::uint64_t start = 0, end = 0;
};

/// Receives the events of a launch: lifetimes, then marks, then ranges, each in
/// the order of the file. Ranges that were never closed come last of all.
class visitor {
public:
  virtual ~visitor() = default;
  virtual void on_range(const range &) {}
  virtual void on_mark(const mark &) {}
  virtual void on_lifetime(const lifetime &) {}
};

/// What may be wrong with an event whose JSON is well-formed.
enum class problem_kind {
  bad_index,        ///< A name or location that is not in its table; dropped.
  end_before_start, ///< Dropped.
  time_zero,        ///< No time was recorded; dropped. 0 is a time where the
                    ///< launch's others are near it.
  unclosed,         ///< A start without an end; kept, ends with its warp.
  stray_end,        ///< An end without a start; dropped.
  ambiguous_time,   ///< A wrap or more from its warp's other events; kept.
  far_time,         ///< Days away from its launch; dropped.
  bad_number,       ///< Negative, fractional or no number. An event is dropped,
                    ///< and those at a bad location; a launch's is read as 0.
  missing_field,    ///< Dropped.
  bad_payload,      ///< Of no known type; kept without the payload.
  bad_text,         ///< Invalid UTF-8 in a string; kept, bytes replaced.
  unknown_version,  ///< The trace's version is not 1; read as if it were.
  damaged           ///< Only when salvaging: where the JSON broke off.
};

/// One finding. describe() makes a sentence of it.
struct problem {
  problem_kind kind;
  std::uint64_t offset = 0;      ///< Byte in the file.
  const launch *where = nullptr; ///< Null for the trace as a whole.
  const char *array = "";        ///< "ranges", "markers" or "warpLifetimes".
  std::size_t index = 0;         ///< Position in the array.
  std::string detail;
};

/// A sentence that names launch, array, index and byte.
std::string describe(const problem &);
/// The kind in words, as a heading: "end before start".
const char *describe(problem_kind);

/// The file can't be read: it is absent, not a trace, or its JSON is broken.
class error : public std::runtime_error {
public:
  error(const std::string &message, std::uint64_t at = 0)
      : std::runtime_error(message), offset(at) {}
  /// The byte at which reading stopped.
  std::uint64_t offset;
};

struct options {
  /// Read what a damaged or truncated file still holds: the launches before
  /// the damage and the whole warps of the one at it, with made-up names where
  /// the tables are lost.
  bool salvage = false;
  /// Called once for each finding: those about a launch at its first read.
  std::function<void(const problem &)> on_problem;
  /// Called at least once for each launch that is read, and about four times
  /// for each megabyte, with the byte of the file that was reached. Opening is
  /// a pass over the whole file; a launch that is read goes from its begin to
  /// its end, in whatever order its arrays lie.
  std::function<void(std::uint64_t)> on_progress;
};

/// An open trace.
class file {
public:
  /// Opens the trace at \p path; throws error.
  explicit file(const std::string &path, options opts = {});
  ~file();
  file(file &&) noexcept;
  file &operator=(file &&) noexcept;

  const std::string &path() const;
  /// Names of events, by index.
  const std::vector<std::string> &names() const;
  /// Warps, by index.
  const std::vector<warp_location> &locations() const;
  /// The different kernels, as the trace spells them: mangled, as a rule.
  const std::vector<std::string> &kernels() const;
  const std::vector<launch> &launches() const;
  /// Size of the file in bytes.
  std::uint64_t size() const;

  /// Hands the events of \p l, one of launches(), to \p v. Throws error where
  /// the JSON is broken, unless salvaging: then what came before was handed
  /// out, and a problem says where it broke.
  void read(const launch &l, visitor &v) const;

  struct state;

private:
  std::unique_ptr<state> self;
};

} // namespace iket::trace

#endif // IKET_TRACE_H
