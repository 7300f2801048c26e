// In plain C++, with clang and gcc, the header compiles without a warning and
// does nothing.
// REQUIRES: gcc
// RUN: %clang-host -std=c++17 -Wall -Wextra -Werror -O2 -I%include %s -o %t.clang && %t.clang
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -O2 -I%include %s -o %t.gcc && %t.gcc
// RUN: %clang-host -std=c++17 -O0 -I%include -S %s -o - | %filecheck %s --check-prefix=HOST
// HOST-NOT: call{{.*}}iket

#include <iket/iket.h>
#include <iket/iket_device_apis.cuh>

CREATE_IKET_PUSH_POP_RANGE(Load);

IKET_RANGE("function") int twice(int x) { return 2 * x; }

int main() {
  IKET_FUNC_RANGE();
  iket::mark("a");
  iket::mark("b", 1.5);
  IKET_RANGE_PUSH(Load);
  IKET_RANGE_POP();
  auto t = iket::range_start("c");
  iket::range_end(t);
  iket::range_end("c");
  IKET_SCOPE("d") { t = twice(t); }
  iket::keep(t);
  __iket_mark("e");
  return iket::enabled() || iket::runtime_payloads_enabled() || t != 0;
}
