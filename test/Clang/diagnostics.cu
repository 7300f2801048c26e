// Wrong places and wrong arguments: clang's own messages, with carets, once. The
// warnings follow no-warn, -w and -Werror, and C++ has none: a header's attribute
// waits for the CUDA files that include it.
// REQUIRES: cuda, frontend
// RUN: %one-flag-clang -fsyntax-only -Xclang -verify %s
// RUN: %one-flag-clang -fsyntax-only -fplugin-arg-iket-long-names -DLONG -Xclang -verify=long %s
// RUN: %one-flag-clang -fsyntax-only -mllvm -iket-long-names -DLONG -Xclang -verify=long %s
// RUN: %one-flag-clang -fsyntax-only -fplugin-arg-iket-no-warn=no-effect -DWARNED -Werror %s
// RUN: %one-flag-clang -fsyntax-only -w -DWARNED %s
// RUN: %not %one-flag-clang -fsyntax-only -Werror -DWARNED %s 2>&1 | %filecheck-raw %s --check-prefix=WERROR
// RUN: %clang-host -std=c++17 -fplugin=%frontend -x c++ -fsyntax-only -Werror -DWARNED %s
// WERROR: error: iket: a range attribute has no effect on 'warned', which no kernel can call; make it a __device__ or __global__ function [no-warn=no-effect]

#include <iket/iket.h>
#ifdef LONG
// long-no-diagnostics
[[iket::range("0123456789abcdef0123456789abcdefg")]] __device__ int l(int x) { return x; }
#elif defined(WARNED)
[[iket::range("host")]] int warned(int x) { return x; }
#else
[[iket::range("")]] __device__ int a(int x) { return x; } // expected-error {{iket: event name is empty; give the range a name, or leave out the argument to take the function's}}
[[iket::range("0123456789abcdef0123456789abcdefg")]] __device__ int b(int x) { return x; } // expected-error {{iket: event name is longer than 32 bytes; shorten it, or give the option long-names}}
[[iket::range("a\nb")]] __device__ int n(int x) { return x; } // expected-error {{iket: event name contains a NUL or a line break; remove it}}
[[iket::range(3)]] __device__ int c(int x) { return x; } // expected-error-re {{{{'(iket::)?range'}} attribute requires a string}}
[[iket::range("a", "b")]] __device__ int d(int x) { return x; } // expected-error-re {{{{'(iket::)?range'}} attribute takes no more than 1 argument}}
[[iket::range("v")]] __device__ int v; // expected-error {{iket: a range attribute applies to functions only; put it in front of one, or use IKET_SCOPE for a statement}}
struct [[iket::range("t")]] T {}; // expected-error {{iket: a range attribute applies to functions only}}
[[range("x")]] __device__ int e(int x) { return x; } // expected-warning {{unknown attribute 'range' ignored; did you mean 'iket::range'?}}
[[iket::range("host")]] int host(int x) { return x; } // expected-warning {{iket: a range attribute has no effect on 'host', which no kernel can call; make it a __device__ or __global__ function}}
[[iket::range("nobody")]] __device__ int nobody(int x); // expected-warning {{iket: a range attribute has no effect on 'nobody', which has no body in this file; put it where the function is defined}}
__device__ [[gnu::noinline]] __attribute__((iket_range("fine"))) int fine(int x) { return x; }
__global__ void k(int *p) {
  [[iket::range("s")]] { p[0] = 1; } // expected-warning {{iket: a range attribute on a statement has no effect; write IKET_SCOPE("name") in front of the statement}}
  [[iket::range]] for (int i = 0; i < 2; i++) p[i] = 2; // expected-warning {{on a statement has no effect}}
  __attribute__((iket_range("w"))) while (p[0]) p[0]--; // expected-warning {{on a statement has no effect}}
}
#endif
