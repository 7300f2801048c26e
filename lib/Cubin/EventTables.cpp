//===- EventTables.cpp - iket/events.h ------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/EventTables.h"
#include "Cubin/Declarations.h"
#include "Cubin/Images.h"

namespace iket {
namespace cubin {

events::table makeTable(const Image &I) {
  events::table T;
  T.source = I.Source;
  T.offset = I.Offset;
  T.arch = I.Arch;
  T.format = I.Format;
  T.compressed = I.Compressed;
  T.size = I.Contents.size();
  if (!I.Problem.empty())
    T.problems.push_back(I.Problem);
  if (!I.Problem.empty() || I.Format == events::image_format::bitcode)
    return T;
  try {
    Module M = I.Format == events::image_format::ptx ? readPtx(I.Contents)
                                                     : readCubin(I.Contents);
    // The container knows what an old cubin does not say of itself.
    if (T.arch.empty() || archNumber(T.arch) != archNumber(M.Arch) ||
        M.Arch.size() > T.arch.size())
      T.arch = M.Arch;
    Declarations D = readDeclarations(M);
    T.problems.insert(T.problems.end(), D.Problems.begin(), D.Problems.end());
    for (const auto &E : D.Events) {
      T.events.push_back(describe(E));
      T.payloads |= T.events.back().payload != events::payload_type::none;
    }
    if (!D.Events.empty())
      T.mode = D.isExtended() ? events::record_mode::extended
                              : events::record_mode::native;
    T.functions = std::move(M.Functions);
    readSourceTables(M, T);
  } catch (const events::error &E) {
    T.problems.push_back(std::string(E.what()) + ", at byte " +
                         std::to_string(E.offset));
  }
  return T;
}

} // namespace cubin

std::vector<events::table> read_event_tables(std::string_view bytes,
                                             const std::string &name) {
  std::vector<events::table> Tables;
  cubin::forEachImage(bytes, name, [&](const cubin::Image &I) {
    Tables.push_back(cubin::makeTable(I));
  });
  return Tables;
}

std::vector<events::table> read_event_tables(const std::string &path) {
  cubin::MappedFile File(path);
  return read_event_tables(File.bytes().text(), path);
}

} // namespace iket
