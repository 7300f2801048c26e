// The headers of recording stand beside iket.h, whose names they share the
// namespace with, and give no warning in any C++ from 17 on. One function is called
// by the host and one by the kernel, and each is its own.
// RUN: %clang-host -std=c++17 -Wall -Wextra -Wpedantic -Wshadow-all -Werror -I%include -fsyntax-only %s
// RUN: %clang-host -std=c++20 -Wall -Wextra -Wpedantic -Wshadow-all -Werror -I%include -fsyntax-only %s

// A std::string of the old layout would crash in the library: it is refused when
// compiling. The C interface holds none.
// RUN: %not %clang-host -std=c++17 -D_GLIBCXX_USE_CXX11_ABI=0 -I%include -fsyntax-only %s 2>&1 | %filecheck-raw --check-prefix=OLD %s
// OLD: error: "Iket's C++ API needs _GLIBCXX_USE_CXX11_ABI=1
// RUN: %not %clang-host -std=c++17 -D_GLIBCXX_USE_CXX11_ABI=0 -I%include -include iket/executable.h -x c++ -fsyntax-only /dev/null 2>&1 | %filecheck-raw --check-prefix=OLD %s
// RUN: %not %clang-host -std=c++17 -D_GLIBCXX_USE_CXX11_ABI=0 -I%include -include iket/session.h -x c++ -fsyntax-only /dev/null 2>&1 | %filecheck-raw --check-prefix=OLD %s
// RUN: %clang-host -std=c++17 -D_GLIBCXX_USE_CXX11_ABI=0 -I%include -include iket/session_c.h -x c++ -fsyntax-only /dev/null

#include <iket/executable.h>
#include <iket/iket.h>
#include <iket/session.h>
#include <iket/session_c.h>
#include <iket/trace.h>
#include <type_traits>

static_assert(!std::is_copy_constructible_v<iket::session> &&
              std::is_nothrow_move_constructible_v<iket::session> &&
              std::is_nothrow_move_assignable_v<iket::session>);
static_assert(std::is_error_code_enum_v<iket::errc>);
static_assert(std::is_nothrow_copy_constructible_v<iket::error>);

bool recording(iket::session &S) {
  iket::mark("nothing on the host");
  return iket::enabled() || S.is_recording() || iket::is_recording();
}
