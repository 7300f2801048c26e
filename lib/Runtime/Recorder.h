//===- Recorder.h - What records the kernels of this process ----*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the session, with its rules, and what really records: a recorder
// knows nothing of sessions, and a session nothing of how it is done.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_RECORDER_H
#define IKET_RUNTIME_RECORDER_H

#include "iket/session.h"
#include <memory>

namespace iket::runtime {

/// What a recording could not keep.
struct Losses {
  /// By kernel, in the order of their first loss.
  std::vector<warp_loss> Warps;
  /// The buffer_bytes that would have sufficed; 0 where they did.
  std::uint64_t BufferBytes = 0;
};

/// One session's recording. Its functions throw iket::error. Ends with the
/// object, in the process that made it.
class Recording {
public:
  virtual ~Recording() = default;
  virtual void start() = 0;
  /// Waits for the recorded kernels.
  virtual void stop() = 0;
  /// Forgets what was recorded; it must be stopped.
  virtual void clear() = 0;
  /// Writes what was recorded to the file \p Path.
  virtual void save(const std::string &Path) = 0;
  /// Of all that was recorded since the last clear().
  virtual const Losses &losses() const = 0;
};

/// A way to record. One recording at a time may be started.
class Recorder {
public:
  virtual ~Recorder() = default;
  /// A recording with the options \p O, ready to start. It adds to \p Earlier,
  /// and is that one, unless that is null; otherwise Earlier keeps what it has.
  virtual std::shared_ptr<Recording>
  prepare(const session_options &O, std::shared_ptr<Recording> Earlier) = 0;
  /// What else has this process, so that nothing can be recorded here: a tool
  /// and how it was told. "" if nothing has.
  virtual std::string holder() = 0;
};

/// NVIDIA's library.
Recorder &nvidiaRecorder();

} // namespace iket::runtime

#endif // IKET_RUNTIME_RECORDER_H
