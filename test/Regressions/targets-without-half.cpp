// Case C37. Not every host target that clang compiles for has the 16-bit
// floating-point types of the device; a source that includes the header is
// compiled there all the same.
// RUN: %clang-host --target=i686-linux-gnu -std=c++17 -Wall -Wextra -Werror -I%include -fsyntax-only %s
// RUN: %clang-host --target=powerpc64le-linux-gnu -std=c++17 -Wall -Wextra -Werror -I%include -fsyntax-only %s
// RUN: %clang-host --target=aarch64-linux-gnu -std=c++17 -Wall -Wextra -Werror -I%include -fsyntax-only %s

#include <iket/iket.h>

int host_use(int x) {
  IKET_FUNC_RANGE();
  __iket_mark("mark", x);
  __iket_mark("long", 3l);
  return __iket_enabled() ? 1 : x;
}
