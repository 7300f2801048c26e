//===- FatBinary.h - Containers of device code ------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's fat binary is not documented. This is what the files show that
// fatbinary, nvcc and clang of CUDA 13.0 write, for all kinds of image, modes
// of compression and architectures; cuobjdump says the same of each field it
// prints. All little endian; sections hold several, on 8-byte boundaries.
//
//   fat binary
//   +0   u32  0xBA55ED50
//   +4   u16  version, 1
//   +6   u16  size of this header, 16
//   +8   u64  size of the entries that follow
//
//   entry, immediately behind the header or the entry before
//   +0   u16  kind: 1 PTX, 2 ELF, 8 bitcode of NVIDIA (-dlto, encrypted)
//   +2   u16  version, 0x0101
//   +4   u32  size of this header with options and name, 64 or more
//   +8   u64  size of the image, rounded up to 8
//   +16  u32  exact size of a compressed image, 0 for others
//   +20  u32  offset in the entry of { u32 offset, u32 size } of ptxas options
//   +24  u16  minor, u16 major version of PTX or ELF
//   +28  u32  architecture, 90 for sm_90
//   +32  u32  offset and u32 size of the source file's name
//   +40  u64  flags: 1 64 bits, 2 debug, 0x10 Linux, 0x2000 LZ4, 0x8000 zstd,
//             0x10000 bitcode, 0x100000 sm_NNa, 0x200000 sm_NNf
//   +48  u64  hash of bitcode
//   +56  u64  size when uncompressed, 0 for others
//   +64  ...  options, name
//        ...  image: LZ4 is one bare block, zstd one frame
//
// clang's relocatable objects hold LLVM's offload binary instead, which
// llvm/Object/OffloadBinary.h documents: images with "arch" and "triple".
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_FATBINARY_H
#define IKET_CUBIN_FATBINARY_H

#include "Cubin/Images.h"

namespace iket::cubin {

inline constexpr char FatBinaryMagic[] = "\x50\xed\x55\xba";
inline constexpr char OffloadMagic[] = "\x10\xff\x10\xad";

/// True if a fat binary with a sensible header stands at \p Offset.
bool isFatBinary(const Bytes &In, std::uint64_t Offset);

/// True if a whole fat binary is at \p Offset. Adds to \p Entries how many
/// headers of images that took.
bool isWholeFatBinary(const Bytes &In, std::uint64_t Offset,
                      std::uint64_t &Entries);

/// Hand on the images of the container at \p Offset of \p In, and return where
/// it ends.
std::uint64_t readFatBinary(const Bytes &In, std::uint64_t Offset,
                            const std::string &Source,
                            const ImageVisitor &Visit);
std::uint64_t readOffloadBinary(const Bytes &In, std::uint64_t Offset,
                                const std::string &Source,
                                const ImageVisitor &Visit);

/// \p Data uncompressed to \p Size bytes. Throws events::error where it is
/// damaged, or so much larger that no compiler made it.
std::string decompress(events::compression How, const Bytes &Data,
                       std::uint64_t Size);

} // namespace iket::cubin

#endif // IKET_CUBIN_FATBINARY_H
