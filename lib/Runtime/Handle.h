//===- Handle.h - A session of NVIDIA's library -----------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_HANDLE_H
#define IKET_RUNTIME_HANDLE_H

#include "Runtime/SessionState.h"

namespace iket::runtime {

/// Throws unless the options are possible, before anything is touched.
void checkOptions(const session_options &O);

/// Something that NVIDIA's library is told to do with a session.
using Action = nvidia::Result (*nvidia::Api::*)(nvidia::Handle);

/// Has it done with the one of \p S, and adds what the library prints of losses
/// to those of \p S. Throws iket::error, which begins with \p What.
void call(session::state &S, const char *What, Action Do);
void saveTrace(session::state &S, const std::string &Path);

/// A handle with a session's options, ready to start. What the session has
/// recorded so far stays where it is until commit(), so that a start that fails
/// loses nothing.
class PreparedHandle {
public:
  explicit PreparedHandle(session::state &S);
  ~PreparedHandle() { discard(); }
  PreparedHandle(const PreparedHandle &) = delete;
  PreparedHandle &operator=(const PreparedHandle &) = delete;

  void start();
  /// Makes it the session's.
  void commit();

private:
  template <class Fn> void call(const char *What, Fn Call);
  void discard();

  session::state &S;
  const runtime::Library &Library;
  nvidia::Handle Handle;
  bool IsNew = false;
  Losses Lost;
};

} // namespace iket::runtime

#endif // IKET_RUNTIME_HANDLE_H
