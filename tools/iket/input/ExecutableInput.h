//===- ExecutableInput.h - Options that read executables --------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_EXECUTABLEINPUT_H
#define IKET_TOOLS_EXECUTABLEINPUT_H

#include "Command.h"
#include "iket/events.h"

namespace iket::tool {

/// The arguments of a subcommand that reads executables.
class ExecutableInput {
public:
  ExecutableInput() = default;
  /// The filters of names that another subcommand took.
  ExecutableInput(std::vector<std::string> Kernels,
                  std::vector<std::string> Names)
      : Kernels(std::move(Kernels)), Names(std::move(Names)) {}

  /// Adds the filters to \p Command.
  void addOptions(CLI::App &Command);
  /// Adds only the filter of images.
  void addArch(CLI::App &Command);
  /// Adds a positional argument for files.
  void addPaths(CLI::App &Command, const char *Help);

  bool wantsArch(const std::string &Arch) const;
  bool wantsName(const std::string &Name) const;
  bool wantsKernel(const std::string &Symbol) const;
  bool hasNameFilter() const { return !Names.empty(); }
  bool hasKernelFilter() const { return !Kernels.empty(); }
  bool isFiltered() const {
    return !Names.empty() || !Kernels.empty() || !Arches.empty();
  }

  /// The image's table with what the filters ask for.
  events::table filter(events::table T) const;

  std::vector<std::string> Paths;

private:
  std::vector<std::string> Kernels, Names, Arches;
};

/// "app, sm_90a machine code at byte 1234".
std::string imageText(const events::table &T);
/// "mark", "push", "token".
const char *kindName(events::event_kind Kind);
/// "native", "extended"; "none" without events.
const char *modeName(events::record_mode Mode);
const char *formatName(events::image_format Format);
const char *compressionName(events::compression C);
/// "k.cu:12".
std::string locationText(const events::location &L);

} // namespace iket::tool

#endif // IKET_TOOLS_EXECUTABLEINPUT_H
