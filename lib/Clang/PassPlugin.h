//===- PassPlugin.h - The pass plugin beside this one -----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CLANG_PASSPLUGIN_H
#define IKET_CLANG_PASSPLUGIN_H

#include "llvm/Support/Error.h"

// The header moved within the life of one major version.
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

namespace iket {

/// The pass plugin's file name, in this plugin's own folder.
inline constexpr char PassPluginFile[] = "libIketPass.so";

/// The folder of the library that this code is in.
std::string libraryFolder();

/// Loads the pass plugin from beside this one, once.
llvm::Expected<llvm::PassPlugin &> loadPassPlugin();

/// Sets the pass plugin's option \p Name as its command line would. False, and
/// a message on stderr, if it has none of this name or refuses the value.
bool setPassOption(llvm::StringRef Name, llvm::StringRef Value);

/// The value of the pass plugin's option \p Name, whichever way it was given.
std::string passOption(const char *Name);

/// Whether the option no-warn names \p Warning.
bool isSilenced(llvm::StringRef Warning);

} // namespace iket

#endif // IKET_CLANG_PASSPLUGIN_H
