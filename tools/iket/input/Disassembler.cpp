//===- Disassembler.cpp - Where NVIDIA's disassembler is ------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input/Disassembler.h"
#include "Runtime/Nvidia/Library.h"
#include "profile/ChildProcess.h"
#include <cstdlib>

namespace iket::tool {

std::string findDisassembler() {
  std::vector<std::string> Candidates;
  const char *Cuda = std::getenv("CUDA_PATH");
  if (Cuda && *Cuda)
    Candidates.push_back(std::string(Cuda) + "/bin/nvdisasm");
  Candidates.push_back("nvdisasm"); // Of PATH.
  Candidates.push_back("/usr/local/cuda/bin/nvdisasm");
  // Of the package nvidia-cuda-nvdisasm, since CUDA 13 and before.
  for (const std::string &Packages : runtime::pythonPackageDirs())
    for (const char *Package : {"cu13", "cuda_nvdisasm"})
      Candidates.push_back(Packages + "/nvidia/" + Package + "/bin/nvdisasm");
  for (const std::string &Candidate : Candidates)
    if (std::string Program = findProgram(Candidate); !Program.empty())
      return Program;
  return {};
}

} // namespace iket::tool
