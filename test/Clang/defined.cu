// __IKET__ is defined wherever the frontend plugin is loaded: for the headers
// that -include names, in a precompiled header, and where clang only
// preprocesses.
// REQUIRES: cuda, frontend, oracle
// RUN: rm -rf %t && mkdir %t && cp %s %t/first.h && cd %t
// RUN: %one-flag-clang -include first.h -O1 -c %s -o k.cubin && %oracle k.cubin | %filecheck %s
// RUN: %one-flag-clang -E -I%include %s | %filecheck %s --check-prefix=ON
// RUN: %clang-host -std=c++17 -fplugin=%frontend -x c++-header first.h -o first.h.pch
// RUN: %clang-host -std=c++17 -fplugin=%frontend -include-pch first.h.pch -x c++ -fsyntax-only %s
// CHECK: 1 points
// ON: void k(int *p) { ::iket::mark("a"); }

#ifndef DEFINED_H
#define DEFINED_H
#include <iket/iket.h>
#ifndef __IKET__
#error "__IKET__ is not defined"
#endif
#ifdef __CUDA__
__global__ void k(int *p) { __iket_mark("a"); }
#endif
#endif
