// A token is a type: no integer is one. It is as small as an int and may live
// wherever an int may.
// REQUIRES: cuda
// RUN: %plain-clang -fsyntax-only -Xclang -verify %s
// RUN: %plain-clang -D__IKET__ -fsyntax-only -Xclang -verify %s

#include <iket/iket.h>

struct Stage {
  iket::token Load, Store[4];
};
static_assert(sizeof(Stage) == 5 * sizeof(int));
static_assert(__is_trivial(Stage));

__global__ void k(int *p) {
  __shared__ Stage Stages[2];
  Stages[0].Load = iket::range_start("a");
  Stages[0].Store[1] = iket::sentinel_token();
  iket::range_end(Stages[0].Load, 1);
  if (Stages[0].Load != iket::token())
    iket::range_end(Stages[0].Store[1]);
  iket::range_end(threadIdx.x); // expected-error {{no matching function}}
  iket::range_end(p[0]); // expected-error {{no matching function}}
  iket::token t = 3; // expected-error {{cannot initialize}}
  int i = iket::range_start("b"); // expected-error {{cannot initialize}}
}
// expected-note@*:* 0+ {{candidate}}
