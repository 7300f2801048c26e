//===- SourceLines.cpp - Where events stand in the source -----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "input/SourceLines.h"
#include "input/ExecutableInput.h"
#include <algorithm>
#include <unordered_map>

namespace iket::tool {

static std::string joined(const std::vector<std::string> &Places) {
  constexpr std::size_t Shown = 3; // Of a template, there may be hundreds.
  std::string Text;
  for (std::size_t I = 0; I != std::min(Shown, Places.size()); ++I)
    Text += (I ? ", " : "") + Places[I];
  if (Places.size() > Shown)
    Text += " and " + std::to_string(Places.size() - Shown) + " more";
  return Text;
}

std::vector<std::string> sourceLines(const trace::file &Trace,
                                     const std::vector<events::table> &Tables) {
  std::unordered_map<std::string, std::vector<std::string>> Places;
  for (const events::table &T : Tables)
    for (const events::event &E : T.events)
      for (std::size_t At : E.locations) {
        std::vector<std::string> &Known = Places[E.name];
        std::string Place = locationText(T.locations[At]);
        // Images for several architectures say the same.
        if (std::find(Known.begin(), Known.end(), Place) == Known.end())
          Known.push_back(std::move(Place));
      }
  std::vector<std::string> Lines;
  for (const std::string &Name : Trace.names())
    Lines.push_back(joined(Places[Name]));
  return Lines;
}

} // namespace iket::tool
