//===- LinkOptions.h - Options that travel with a module --------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a link-time build the files are prepared one by one and lowered together,
// by a linker that takes no options of ours. So preparing notes the options in
// the module, and the link follows what the linked modules agree on.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_LINKOPTIONS_H
#define IKET_PASS_LINKOPTIONS_H

#include "Pass/Diagnostics.h"

namespace iket {

/// Notes \p Opts and the source's name in \p M, unless it has such notes.
void recordOptions(llvm::Module &M, const Options &Opts);

/// True if \p M, or a part of it, was prepared before.
bool hasRecordedOptions(const llvm::Module &M);

/// \p Opts with what the modules linked into \p M noted.
Options withRecordedOptions(const llvm::Module &M, Options Opts);

/// The sources of the files that were linked into \p M, as they were named to
/// the compiler; of one file, its own.
std::vector<std::string> recordedSources(const llvm::Module &M);

/// Removes the notes. Files that were compiled with different options are an
/// error.
void takeRecordedOptions(llvm::Module &M, Diagnostics &Diags);

} // namespace iket

#endif // IKET_PASS_LINKOPTIONS_H
