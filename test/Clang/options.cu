// Every option of the passes is an argument of the plugin; what it does not take
// is an error that names it.
// REQUIRES: cuda, frontend, oracle
// RUN: %one-flag-clang -O1 -fplugin-arg-iket-runtime-payloads -fplugin-arg-iket-extended=always -c %s -o %t.cubin
// RUN: %oracle %t.cubin | %filecheck %s
// RUN: %one-flag-clang -O1 -mllvm -iket-runtime-payloads -mllvm -iket-extended=always -c %s -o %t.mllvm && cmp %t.cubin %t.mllvm
// RUN: %not %one-flag-clang -fplugin-arg-iket-extended=yes -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefix=VALUE
// RUN: %not %one-flag-clang -fplugin-arg-iket-runtime-payload -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefix=NAME
// RUN: cp %frontend %t.alone.so && %not %clang-host -std=c++17 -fplugin=%t.alone.so -I%include -x c++ -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefix=ALONE

// CHECK: max id 4095
// CHECK: event 64 a EXTENDED_NATIVE_DUMP I32 NOT_IN_RANGE
// VALUE: for the --iket-extended option: 'yes' is not one of auto, always, never
// VALUE: error: iket: the plugin does not take 'extended=yes'; docs/options.md lists its options
// NAME: iket: unknown option 'runtime-payload'; did you mean 'runtime-payloads'?
// NAME: error: iket: the plugin does not take 'runtime-payload'
// ALONE: error: iket: the pass plugin can not be loaded: {{.*}}; keep libIketPass.so in the folder of the frontend plugin

#include <iket/iket.h>
#ifdef __CUDA__
__global__ void k(int *p) { iket::mark("a", p[0]); }
#endif
