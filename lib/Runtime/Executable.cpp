//===- Executable.cpp - What the running executable declares --------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Executable.h"
#include "Cubin/Images.h"
#include "Runtime/Output.h"
#include "iket/executable.h"
#include "iket/session.h"
#include <filesystem>
#include <fstream>

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

std::vector<std::string> save_device_code(const std::string &Wanted) {
  std::string Directory = Wanted.empty() ? output_dir() : Wanted;
  std::string Program =
      std::filesystem::read_symlink("/proc/self/exe").filename();
  std::vector<std::string> Paths;
  cubin::MappedFile File("/proc/self/exe");
  cubin::forEachImage(File.bytes(), Program, [&](const cubin::Image &I) {
    if (!I.Problem.empty())
      return;
    const char *Suffix = I.Format == events::image_format::ptx   ? ".ptx"
                         : I.Format == events::image_format::elf ? ".cubin"
                                                                 : ".bc";
    std::string Path = runtime::pathIn(
        Directory, Program + "." + std::to_string(Paths.size() + 1) +
                       (I.Arch.empty() ? "" : "." + I.Arch) + Suffix);
    runtime::writeWhole(Path, [&](const std::string &Temporary) {
      std::ofstream Out(Temporary, std::ios::binary);
      Out << I.Contents.text();
      if (!Out.flush())
        throw error(errc::io_error, Path + " can't be written");
    });
    Paths.push_back(std::move(Path));
  });
  return Paths;
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
