// In clang a message is one of the compiler's own: a caret in the user's source
// without -g, through inlined wrappers too; all errors of a file are given; it
// exits non-zero, leaves no output file behind, and -Werror counts warnings.
// REQUIRES: cuda
// RUN: rm -f %t.cubin
// RUN: %not %iket-clang -O2 -c %s -o %t.cubin 2>&1 | %filecheck-raw %s
// RUN: not ls %t.cubin
// RUN: %not %iket-clang -O0 -c %s -o %t.cubin 2>&1 | %filecheck-raw %s
// RUN: %not %iket-clang -O2 -g -c %s -o %t.cubin 2>&1 | %filecheck-raw %s
// RUN: not ls %t.cubin
// RUN: %not %clang-any-arch --cuda-gpu-arch=sm_80 -DWARN -Werror -O2 -c %s -o %t.cubin 2>&1 | %filecheck-raw %s --check-prefix=WERROR
// RUN: not ls %t.cubin

#include <iket/iket.h>

#ifdef WARN
// WERROR: clang.cu:[[#@LINE+2]]:{{[0-9]+}}: error: iket: events are stripped for sm_80
__global__ void warn(int *p) {
  iket::mark("a");
}
#else
// CHECK-DAG: clang.cu:[[#@LINE+1]]:{{[0-9]+}}: error: iket: event name is not a constant string: it comes through {{.*}} of 'first(char const*)', a kernel, which is launched with it; use a literal, a constexpr array or a choice between such
__global__ void first(const char *name) { iket::mark(name); }

__global__ void second(int *p, float f) {
  iket::mark("x", 1);
  // CHECK-DAG: clang.cu:[[#@LINE+1]]:{{[0-9]+}}: error: iket: mark 'x' has a payload of type float32 here and int32 at {{.*}}clang.cu:[[#@LINE-1]]; give all of them one type, or different names
  iket::mark("x", f);
  auto t = iket::range_start("r", 3u);
  // CHECK-DAG: clang.cu:[[#@LINE+1]]:{{[0-9]+}}: error: iket: range 'r' ends with a payload of type float32 but starts with uint32 at {{.*}}clang.cu:[[#@LINE-1]]; give both one type
  iket::range_end(t, f);
}
// CHECK-DAG: 3 errors generated
#endif
