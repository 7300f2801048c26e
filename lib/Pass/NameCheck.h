//===- NameCheck.h - What is wrong with an event's name ---------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_PASS_NAMECHECK_H
#define IKET_PASS_NAMECHECK_H

#include "Pass/Names.h"

namespace iket {

/// Why \p Leaf cannot be declared, and what to do; else empty.
std::string checkName(const EventName::Leaf &Leaf, bool LongNames);

/// Why \p Name is not constant, and what to do.
std::string describeNotConstant(const EventName &Name);

} // namespace iket

#endif // IKET_PASS_NAMECHECK_H
