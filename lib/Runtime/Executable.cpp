//===- Executable.cpp - What the running executable declares --------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Executable.h"
#include "iket/session.h"

namespace iket {

std::vector<events::table> event_tables() {
  return read_event_tables("/proc/self/exe");
}

bool built_with_runtime_payloads() {
  bool Any = false;
  for (const events::table &T : event_tables()) {
    if (!T.events.empty() && !T.payloads)
      return false;
    Any |= T.payloads;
  }
  return Any;
}

std::vector<events::table> session::event_tables() {
  return iket::event_tables();
}

void runtime::requireRuntimePayloads() {
  std::string Why = "the session requires payloads";
  try {
    if (built_with_runtime_payloads())
      return;
  } catch (const events::error &E) {
    Why += std::string(" and this executable can't be read (") + E.what() + ")";
  }
  throw error(errc::no_runtime_payloads, Why);
}

} // namespace iket
