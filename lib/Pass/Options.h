//===- Options.h - Pass options ---------------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_OPTIONS_H
#define IKET_PASS_OPTIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace iket {

enum class PreHopperMode { Strip, Emit, Error };
enum class ExtendedMode { Auto, Always, Never };
enum class FenceMode { Memory, None };
enum class AutoMode { None, Kernels };

/// Every option, wherever it was given. Nothing is read from the environment,
/// so that a compiler cache sees all of it.
struct Options {
  bool RuntimePayloads = false;
  bool Disable = false;
  unsigned Arch = 0; ///< Used where the module names none; 0: not given.
  PreHopperMode PreHopper = PreHopperMode::Strip;
  std::string Only; ///< Regular expression over kernel names; empty: all.
  bool LongNames = false;
  ExtendedMode Extended = ExtendedMode::Auto;
  std::optional<uint32_t> Slot;
  FenceMode Fence = FenceMode::Memory;
  AutoMode Auto = AutoMode::None;
  bool SourceTable = true;
  std::string Manifest; ///< File or folder to describe the events in.
  std::string Ids;      ///< File with ids that several modules share.
  std::vector<std::string> NoWarn;
  std::vector<llvm::StringRef> Given; ///< Names of those that were given.

  bool isSilenced(llvm::StringRef Warning) const;
};

/// Sets the option \p Name from its text. \p Value is empty for a flag.
llvm::Error setOption(Options &Opts, llvm::StringRef Name,
                      llvm::StringRef Value);

/// The value of the option \p Name, in the one spelling that all ways to give
/// it have in common; empty where it has none.
std::string optionText(const Options &Opts, llvm::StringRef Name);

/// Every option's name, in the order of the documentation.
llvm::SmallVector<llvm::StringRef> optionNames();

/// Parses the parameters of a pass, "name;name=value;no-name;...", over \p
/// Base.
llvm::Expected<Options> parseOptions(llvm::StringRef Parameters, Options Base);

/// True if another copy of the plugin was loaded before this one.
bool isSecondCopy();

/// What -iket-<option> on the command line says (-mllvm -iket-<option> for
/// clang). Pipelines start from it.
Options &commandLineOptions();

} // namespace iket

#endif // IKET_PASS_OPTIONS_H
