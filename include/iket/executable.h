//===- iket/executable.h - What this executable holds -----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device code of the running executable, but not of its shared libraries:
//
//   for (const iket::events::table &t : iket::event_tables())
//     for (const iket::events::event &e : t.events)
//       std::printf("%u %s\n", e.id, e.name.c_str());
//
// iket/events.h reads other files. Link Iket::Runtime.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_EXECUTABLE_H
#define IKET_EXECUTABLE_H

#include "iket/events.h"
#include <string>
#include <vector>

namespace iket {

/// What the running executable declares, image by image. Throws events::error.
std::vector<events::table> event_tables();

/// True when the running executable records payloads: it has an image with
/// events, and every such image was built with runtime-payloads. Throws
/// events::error.
bool built_with_runtime_payloads();

/// Writes the device code that the running executable embeds, PTX as text and
/// machine code as cubins, and returns the files: in \p dir, or for "" in
/// output_dir(), "app.1.sm_90.ptx" for the program app. Throws events::error
/// where the executable can't be read, and iket::error where the files can't be
/// written.
std::vector<std::string> save_device_code(const std::string &dir = "");

} // namespace iket

#endif // IKET_EXECUTABLE_H
