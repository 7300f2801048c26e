//===- RunIket.h - Calling NVIDIA's run-iket --------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_RUNIKET_H
#define IKET_TOOLS_RUNIKET_H

#include <cstdint>
#include <string>
#include <vector>

namespace iket::tool {

struct RunIketOptions {
  std::string Program = "run-iket", OutputDirectory;
  std::string Postprocess = "json"; ///< Or perfetto, html, all, none.
  std::string Cluster;              ///< "X,Y,Z"
  std::uint64_t EventsPerWarp = 0, BufferBytes = 0; ///< 0: run-iket's choice.
  bool LifetimesOnly = false, Keep = false, Clobber = false;
};

/// The words of the run-iket command that profiles \p Command.
std::vector<std::string> runIketWords(const std::vector<std::string> &Command,
                                      const RunIketOptions &Options);

/// The PYTHONPATH that run-iket needs: the directory of its modules, which has
/// NVIDIA's library at \p Library below it, and what the variable holds now.
/// "" where nothing is missing, or \p Library lies elsewhere.
std::string runIketPythonPath(const std::string &Library);

} // namespace iket::tool

#endif // IKET_TOOLS_RUNIKET_H
