// Annotations may stand in constexpr functions wherever the language allows it:
// a variable with a destructor, which a range has where it is recorded, since
// C++20. In a constant expression they do nothing; elsewhere the front end does
// not fold them away.
// REQUIRES: cuda, frontend, oracle
// DEFINE: %{plain} = %plain-clang -fsyntax-only -Wall -Wextra -Werror
// RUN: %{plain} -std=c++17 %s && %{plain} -std=c++20 %s
// RUN: %one-flag-clang -std=c++20 -O1 -Wall -Werror -c %s -o %t.20 && %oracle --counts %t.20 | %filecheck %s --check-prefixes=CHECK,CXX20
// RUN: %one-flag-clang -std=c++17 -O1 -Wall -Werror -c %s -o %t.17 && %oracle --counts %t.17 | %filecheck %s

//      CHECK: kernel k
//      CHECK: 1 in condition
// CXX20-NEXT: 1 in scope
//      CHECK: 1 instant
//      CHECK: pop_range
//      CHECK: 1 pushed
// CXX20-NEXT: 1 scope
//      CHECK: 2 token
//      CHECK: 1 value

#include <iket/iket.h>

__device__ constexpr int events(int x) {
  iket::mark("instant");
  __iket_mark("value", x);
  iket::range_push("pushed");
  iket::keep(x);
  iket::range_pop();
  return x + 1;
}
static_assert(events(1) == 2);

#if __cplusplus >= 202002L || !defined(__IKET__)
__device__ constexpr int ranges(int x) {
  iket::scoped_range r("scope");
  IKET_SCOPE("in scope") x += 1;
  return x + 1;
}
static_assert(ranges(1) == 3);
#else
__device__ int ranges(int x) { return x; }
#endif

extern "C" __global__ void k(int *p) {
  p[0] = events(p[0]) + ranges(p[1]);
  if (p[2] && (iket::mark("in condition"), true))
    p[2] = 3;
  const iket::token t = iket::range_start("token");
  p[3] += 1;
  iket::range_end(t);
}
