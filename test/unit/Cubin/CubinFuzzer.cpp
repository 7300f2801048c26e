//===- CubinFuzzer.cpp - Any bytes as an executable -----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target for the reader of executables and the checks of what it
// finds. No input may crash it, leak, or run into undefined behaviour. It is
// built with IKET_SANITIZE under clang. test/Cubin/fuzz.test has the command,
// and runs it for as many seconds as the environment's IKET_FUZZ_SECONDS says.
//
//===----------------------------------------------------------------------===//

#include "Cubin/EventTables.h"
#include "Cubin/RecordCheck.h"
#include <cstdlib>

using namespace iket;

static void check(const cubin::Image &I) {
  events::table T = cubin::makeTable(I);
  // What a table promises whatever was read.
  for (const events::event &E : T.events)
    for (std::size_t Place : E.locations)
      if (Place >= T.locations.size())
        std::abort();
  for (std::size_t Place = 0; Place != T.locations.size(); ++Place)
    if (T.locations[Place].inlined_at && *T.locations[Place].inlined_at >= Place)
      std::abort();
  if (!T.problems.empty() || T.format == events::image_format::bitcode)
    return;
  cubin::Module M = T.format == events::image_format::ptx
                        ? cubin::readPtx(I.Contents)
                        : cubin::readCubin(I.Contents);
  cubin::Declarations D = cubin::readDeclarations(M);
  cubin::checkDeclarations(D);
  // Any text is a disassembly.
  cubin::checkRecords(D, cubin::parseSass(I.Contents.text()), 0x3F0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *Data,
                                      std::size_t Size) {
  std::string_view Text(reinterpret_cast<const char *>(Data), Size);
  cubin::checkRecords({}, cubin::parseSass(Text), 0x20);
  try {
    cubin::forEachImage(Text, "input", check);
  } catch (const events::error &) {
    // The one way in which reading may fail.
  }
  return 0;
}
