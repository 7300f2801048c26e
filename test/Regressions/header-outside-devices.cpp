// Case C37. Host code reads the same sources: clang parses device code in the
// host pass too, and shared headers end up in plain C++ files. There the header
// declares the same functions, warns of nothing, and leaves nothing behind: no
// symbol to link, not even without optimisation.

// RUN: %clang-host -std=c++17 -Wall -Wextra -Wpedantic -Werror -I%include -O2 -S -emit-llvm %s -o - | %filecheck %s --implicit-check-not="declare" --implicit-check-not=@__iket --implicit-check-not="@_ZN4iket" --implicit-check-not="{{^@}}"
// CHECK-LABEL: define {{.*}} @_Z8host_usei(
// CHECK-NEXT:    add {{.*}}i32 %0, 1
// CHECK-NEXT:    ret i32
// CHECK-LABEL: define {{.*}} @_Z6rangedi(
// CHECK-NEXT:    ret i32 %0
// RUN: %clang-host -std=c++17 -Wall -Wextra -Wpedantic -Werror -I%include -O0 -S -emit-llvm %s -o - | %filecheck %s --check-prefix=O0 --implicit-check-not="declare {{.*}}@{{[^l]}}" --implicit-check-not=@__iket
// O0-LABEL: define {{.*}} @_Z8host_usei(

// The names' lengths are checked on the host already, with a caret.
// RUN: %not %clang-host -std=c++17 -I%include -DLONG -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefix=LONG --implicit-check-not=error:
// LONG: header-outside-devices.cpp:[[#@LINE+14]]:3: error: iket: event name is longer than 32 bytes; shorten it, or define IKET_LONG_NAMES and give the plugin the option long-names
// RUN: %clang-host -std=c++17 -I%include -DLONG -DIKET_LONG_NAMES -Werror -fsyntax-only %s

#include <iket/iket.h>
#include <iket/iket.h> // Twice does no harm.

enum class stage : unsigned char { load, store };

int host_use(int x) {
  IKET_FUNC_RANGE();
  __iket_mark("mark", x);
  IKET_SCOPE("scope", 3) { x++; }
  __iket_mark("a name of thirty-two bytes, yes?");
#ifdef LONG
  __iket_mark("a name of thirty-three bytes, no?");
#endif
  iket::token t = __iket_range_start("t");
  __iket_range_end(t);
  __iket_range_start("n", 3u);
  __iket_range_end("n", 3u);
  t = __iket_range_start("u", x);
  __iket_range_end(t, x);
  t = __iket_sentinel_token();
  __iket_range_push("a", 1.0);
  __iket_range_pop();
  __iket_range_push("p", &x);
  __iket_range_pop("p");
  __iket_range_end();
  __iket_keep(x);
  iket::mark("p", iket::payload<short>(static_cast<short>(x)));
  iket::mark("e", stage::store);
  iket::mark("b", true);
  return __iket_enabled() || __iket_runtime_payloads() ? 1 : x;
}

IKET_RANGE("ranged") int ranged(int x) { return x; }
