//===- Plugin.cpp - The entry point that LLVM looks for -------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pass/Compat.h"
#include "Pass/Options.h"
#include "Pass/Pipeline.h"

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Iket", IKET_VERSION, iket::registerPasses};
}

/// The value of an option, however it was given, for the frontend plugin. It
/// stays valid until the next call.
extern "C" __attribute__((visibility("default"))) const char *
iketOptionText(const char *Name) {
  static std::string Text;
  Text = iket::optionText(iket::commandLineOptions(), Name);
  return Text.c_str();
}
