//===- EventTables.h - One image's event table ------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_CUBIN_EVENTTABLES_H
#define IKET_CUBIN_EVENTTABLES_H

#include "Cubin/Images.h"

namespace iket::cubin {

/// What \p I declares; what is wrong with it is among the table's problems.
events::table makeTable(const Image &I);

} // namespace iket::cubin

#endif // IKET_CUBIN_EVENTTABLES_H
