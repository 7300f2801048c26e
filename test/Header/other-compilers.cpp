// In plain C++ and in HIP, with clang and gcc, the header compiles without a
// warning and does nothing; user macros of common names do not get into it. What
// clang refuses where events are recorded is refused here.
// REQUIRES: gcc
// RUN: %clang-host -std=c++17 -Wall -Wextra -Werror -O2 -I%include %s -o %t.clang && %t.clang
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -O2 -I%include %s -o %t.gcc && %t.gcc
// RUN: %clang-host -std=c++17 -O0 -I%include -S %s -o - | %filecheck %s --check-prefix=HOST
// HOST-NOT: call{{.*}}iket
// RUN: %clang-host -std=c++20 -x hip -nogpuinc -nogpulib --cuda-device-only --offload-arch=gfx90a -Wall -Wextra -Werror -I%include -fsyntax-only %s
// RUN: %clang-host -std=c++17 -I%include -fsyntax-only %s -Dfile=( -Dline=( -Dname=( -Dtype=( -Dstart=( -Dpush=( -Dend=( -Dword=( -Dwords=( -Dsupported=( -Dvalue=( -Devent=(
// RUN: %not %clang-host -std=c++17 -DWRONG -I%include -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefixes=WRONG,NODISCARD
// RUN: %not g++ -std=c++17 -DWRONG -I%include -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefix=WRONG

#include <iket/iket.h>
#include <iket/iket_device_apis.cuh>

#ifdef __HIP__
#define DEVICE __attribute__((host, device))
#else
#define DEVICE
#endif

CREATE_IKET_PUSH_POP_RANGE(Load);

IKET_RANGE("function") DEVICE int twice(int x) { return 2 * x; }

#ifdef WRONG
struct Pair {
  int a, b;
};
// WRONG-DAG: iket: a payload must be an 8 to 64-bit integer, bool, float, double, __half, __nv_bfloat16, an enumeration or a pointer to an object
// NODISCARD: ignoring temporary {{.*}}'nodiscard' attribute
// WRONG-DAG: iket: only a trivially copyable value can be kept
// WRONG-DAG: no matching function for call to {{.*}}range_end
struct Owner {
  ~Owner();
};
void wrong() {
  iket::mark("pair", Pair());
  __iket_mark("function", &wrong);
  iket::scoped_range("discarded");
  iket::keep(Owner());
  iket::range_end(3);
}
#endif

DEVICE int annotated(int x) {
  IKET_FUNC_RANGE();
  IKET_SCOPED_RANGE("scoped");
  iket::scoped_range r("object", x);
  iket::mark("a");
  iket::mark("b", 1.5);
  IKET_RANGE_PUSH(Load);
  IKET_RANGE_POP();
  auto t = iket::range_start("c");
  iket::range_end(t);
  iket::range_end("c");
  IKET_SCOPE("d") { x = twice(x); }
  iket::keep(t);
  auto u = __iket_range_start("e");
  __iket_range_end(u, 'x');
  __iket_mark("e");
  return x + (iket::enabled() || __iket_runtime_payloads() ||
              t != iket::sentinel_token());
}

int main() { return annotated(0); }
