//===- Disassembler.h - Where NVIDIA's disassembler is ----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_DISASSEMBLER_H
#define IKET_TOOLS_DISASSEMBLER_H

#include <string>

namespace iket::tool {

/// The nvdisasm of CUDA_PATH, PATH, /usr/local/cuda or a Python environment in
/// use; "" if there is none.
std::string findDisassembler();

} // namespace iket::tool

#endif // IKET_TOOLS_DISASSEMBLER_H
