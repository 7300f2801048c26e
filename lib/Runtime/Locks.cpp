//===- Locks.cpp - The mutexes of the runtime -----------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Locks.h"
#include <pthread.h>

namespace iket::runtime {

Locks &Locks::get() {
  static auto &L = *new Locks; // Sessions may stop after static destructors.
  return L;
}

Locks::Locks() {
  auto Unlock = [] {
    Locks &L = get();
    for (std::mutex *M : {&L.Library, &L.Sessions, &L.AtExit, &L.Process})
      M->unlock();
  };
  ::pthread_atfork(
      [] {
        Locks &L = get();
        for (std::mutex *M : {&L.Process, &L.AtExit, &L.Sessions, &L.Library})
          M->lock();
      },
      Unlock, Unlock);
}

} // namespace iket::runtime
