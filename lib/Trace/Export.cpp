//===- Export.cpp - What the writers share --------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/Export.h"

namespace iket::trace {

std::string smName(const warp_location &L) {
  return "SM " + std::to_string(L.sm);
}

std::string ctaName(const warp_location &L) {
  std::string Text = "CTA (" + std::to_string(L.cta[0]) + "," +
                     std::to_string(L.cta[1]) + "," + std::to_string(L.cta[2]) +
                     ")";
  if (const auto &C = L.cluster)
    Text += " of cluster (" + std::to_string((*C)[0]) + "," +
            std::to_string((*C)[1]) + "," + std::to_string((*C)[2]) + ")";
  return Text;
}

std::string warpName(const warp_location &L, std::uint32_t Track) {
  std::string Name = "warp " + std::to_string(L.warp);
  return Track ? Name + " (" + std::to_string(Track + 1) + ")" : Name;
}

std::string jsonString(std::string_view Text) {
  constexpr char Hex[] = "0123456789abcdef";
  std::string Out = "\"";
  for (unsigned char C : Text) {
    if (C == '"' || C == '\\')
      Out += {'\\', static_cast<char>(C)};
    else if (C < ' ' || C == '<' || C == '>' || C == '&' || C == 0x7F)
      Out += {'\\', 'u', '0', '0', Hex[C >> 4], Hex[C & 15]};
    else
      Out += static_cast<char>(C);
  }
  return Out + '"';
}

} // namespace iket::trace
