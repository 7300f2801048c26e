// -save-temps and -disable-llvm-passes end this compile before the passes. Without the
// pass plugin, which the next step loads, nothing would be recorded; and options
// do not reach that step. Neither goes by in silence.
// REQUIRES: cuda, frontend, oracle
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %one-flag-clang -I%include -save-temps -c %s -o %t.none 2>&1 | %filecheck %s --check-prefix=NONE
// RUN: %not %one-flag-clang -I%include -save-temps -Werror -c %s -o %t.error 2>&1 | %filecheck-raw %s --check-prefix=ERROR
// RUN: %one-flag-clang -I%include -save-temps -fpass-plugin=%plugin -Werror -c %s -o %t.cubin && %oracle %t.cubin | %filecheck %s
// RUN: %one-flag-clang -I%include -save-temps -fpass-plugin=%plugin -fplugin-arg-iket-runtime-payloads -c %s -o %t.cubin 2>&1 | %filecheck %s --check-prefix=OPTIONS
// RUN: %one-flag-clang -Werror -c %s -o %t.whole

// NONE: warning: iket: this compile ends before the passes (-save-temps, -disable-llvm-passes), and the next step records nothing without -fpass-plugin=libIketPass.so
// ERROR: error: iket: this compile ends before the passes
// OPTIONS: warning: iket: this compile ends before the passes (-save-temps, -disable-llvm-passes), which do not get the options given here
// CHECK: kernel {{.*}} 1 points

#include <iket/iket.h>
__global__ void k(int *p) { iket::mark("a", p[0]); }
