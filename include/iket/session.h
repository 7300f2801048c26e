//===- iket/session.h - Recording from inside a program ---------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records the kernels that a program launches, from inside it and in one run:
//
//   iket::session recording;
//   recording.start();
//   kernel<<<...>>>(...);
//   recording.stop();                  // waits for the kernels
//   recording.save("k.trace.json");    // what iket summary and iket view read
//
// or, to the end of the scope and into iket::output_dir():
//
//   iket::session recording = iket::record();
//
// NVIDIA's library does the recording. It is found and loaded at the first
// start(), so that a program that records nothing needs nothing; `pip install
// nvidia-cutlass-dsl-libs-base` has it. Building needs no CUDA header.
//
// One session records at a time in a process. A second one is refused, unless
// it asks to take over: then the first pauses until the second has stopped.
// All functions may be called from any thread. A child of fork() records
// nothing and leaves its parent's recording alone.
//
// Where another tool (run-iket, iket profile, Nsight) already holds the process
// a session stands aside: it says so once, records nothing, and start(), stop()
// and save() succeed. is_recording() is false then.
//
// Functions throw iket::error; start(), stop(), reset(), save() and record()
// have twins with a std::error_code, which don't. iket/session_c.h is for C,
// and iket/executable.h has what the running executable declares.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_SESSION_H
#define IKET_SESSION_H

#include "iket/trace.h" // Refuses std::string of the old layout.
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace iket {

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// What went wrong. Below 100 the values are those of NVIDIA's library.
enum class errc {
  invalid_argument = 1,
  feature_not_supported = 2,
  not_implemented = 3,
  not_instrumented = 4,
  unknown = 5,
  invalid_event_record = 6,
  no_instrument_config = 7,
  invalid_state = 8,
  duplicate_operation = 9,
  io_error = 13,
  internal_error = 14,

  library_not_found = 100, ///< NVIDIA's library is not installed.
  no_driver,               ///< It is, but there is no CUDA driver.
  not_the_library,         ///< A file of that name, but not what it should be.
  library_version,         ///< Of a version that this code does not know.
  session_active,          ///< Another session of this process is recording.
  not_started,             ///< stop() without start().
  still_active,            ///< Only a stopped session can do this.
  nothing_recorded,        ///< save() before any start().
  no_runtime_payloads,     ///< The executable was built without payloads.
  bad_output_directory,    ///< It can't be made or written.
  out_of_memory,
  process_exiting ///< Too late: NVIDIA's library has ended itself.
};

/// Category "iket". Its messages end in what to do.
const std::error_category &error_category() noexcept;
std::error_code make_error_code(errc code) noexcept;

/// What every function here throws: what() says what failed, what NVIDIA's
/// library said of it, and what to do.
class error : public std::system_error {
public:
  /// \p from_nvidia: NVIDIA's library returned this code.
  error(errc code, const std::string &message, bool from_nvidia = false);
  const char *what() const noexcept override { return text->c_str(); }
  /// The code of NVIDIA's library; 0 where it was not the one that failed.
  std::uint32_t nvidia_code() const noexcept;

private:
  std::shared_ptr<const std::string> text;
  bool from_nvidia;
};

//===----------------------------------------------------------------------===//
// Sessions
//===----------------------------------------------------------------------===//

/// How much is shown of what NVIDIA's library tells. Lost warps are found at
/// any level: it is asked for warnings at least, and prints them itself where
/// it does so between the calls of a session.
enum class log_level : std::uint32_t { error = 0, warning = 1, info = 2 };

struct session_options {
  /// Where output_path() points while this session records; empty: where it
  /// points already.
  std::string output_dir;
  /// Room for so many time stamps in each warp; a range takes two. A warp that
  /// needs more may lose all of its events: see session::lost_warps().
  std::uint64_t max_events_per_warp = 256;
  /// Device memory for records, for each context.
  std::uint64_t buffer_bytes = std::uint64_t(512) << 20;
  /// Record this cluster only (this CTA, in a kernel without clusters).
  std::optional<std::array<std::uint32_t, 3>> cluster;
  /// Record when warps begin and end, and no events. Not with cluster.
  bool lifetimes_only = false;
  /// Leave records on the device until stop(), which disturbs kernels least,
  /// but holds no more launches than fit in buffer_bytes together. False: they
  /// are copied after each launch, and only the largest launch must fit.
  bool defer_readback = false;
  /// Record these CUcontexts only; empty: all.
  std::vector<const void *> contexts;
  log_level log = log_level::warning;
  /// Take over from the session that is recording, instead of being refused.
  bool override_active = false;
  /// Stop when destroyed. False: go on until another session takes over, or to
  /// the end of the process; nothing is saved then.
  bool stop_on_destroy = true;
  /// Let start() discard what this session recorded before. False: add to it.
  bool reset_events = true;
  /// Refuse to start in an executable that was built without runtime-payloads.
  bool runtime_payloads = false;
  /// NVIDIA's library; empty: IKET_INJECTION_LIBRARY, or that of the Python
  /// environment in use.
  std::string library;
  /// When destroyed after recording, save here first. "" with save_on_destroy:
  /// under the default name.
  std::string save_as;
  bool save_on_destroy = false;
};

/// Warps of a kernel whose events were lost, since they were more than
/// max_events_per_warp.
struct warp_loss {
  std::string kernel; ///< As NVIDIA's library spells it: mangled.
  std::uint64_t warps = 0;
  std::uint64_t limit = 0; ///< The max_events_per_warp that was too small.
};

/// One that was moved from throws invalid_state, or has the answers of one that
/// never started.
class session {
public:
  /// Prepares a session; nothing is loaded before start().
  explicit session(session_options options = {});
  ~session();
  session(session &&) noexcept;
  session &operator=(session &&) noexcept;

  /// Begins to record: kernels launched from here on. When it fails, all is as
  /// it was before, a session that was to be taken over included.
  void start();
  void start(std::error_code &ec) noexcept;
  /// Waits for the recorded kernels, ends recording, and lets a session that
  /// was taken over go on.
  void stop();
  void stop(std::error_code &ec) noexcept;
  /// Discards what was recorded; the session must be stopped.
  void reset();
  void reset(std::error_code &ec) noexcept;
  /// Writes what was recorded, whole or not at all, and returns where: \p path,
  /// or for "" a new name in output_dir() that has the process's rank and
  /// number. Directories are made, links stay, and a device or a pipe is
  /// written to as it is. Returns "" for a session that stood aside.
  std::string save(const std::string &path = "");
  std::string save(const std::string &path, std::error_code &ec) noexcept;

  /// Between start() and stop().
  bool is_active() const noexcept;
  /// Really recording: active, not taken over, and not standing aside.
  bool is_recording() const noexcept;

  /// Runs \p workload, again and again with more room, until no warp loses its
  /// events. The session then holds the last recording, ready for save(), and
  /// its options have the number that it took, which is returned. Throws
  /// feature_not_supported where the device's memory can't hold them.
  std::uint64_t discover(const std::function<void()> &workload);

  /// What the recordings since the last reset lost.
  std::vector<warp_loss> lost_warps() const;
  /// The buffer_bytes that NVIDIA's library asked for; 0: they sufficed.
  std::uint64_t needed_buffer_bytes() const noexcept;

  session_options options() const;
  /// Replaces the options; the session must be stopped.
  void set_options(session_options options);
  /// iket::output_dir() as it is for this session.
  std::string output_dir() const;
  std::string output_path(const std::string &name) const;

  struct state;

private:
  friend void reset();
  void restart();
  state &own() const;

  std::shared_ptr<state> self;
};

/// A session that records from here to the end of its scope, and then saves.
/// Throws iket::error where it can't, such as on a machine without NVIDIA's
/// library.
session record(session_options options = {});
/// The same for a program that goes on without a recording: \p ec says why
/// there is none, and the session records and saves nothing.
session record(session_options options, std::error_code &ec) noexcept;

//===----------------------------------------------------------------------===//
// The process's own recording, for programs without a scope to put one in
//===----------------------------------------------------------------------===//

/// Starts recording in this process; stop_recording() or the process's end
/// saves it.
void start_recording(session_options options = {});
/// Stops, saves in output_dir() and returns the file's path; "" if nothing was
/// recording.
std::string stop_recording();
/// True when some session of this process is recording.
bool is_recording() noexcept;
/// Discards what was recorded since start_recording(), and records on.
void reset();

//===----------------------------------------------------------------------===//
// Where traces go
//===----------------------------------------------------------------------===//

/// Sets the directory for traces; "" returns to the default. It is made when
/// something is written.
void set_output_dir(const std::string &dir);
/// The directory of the innermost session that has one; else the one set; else
/// IKET_OUTPUT_DIR; else "iket_output".
std::string output_dir();
/// \p name in output_dir().
std::string output_path(const std::string &name);
/// "iket_rank_3_pid_4711.trace.json"; without a rank
/// "iket_pid_4711.trace.json". The rank is that of RANK, OMPI_COMM_WORLD_RANK,
/// PMI_RANK or SLURM_PROCID.
std::string default_trace_name();

} // namespace iket

template <> struct std::is_error_code_enum<iket::errc> : std::true_type {};

#endif // IKET_SESSION_H
