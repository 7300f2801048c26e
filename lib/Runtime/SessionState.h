//===- SessionState.h - A session, and those of this process ----*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_SESSIONSTATE_H
#define IKET_RUNTIME_SESSIONSTATE_H

#include "Runtime/Recorder.h"
#include "iket/session.h"
#include <sys/types.h>

namespace iket {

/// What a session is made of. Guarded by Locks::Sessions.
struct session::state {
  enum Phase {
    Stopped,
    Active,
    Aside ///< Between start() and stop(), but another tool has the process.
  };

  explicit state(session_options Options) : Options(std::move(Options)) {}

  session_options Options;
  Phase Now = Stopped;
  /// The process that started it: in a child of fork() nothing is active.
  pid_t Owner = 0;
  std::shared_ptr<runtime::Recording> Recording;
  /// Something may have been recorded, that nobody has saved yet.
  bool Recorded = false, Unsaved = false;
  bool StoodAside = false;
  /// Its session object is gone: any other session may take over.
  bool Abandoned = false;

  bool isActive() const;
};

namespace runtime {

using SessionPtr = std::shared_ptr<session::state>;

/// The sessions of this process. NVIDIA's library records for one at a time:
/// the last of Active; the others wait for it to stop.
class Sessions {
public:
  static Sessions &get();

  void start(const SessionPtr &S);
  void stop(session::state &S);
  void reset(session::state &S);
  /// Discards what an active session has recorded, and lets it go on.
  void restart(session::state &S);
  std::string save(session::state &S, const std::string &Path);
  void setOptions(session::state &S, session_options Options);
  /// Its session object is gone while it records: another one may take over.
  void abandon(session::state &S);

  session_options options(const session::state &S);
  /// This process has recorded something that nobody has saved.
  bool isUnsaved(const session::state &S);
  bool isActive(const session::state &S);
  bool isRecording(const session::state &S);
  bool isAnyRecording();
  Losses losses(const session::state &S);

  std::string outputDir();
  std::string outputDir(const session::state &S);
  void setOutputDir(const std::string &Directory);

  /// Set in the library that iket profile injects: the hook is its own.
  bool OwnsHook = false;

private:
  explicit Sessions(runtime::Recorder &R) : Recorder(R) {}
  void dropForked();
  /// Starts the innermost session again, after a failure in its place. Where
  /// that fails as well it is over, and the error that is thrown says both.
  void goOnAfter(const error &Failed);
  void standAside(session::state &S, const std::string &Holder);
  std::string outputDirLocked(const session::state *S) const;

  runtime::Recorder &Recorder;
  std::vector<SessionPtr> Active;
  std::string Directory;
  bool SaidAside = false;
};

} // namespace runtime
} // namespace iket

#endif // IKET_RUNTIME_SESSIONSTATE_H
