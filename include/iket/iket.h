//===- iket/iket.h - Named events inside CUDA kernels -----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device API. Annotate a kernel, compile it with clang and one more flag
// (-fpass-plugin=libIketPass.so), and run-iket shows the events on a timeline
// with one track per warp:
//
//   __global__ void kernel(float *p) {
//     iket::mark("start");
//     iket::scoped_range work("work");
//     ...
//   }
//
// Without the plugin every function here is empty and inline: the annotations
// may stay in the source for ever. They also stay on host functions, in plain
// C++ files and under other compilers (nvcc among them), where they do nothing.
//
// __iket_mark, __iket_range_push, ... are the same functions in C spelling.
//
// Names must be constant strings of at most 32 bytes by the time the optimiser
// has run. Payloads are 8 to 64-bit integers, float, double, __half,
// __nv_bfloat16, enumerations or pointers; bool is recorded as uint32. They are
// recorded only when the plugin's option runtime-payloads is on; their type
// belongs to the event's name either way.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_IKET_H
#define IKET_IKET_H

// Diagnostics inside macros of this file are the user's business only where
// this file says so, by diagnose_if and static_assert.
#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

//===----------------------------------------------------------------------===//
// Compiler glue
//===----------------------------------------------------------------------===//

#if defined(__CUDA__) || defined(__CUDACC__)
#define IKET_DETAIL_HD __attribute__((host, device))
#else
#define IKET_DETAIL_HD
#endif

#if defined(__clang__) && !defined(__NVCC__)
#define IKET_DETAIL_INLINE                                                     \
  IKET_DETAIL_HD inline __attribute__((always_inline, nodebug, nothrow))
#elif defined(__NVCC__) || defined(__GNUC__)
#define IKET_DETAIL_INLINE IKET_DETAIL_HD inline
#else
#define IKET_DETAIL_INLINE inline
#endif

#define IKET_DETAIL_CAT_(a, b) a##b
#define IKET_DETAIL_CAT(a, b) IKET_DETAIL_CAT_(a, b)
#define IKET_DETAIL_STR_(x) #x
#define IKET_DETAIL_STR(x) IKET_DETAIL_STR_(x)

#if defined(__clang__) && !defined(__NVCC__)

// A caret under a bad literal, with or without the plugin. Names that are not
// literals are checked by the plugin.
#define IKET_DETAIL_NAME_EMPTY(name)                                           \
  __attribute__((diagnose_if(                                                  \
      __builtin_strlen(name) == 0,                                             \
      "iket: event name is empty; give the event a name", "error")))
#ifdef IKET_LONG_NAMES
#define IKET_DETAIL_NAME(name) IKET_DETAIL_NAME_EMPTY(name)
#else
#define IKET_DETAIL_NAME(name)                                                 \
  IKET_DETAIL_NAME_EMPTY(name)                                                 \
  __attribute__((                                                              \
      diagnose_if(__builtin_strlen(name) > 32,                                 \
                  "iket: event name is longer than 32 bytes; shorten it, or "  \
                  "define IKET_LONG_NAMES and give the plugin the option "     \
                  "long-names",                                                \
                  "error")))
#endif

// Where an event stands in the source. The type of the file keeps a location
// from being mistaken for a payload.
#define IKET_DETAIL_HERE                                                       \
  const ::iket::detail::source_file                                            \
      *file = reinterpret_cast<const ::iket::detail::source_file *>(           \
          __builtin_FILE()),                                                   \
      int line = __builtin_LINE()

// Some hosts have no 16-bit floats; every device has.
#if defined(__FLT16_MANT_DIG__) && __clang_major__ >= 18
#define IKET_DETAIL_HALF
#endif

// CUDA's own 16-bit types, which this header must not include.
struct __half;
struct __nv_bfloat16;

namespace iket {

/// A started range: what range_start returns and range_end takes.
using token = int;

namespace detail {

struct source_file;

// From the type a user passes to the type that is recorded.
template <class T, bool IsEnum = __is_enum(T)> struct payload_traits {
  static constexpr bool supported = false;
  using type = int;
};
template <class T> struct recorded_as {
  static constexpr bool supported = true;
  using type = T;
};
template <class T>
struct payload_traits<T, true> : payload_traits<__underlying_type(T)> {};
template <class T>
struct payload_traits<T *, false> : recorded_as<const volatile void *> {};

#define IKET_DETAIL_RECORD(from, to)                                           \
  template <> struct payload_traits<from, false> : recorded_as<to> {};
IKET_DETAIL_RECORD(bool, unsigned)
IKET_DETAIL_RECORD(signed char, signed char)
IKET_DETAIL_RECORD(unsigned char, unsigned char)
IKET_DETAIL_RECORD(short, short)
IKET_DETAIL_RECORD(unsigned short, unsigned short)
IKET_DETAIL_RECORD(int, int)
IKET_DETAIL_RECORD(unsigned, unsigned)
IKET_DETAIL_RECORD(long long, long long)
IKET_DETAIL_RECORD(unsigned long long, unsigned long long)
IKET_DETAIL_RECORD(float, float)
IKET_DETAIL_RECORD(double, double)
IKET_DETAIL_RECORD(decltype(nullptr), const volatile void *)
IKET_DETAIL_RECORD(char16_t, unsigned short)
IKET_DETAIL_RECORD(char32_t, unsigned)
#ifdef __CHAR_UNSIGNED__
IKET_DETAIL_RECORD(char, unsigned char)
#else
IKET_DETAIL_RECORD(char, signed char)
#endif
#if __SIZEOF_LONG__ == 8
IKET_DETAIL_RECORD(long, long long)
IKET_DETAIL_RECORD(unsigned long, unsigned long long)
#else
IKET_DETAIL_RECORD(long, int)
IKET_DETAIL_RECORD(unsigned long, unsigned)
#endif
#if __SIZEOF_WCHAR_T__ == 4
IKET_DETAIL_RECORD(wchar_t, int)
#else
IKET_DETAIL_RECORD(wchar_t, unsigned short)
#endif
#ifdef IKET_DETAIL_HALF
IKET_DETAIL_RECORD(_Float16, _Float16)
IKET_DETAIL_RECORD(::__half, _Float16)
IKET_DETAIL_RECORD(__bf16, __bf16)
IKET_DETAIL_RECORD(::__nv_bfloat16, __bf16)
#endif
#undef IKET_DETAIL_RECORD

template <class T>
IKET_DETAIL_INLINE typename payload_traits<T>::type to_payload(const T &x) {
  static_assert(payload_traits<T>::supported,
                "iket: a payload must be an 8 to 64-bit integer, bool, float, "
                "double, __half, __nv_bfloat16, an enumeration or a pointer");
  using type = typename payload_traits<T>::type;
  if constexpr (!payload_traits<T>::supported)
    return type();
  else if constexpr (__is_class(T)) // __half and __nv_bfloat16: keep the bits.
    return __builtin_bit_cast(type, x);
  else
    return static_cast<type>(x);
}

// The functions that the plugin knows by their IR names. The bodies are what
// remains of them without the plugin.
#define IKET_DETAIL_BUILTINS(suffix, type)                                     \
  IKET_DETAIL_INLINE void mark(const char *, type, const source_file *,        \
                               int) __asm__("__iket_mark_" #suffix);           \
  IKET_DETAIL_INLINE void push(const char *, type, const source_file *,        \
                               int) __asm__("__iket_range_push_" #suffix);     \
  IKET_DETAIL_INLINE token start(const char *, type, const source_file *,      \
                                 int) __asm__("__iket_range_start_" #suffix);  \
  IKET_DETAIL_INLINE void end(token, type, const source_file *,                \
                              int) __asm__("__iket_range_end_" #suffix);       \
  IKET_DETAIL_INLINE void end(const char *, type, const source_file *,         \
                              int) __asm__("__iket_range_end_name_" #suffix);  \
  IKET_DETAIL_HD void mark(const char *, type, const source_file *, int) {}    \
  IKET_DETAIL_HD void push(const char *, type, const source_file *, int) {}    \
  IKET_DETAIL_HD token start(const char *, type, const source_file *, int) {   \
    return 0;                                                                  \
  }                                                                            \
  IKET_DETAIL_HD void end(token, type, const source_file *, int) {}            \
  IKET_DETAIL_HD void end(const char *, type, const source_file *, int) {}
IKET_DETAIL_BUILTINS(i8, signed char)
IKET_DETAIL_BUILTINS(u8, unsigned char)
IKET_DETAIL_BUILTINS(i16, short)
IKET_DETAIL_BUILTINS(u16, unsigned short)
IKET_DETAIL_BUILTINS(i32, int)
IKET_DETAIL_BUILTINS(u32, unsigned)
IKET_DETAIL_BUILTINS(i64, long long)
IKET_DETAIL_BUILTINS(u64, unsigned long long)
#ifdef IKET_DETAIL_HALF
IKET_DETAIL_BUILTINS(f16, _Float16)
IKET_DETAIL_BUILTINS(bf16, __bf16)
#endif
IKET_DETAIL_BUILTINS(f32, float)
IKET_DETAIL_BUILTINS(f64, double)
IKET_DETAIL_BUILTINS(ptr, const volatile void *)
#undef IKET_DETAIL_BUILTINS

IKET_DETAIL_INLINE void keep(unsigned) __asm__("__iket_keep");
IKET_DETAIL_HD void keep(unsigned) {}

} // namespace detail

//===----------------------------------------------------------------------===//
// Instants
//===----------------------------------------------------------------------===//

/// Records an instant.
IKET_DETAIL_INLINE void mark(const char *name,
                             IKET_DETAIL_HERE) __asm__("__iket_mark");
IKET_DETAIL_HD void mark(const char *name, const detail::source_file *, int)
    IKET_DETAIL_NAME(name) {}

/// Records an instant with a value.
template <class T>
IKET_DETAIL_INLINE void mark(const char *name, T payload, IKET_DETAIL_HERE)
    IKET_DETAIL_NAME(name) {
  detail::mark(name, detail::to_payload(payload), file, line);
}

//===----------------------------------------------------------------------===//
// Nested ranges of one warp
//===----------------------------------------------------------------------===//

/// Opens a range inside those that this warp has open.
IKET_DETAIL_INLINE void
range_push(const char *name, IKET_DETAIL_HERE) __asm__("__iket_range_push");
IKET_DETAIL_HD void range_push(const char *name, const detail::source_file *,
                               int) IKET_DETAIL_NAME(name) {}

/// Opens such a range with a value.
template <class T>
IKET_DETAIL_INLINE void range_push(const char *name, T payload,
                                   IKET_DETAIL_HERE) IKET_DETAIL_NAME(name) {
  detail::push(name, detail::to_payload(payload), file, line);
}

/// Closes the innermost open range.
IKET_DETAIL_INLINE void range_pop(IKET_DETAIL_HERE) __asm__("__iket_range_pop");
IKET_DETAIL_HD void range_pop(const detail::source_file *, int) {}

/// Closes the innermost open range, which must have this name: the plugin
/// checks it, at no cost.
IKET_DETAIL_INLINE void
range_pop(const char *name, IKET_DETAIL_HERE) __asm__("__iket_range_pop_name");
IKET_DETAIL_HD void range_pop(const char *name, const detail::source_file *,
                              int) IKET_DETAIL_NAME(name) {}

//===----------------------------------------------------------------------===//
// Ranges that may overlap others and end elsewhere
//===----------------------------------------------------------------------===//

/// Starts a range. End it with its token or by its name. Where no range_start of
/// this name has its token used, and no range_end names it, it is range_push.
IKET_DETAIL_INLINE token
range_start(const char *name, IKET_DETAIL_HERE) __asm__("__iket_range_start");
IKET_DETAIL_HD token range_start(const char *name, const detail::source_file *,
                                 int) IKET_DETAIL_NAME(name) {
  return 0;
}

/// Starts a range with a value; its end must give a value of the same type.
template <class T>
IKET_DETAIL_INLINE token range_start(const char *name, T payload,
                                     IKET_DETAIL_HERE) IKET_DETAIL_NAME(name) {
  return detail::start(name, detail::to_payload(payload), file, line);
}

/// Ends the range of a token.
IKET_DETAIL_INLINE void range_end(token,
                                  IKET_DETAIL_HERE) __asm__("__iket_range_end");
IKET_DETAIL_HD void range_end(token, const detail::source_file *, int) {}

/// Ends the range of a token with a value.
template <class T>
IKET_DETAIL_INLINE void range_end(token t, T payload, IKET_DETAIL_HERE) {
  detail::end(t, detail::to_payload(payload), file, line);
}

/// Ends the range of a name, without a token.
IKET_DETAIL_INLINE void
range_end(const char *name, IKET_DETAIL_HERE) __asm__("__iket_range_end_name");
IKET_DETAIL_HD void range_end(const char *name, const detail::source_file *,
                              int) IKET_DETAIL_NAME(name) {}

/// Ends the range of a name with a value.
template <class T>
IKET_DETAIL_INLINE void range_end(const char *name, T payload, IKET_DETAIL_HERE)
    IKET_DETAIL_NAME(name) {
  detail::end(name, detail::to_payload(payload), file, line);
}

/// The same as range_pop().
IKET_DETAIL_INLINE void range_end(IKET_DETAIL_HERE) { range_pop(file, line); }

/// "No range": ending this token records nothing.
IKET_DETAIL_INLINE token sentinel_token() __asm__("__iket_sentinel_token");
IKET_DETAIL_HD token sentinel_token() { return 0; }

//===----------------------------------------------------------------------===//
// Queries and helpers
//===----------------------------------------------------------------------===//

/// True in device code whose events are recorded. Folded before optimisation.
IKET_DETAIL_INLINE bool enabled() __asm__("__iket_enabled");
IKET_DETAIL_HD bool enabled() { return false; }

/// True in device code whose payloads are recorded. Folded likewise.
IKET_DETAIL_INLINE bool
runtime_payloads_enabled() __asm__("__iket_runtime_payloads");
IKET_DETAIL_HD bool runtime_payloads_enabled() { return false; }

/// States the type of a payload: mark("x", payload<short>(n)).
template <class T> IKET_DETAIL_INLINE constexpr T payload(T x) { return x; }

/// Pins a value: what computes it stays in front of the events that follow.
/// Events hold memory operations in place, plain arithmetic needs this. Costs
/// one store to shared memory for each four bytes, nothing without the plugin.
template <class T> IKET_DETAIL_INLINE void keep(const T &x) {
  static_assert(__is_trivially_copyable(T),
                "iket: only a trivially copyable value can be kept");
  if (enabled()) {
    unsigned words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &x, sizeof(T));
    for (unsigned word : words)
      detail::keep(word);
  }
}

/// A range from here to the end of the scope, however it is left.
class [[nodiscard]] scoped_range {
public:
  IKET_DETAIL_INLINE explicit scoped_range(const char *name, IKET_DETAIL_HERE)
      IKET_DETAIL_NAME(name) {
    range_push(name, file, line);
  }
  template <class T>
  IKET_DETAIL_INLINE scoped_range(const char *name, T payload, IKET_DETAIL_HERE)
      IKET_DETAIL_NAME(name) {
    range_push(name, payload, file, line);
  }
  IKET_DETAIL_INLINE ~scoped_range() { range_pop(nullptr, 0); }

  scoped_range(const scoped_range &) = delete;
  scoped_range &operator=(const scoped_range &) = delete;
};

} // namespace iket

// A whole function: pushed at its entry, popped at every exit. Stands in front
// of the declaration. Without a name the function's own is taken. The frontend
// plugin has a real attribute for it; otherwise the name travels in a function
// attribute that changes no code.
#ifdef __IKET__
#define IKET_RANGE(...) __attribute__((iket_range(__VA_ARGS__)))
#elif !__has_cpp_attribute(omp::assume)
#define IKET_RANGE(...)
#else
#define IKET_RANGE(...)                                                        \
  _Pragma("clang diagnostic push") _Pragma(                                    \
      "clang diagnostic ignored \"-Wunknown-assumption\"") [[omp::assume(      \
      "ompx_iket.range\n" __VA_ARGS__ "\n" __FILE__                            \
      "\n" IKET_DETAIL_STR(__LINE__) "\n")]] _Pragma("clang diagnostic pop")
#endif

#else // Any other compiler: nothing is traced.

namespace iket {

using token = int;

template <class... Args> IKET_DETAIL_INLINE void mark(const char *, Args...) {}
template <class... Args>
IKET_DETAIL_INLINE void range_push(const char *, Args...) {}
template <class... Args> IKET_DETAIL_INLINE void range_pop(Args...) {}
template <class... Args>
IKET_DETAIL_INLINE token range_start(const char *, Args...) {
  return 0;
}
template <class... Args> IKET_DETAIL_INLINE void range_end(Args...) {}
IKET_DETAIL_INLINE token sentinel_token() { return 0; }
IKET_DETAIL_INLINE bool enabled() { return false; }
IKET_DETAIL_INLINE bool runtime_payloads_enabled() { return false; }
template <class T> IKET_DETAIL_INLINE constexpr T payload(T x) { return x; }
template <class T> IKET_DETAIL_INLINE void keep(const T &) {}

class scoped_range {
public:
  template <class... Args>
  IKET_DETAIL_INLINE explicit scoped_range(const char *, Args...) {}
  IKET_DETAIL_INLINE ~scoped_range() {}

  scoped_range(const scoped_range &) = delete;
  scoped_range &operator=(const scoped_range &) = delete;
};

} // namespace iket

#define IKET_RANGE(...)

#endif

//===----------------------------------------------------------------------===//
// Macros
//===----------------------------------------------------------------------===//

/// A range around the statement or block that follows.
#define IKET_SCOPE(...)                                                        \
  if (::iket::scoped_range IKET_DETAIL_CAT(iket_scope_,                        \
                                           __LINE__){__VA_ARGS__};             \
      false) {                                                                 \
  } else

/// A range from here to the end of the function, under the function's name.
#define IKET_FUNC_RANGE()                                                      \
  ::iket::scoped_range iket_func_range { __func__ }

// The C spelling.
#define __iket_mark(...) ::iket::mark(__VA_ARGS__)
#define __iket_range_push(...) ::iket::range_push(__VA_ARGS__)
#define __iket_range_pop(...) ::iket::range_pop(__VA_ARGS__)
#define __iket_range_start(...) ::iket::range_start(__VA_ARGS__)
#define __iket_range_end(...) ::iket::range_end(__VA_ARGS__)
#define __iket_sentinel_token() ::iket::sentinel_token()
#define __iket_enabled() ::iket::enabled()
#define __iket_runtime_payloads() ::iket::runtime_payloads_enabled()
#define __iket_keep(...) ::iket::keep(__VA_ARGS__)

#endif // IKET_IKET_H
