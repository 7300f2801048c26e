//===- Inject.h - The end of an injected session ----------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_INJECT_H
#define IKET_RUNTIME_INJECT_H

#include <string>

namespace iket::runtime {

/// Calls \p End before SIGTERM, SIGINT, SIGHUP or SIGABRT ends the process, in
/// a thread of its own, and lets the signal end it then; at the latest after
/// ten seconds. Signals that the program handles or ignores are the program's.
/// SIGABRT makes a file at \p AbortMarker first, unless that is "".
void endOnSignals(void (*End)(), const std::string &AbortMarker);

} // namespace iket::runtime

#endif // IKET_RUNTIME_INJECT_H
