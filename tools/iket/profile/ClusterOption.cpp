//===- ClusterOption.cpp - One cluster of a grid --------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/ClusterOption.h"

namespace iket::tool {

static bool isCluster(const std::string &Text) {
  unsigned X, Y, Z;
  char Rest;
  // %u alone takes signs and white space too.
  return Text.find_first_not_of("0123456789,") == Text.npos &&
         std::sscanf(Text.c_str(), "%u,%u,%u%c", &X, &Y, &Z, &Rest) == 3;
}

void addClusterOption(CLI::App &Command, std::string &Into) {
  Command
      .add_option("--cluster", Into,
                  "Record this cluster (or CTA, without clusters) only")
      ->check([](const std::string &Text) {
        return isCluster(Text) ? std::string()
                               : "'" + Text + "' is not of the form X,Y,Z";
      })
      ->type_name("X,Y,Z");
}

} // namespace iket::tool
