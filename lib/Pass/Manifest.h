//===- Manifest.h - Events as a JSON file -----------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_MANIFEST_H
#define IKET_PASS_MANIFEST_H

#include "Pass/Locations.h"
#include "Pass/Target.h"

namespace iket {

/// Writes what manifest=PATH asks for: a file that describes the events of
/// \p Sources, one or those of a link. PATH may be a folder, which many
/// compiles share; a file's name gets the architecture in front of its
/// extension. Problems are errors of \p Diags and leave whatever file was there
/// as it was.
void writeManifest(const std::vector<std::string> &Sources,
                   const EventTable &Table, const EventLocations &Locations,
                   const TargetInfo &Target, const Options &Opts,
                   Diagnostics &Diags);

} // namespace iket

#endif // IKET_PASS_MANIFEST_H
