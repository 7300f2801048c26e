// With the pass plugin alone, iket.h records where __IKET__ is defined, and then
// the same as with the frontend plugin. Without, it says so, once, unless
// nothing is to be recorded or there is no function that could.
// Older clangs read -mllvm only after -Xclang -load.
// REQUIRES: cuda, frontend, llvm-22
// DEFINE: %{alone} = %plain-clang -O2 -fpass-plugin=%plugin
// RUN: %one-flag-clang -O2 -c %s -o %t.frontend && %{alone} -D__IKET__ -Werror -c %s -o %t.alone && cmp %t.alone %t.frontend
// RUN: %{alone} -S %s -o %t.s 2>&1 | %filecheck %s
// RUN: %not %{alone} -Werror -S %s -o %t.s 2>&1 | %filecheck-raw %s --check-prefix=ERROR
// RUN: %{alone} -Werror -mllvm -iket-no-warn=header-off -S %s -o %t.off && %plain-clang -O2 -S %s -o %t.plain && cmp %t.off %t.plain
// RUN: %{alone} -Werror -mllvm -iket-disable -S %s -o %t.off && cmp %t.off %t.plain
// RUN: %{alone} -Werror -DIKET_DISABLE -S %s -o %t.off
// RUN: %{alone} -Werror -DEMPTY -S %s -o %t.off
// CHECK: warning: {{.*}}iket: iket.h records nothing here, because __IKET__ is not defined; load the frontend plugin (-fplugin=libIketClang.so), or add -D__IKET__ [no-warn=header-off]
// CHECK-NOT: warning:
// ERROR: error: {{.*}}iket: iket.h records nothing here

#include <iket/iket.h>
#ifndef EMPTY
__global__ void k(int *p) {
  __iket_mark("a", p[0]);
  iket::scoped_range r("b");
  p[1] = p[2];
}
#endif
