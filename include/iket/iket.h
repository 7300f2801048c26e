//===- iket/iket.h - Named events inside CUDA kernels -----------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device API. Annotate a kernel, compile it with clang and one more flag
// (-fplugin=libIketClang.so), and run-iket shows the events on a timeline with
// one track per warp:
//
//   __global__ void kernel(float *p) {
//     __iket_mark("start");
//     IKET_SCOPED_RANGE("work");
//     ...
//   }
//
// Events are recorded where __IKET__ is defined: the frontend plugin defines
// it; with the pass plugin alone (-fpass-plugin), add -D__IKET__. Everywhere
// else, and where IKET_DISABLE is defined, the annotations do nothing. They may
// stay in the source for ever, on host functions, in plain C++ files and under
// other compilers (nvcc and HIP among them) too.
//
// The macros (__iket_mark, IKET_SCOPE, ...) then leave nothing behind: their
// arguments are checked, but neither evaluated nor compiled, so that the code
// is that of the unannotated source, byte for byte, at every optimisation
// level. The functions of namespace iket are the same events in C++ spelling.
// Clang evaluates the arguments of a function, and gives a scoped_range or a
// token a lifetime; LLVM removes them, but may have compiled the code around
// them in another way by then.
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

#define IKET_VERSION_MAJOR 0
#define IKET_VERSION_MINOR 1
#define IKET_VERSION_PATCH 0

// Suppresses this header's own warnings; its errors are deliberate.
#if defined(__clang__)
#pragma clang system_header
#pragma iket // Defines __IKET__ where the frontend plugin preprocesses only.
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

//===----------------------------------------------------------------------===//
// Compiler glue
//===----------------------------------------------------------------------===//

#if defined(__CUDA__) || defined(__CUDACC__) || defined(__HIP__)
#define IKET_DETAIL_HD __attribute__((host, device))
#else
#define IKET_DETAIL_HD
#endif

#if defined(__clang__) && !defined(__NVCC__)
#define IKET_DETAIL_INLINE                                                     \
  IKET_DETAIL_HD inline __attribute__((always_inline, nodebug, nothrow))
#else
#define IKET_DETAIL_INLINE IKET_DETAIL_HD inline
#endif

#define IKET_DETAIL_CAT_(a, b) a##b
#define IKET_DETAIL_CAT(a, b) IKET_DETAIL_CAT_(a, b)
#define IKET_DETAIL_STR_(x) #x
#define IKET_DETAIL_STR(x) IKET_DETAIL_STR_(x)

// A caret under a bad literal, with or without the plugin. Names that are not
// literals are checked by the plugin.
#if defined(__clang__) && !defined(__NVCC__)
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
#else
#define IKET_DETAIL_NAME(name)
#endif

// Some hosts have no 16-bit floats; every device has.
#if defined(__clang__) && defined(__FLT16_MANT_DIG__) && __clang_major__ >= 18
#define IKET_DETAIL_HALF
#endif

// What recording adds to the functions below: the caller's file and line, the
// name in IR, and a body.
#if defined(__IKET__) && !defined(IKET_DISABLE) && defined(__clang__) &&       \
    !defined(__NVCC__) &&                                                      \
    (defined(__CUDA_ARCH__) || (defined(_OPENMP) && defined(__NVPTX__)))
#define IKET_DETAIL_RECORDS

// The type of the file keeps a location from being mistaken for a payload.
#define IKET_DETAIL_HERE                                                       \
  const ::iket::detail::source_file                                            \
      *file_ = __builtin_is_constant_evaluated()                               \
                   ? nullptr                                                   \
                   : reinterpret_cast<const ::iket::detail::source_file *>(    \
                         __builtin_FILE()),                                    \
      int line_ = __builtin_LINE()
#define IKET_DETAIL_AND_HERE , IKET_DETAIL_HERE
#define IKET_DETAIL_THERE const ::iket::detail::source_file *file_, int line_
#define IKET_DETAIL_AND_THERE , IKET_DETAIL_THERE
#define IKET_DETAIL_PASS_HERE file_, line_
#define IKET_DETAIL_AND_PASS_HERE , file_, line_
#define IKET_DETAIL_IR(name) __asm__(name)
#define IKET_DETAIL_EMIT(...) ::iket::detail::__VA_ARGS__
// A recorded constant would be folded by the front end.
#define IKET_DETAIL_CONSTANT

#else
#define IKET_DETAIL_HERE
#define IKET_DETAIL_AND_HERE
#define IKET_DETAIL_THERE
#define IKET_DETAIL_AND_THERE
#define IKET_DETAIL_PASS_HERE
#define IKET_DETAIL_AND_PASS_HERE
#define IKET_DETAIL_IR(name)
#define IKET_DETAIL_EMIT(...)
#define IKET_DETAIL_CONSTANT constexpr

// Tells the pass plugin, should it be loaded, that this file records nothing.
// No trace of a variable in this section gets into the PTX.
#if !defined(IKET_DISABLE) && defined(__CUDA_ARCH__) && defined(__CUDA__) &&   \
    defined(__clang__) && !defined(__NVCC__)
extern "C" __attribute__((device, weak, nodebug, section("llvm.metadata")))
const char __iket_off = 0;
#endif
#endif

// CUDA's own 16-bit types, which this header must not include.
struct __half;
struct __nv_bfloat16;

namespace iket {

/// A started range: what range_start returns and range_end takes. A type of its
/// own, so that no integer is mistaken for one; token() is the sentinel.
enum class [[maybe_unused]] token : int {};

namespace detail {

struct source_file;

// From the type a user passes to the type that is recorded.
struct not_recorded {
  static constexpr bool supported_ = false;
  using type_ = int;
};
template <class T> struct recorded_as {
  static constexpr bool supported_ = true;
  using type_ = T;
};
template <class T, bool IsEnum = __is_enum(T)>
struct payload_traits : not_recorded {};
template <class T>
struct payload_traits<T, true> : payload_traits<__underlying_type(T)> {};
// A function type takes no const, and a pointer to one is no payload.
template <class T> struct pointer_traits : not_recorded {};
template <class T>
struct pointer_traits<const T> : recorded_as<const volatile void *> {};
template <class T>
struct payload_traits<T *, false> : pointer_traits<const T> {};

#define IKET_DETAIL_PAYLOAD(from, to)                                          \
  template <> struct payload_traits<from, false> : recorded_as<to> {};
IKET_DETAIL_PAYLOAD(bool, unsigned)
IKET_DETAIL_PAYLOAD(signed char, signed char)
IKET_DETAIL_PAYLOAD(unsigned char, unsigned char)
IKET_DETAIL_PAYLOAD(short, short)
IKET_DETAIL_PAYLOAD(unsigned short, unsigned short)
IKET_DETAIL_PAYLOAD(int, int)
IKET_DETAIL_PAYLOAD(unsigned, unsigned)
IKET_DETAIL_PAYLOAD(long long, long long)
IKET_DETAIL_PAYLOAD(unsigned long long, unsigned long long)
IKET_DETAIL_PAYLOAD(float, float)
IKET_DETAIL_PAYLOAD(double, double)
IKET_DETAIL_PAYLOAD(decltype(nullptr), const volatile void *)
IKET_DETAIL_PAYLOAD(char16_t, unsigned short)
IKET_DETAIL_PAYLOAD(char32_t, unsigned)
#ifdef __cpp_char8_t
IKET_DETAIL_PAYLOAD(char8_t, unsigned char)
#endif
#ifdef __CHAR_UNSIGNED__
IKET_DETAIL_PAYLOAD(char, unsigned char)
#else
IKET_DETAIL_PAYLOAD(char, signed char)
#endif
#if __SIZEOF_LONG__ == 8
IKET_DETAIL_PAYLOAD(long, long long)
IKET_DETAIL_PAYLOAD(unsigned long, unsigned long long)
#else
IKET_DETAIL_PAYLOAD(long, int)
IKET_DETAIL_PAYLOAD(unsigned long, unsigned)
#endif
#if __SIZEOF_WCHAR_T__ == 4
IKET_DETAIL_PAYLOAD(wchar_t, int)
#else
IKET_DETAIL_PAYLOAD(wchar_t, unsigned short)
#endif
#ifdef IKET_DETAIL_HALF
IKET_DETAIL_PAYLOAD(_Float16, _Float16)
IKET_DETAIL_PAYLOAD(::__half, _Float16)
IKET_DETAIL_PAYLOAD(__bf16, __bf16)
IKET_DETAIL_PAYLOAD(::__nv_bfloat16, __bf16)
#else
IKET_DETAIL_PAYLOAD(::__half, unsigned short)
IKET_DETAIL_PAYLOAD(::__nv_bfloat16, unsigned short)
#endif
#undef IKET_DETAIL_PAYLOAD

template <class T> struct checked_payload {
  static_assert(payload_traits<T>::supported_,
                "iket: a payload must be an 8 to 64-bit integer, bool, float, "
                "double, __half, __nv_bfloat16, an enumeration or a pointer to "
                "an object");
  using type_ = typename payload_traits<T>::type_;
};

// A parameter of this kind refuses a payload where the function is named.
#define IKET_DETAIL_PAYLOAD_OF(T)                                              \
  class T, class = typename ::iket::detail::checked_payload<T>::type_

#ifdef IKET_DETAIL_RECORDS
template <class T>
IKET_DETAIL_INLINE constexpr
    typename checked_payload<T>::type_ to_payload(const T &value_) {
  using type_ = typename checked_payload<T>::type_;
  if constexpr (!payload_traits<T>::supported_)
    return type_();
  else if constexpr (__is_class(T)) // __half and __nv_bfloat16: keep the bits.
    return __builtin_bit_cast(type_, value_);
  else
    return static_cast<type_>(value_);
}

// An event may stand in a constexpr function, and does nothing in a constant
// expression. Elsewhere the front end must not take it for a constant.
IKET_DETAIL_INLINE void event() {}
#define IKET_DETAIL_BODY                                                       \
  {                                                                            \
    if (!__builtin_is_constant_evaluated())                                    \
      ::iket::detail::event();                                                 \
  }

// The functions that the plugin knows by their IR names. It drops the bodies.
#define IKET_DETAIL_FUNCTION(name, ir, ...)                                    \
  IKET_DETAIL_INLINE constexpr void name(__VA_ARGS__) IKET_DETAIL_IR(ir);      \
  IKET_DETAIL_HD constexpr void name(__VA_ARGS__) IKET_DETAIL_BODY
#define IKET_DETAIL_BUILTINS(suffix, type)                                     \
  IKET_DETAIL_FUNCTION(mark_, "__iket_mark_" #suffix, const char *, type,      \
                       const source_file *, int)                               \
  IKET_DETAIL_FUNCTION(push_, "__iket_range_push_" #suffix, const char *,      \
                       type, const source_file *, int)                         \
  IKET_DETAIL_FUNCTION(end_, "__iket_range_end_" #suffix, token, type,         \
                       const source_file *, int)                               \
  IKET_DETAIL_FUNCTION(end_, "__iket_range_end_name_" #suffix, const char *,   \
                       type, const source_file *, int)                         \
  IKET_DETAIL_INLINE token start_(const char *, type, const source_file *,     \
                                  int)                                         \
      IKET_DETAIL_IR("__iket_range_start_" #suffix);                           \
  IKET_DETAIL_HD token start_(const char *, type, const source_file *, int) {  \
    return token();                                                            \
  }
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
IKET_DETAIL_FUNCTION(keep_, "__iket_keep", unsigned)
#undef IKET_DETAIL_FUNCTION
#else
template <IKET_DETAIL_PAYLOAD_OF(T)>
IKET_DETAIL_HD void check_payload(T payload_, int = 0); // Never called.
#define IKET_DETAIL_BODY                                                       \
  {                                                                            \
  }
#endif

} // namespace detail

//===----------------------------------------------------------------------===//
// Instants
//===----------------------------------------------------------------------===//

/// Records an instant.
IKET_DETAIL_INLINE constexpr void mark(const char *name_ IKET_DETAIL_AND_HERE)
    IKET_DETAIL_IR("__iket_mark");
IKET_DETAIL_HD constexpr void mark(const char *name_ IKET_DETAIL_AND_THERE)
    IKET_DETAIL_NAME(name_) IKET_DETAIL_BODY

    /// Records an instant with a value.
    template <IKET_DETAIL_PAYLOAD_OF(T)>
    IKET_DETAIL_INLINE
    constexpr void mark(const char *name_, T payload_ IKET_DETAIL_AND_HERE)
        IKET_DETAIL_NAME(name_) {
  IKET_DETAIL_EMIT(mark_(name_, detail::to_payload(payload_), file_, line_));
}

//===----------------------------------------------------------------------===//
// Nested ranges of one warp
//===----------------------------------------------------------------------===//

/// Opens a range inside those that this warp has open.
IKET_DETAIL_INLINE constexpr void
range_push(const char *name_ IKET_DETAIL_AND_HERE)
    IKET_DETAIL_IR("__iket_range_push");
IKET_DETAIL_HD constexpr void
range_push(const char *name_ IKET_DETAIL_AND_THERE)
    IKET_DETAIL_NAME(name_) IKET_DETAIL_BODY

    /// Opens such a range with a value.
    template <IKET_DETAIL_PAYLOAD_OF(T)>
    IKET_DETAIL_INLINE
    constexpr void range_push(const char *name_,
                              T payload_ IKET_DETAIL_AND_HERE)
        IKET_DETAIL_NAME(name_) {
  IKET_DETAIL_EMIT(push_(name_, detail::to_payload(payload_), file_, line_));
}

/// Closes the innermost open range.
IKET_DETAIL_INLINE constexpr void range_pop(IKET_DETAIL_HERE)
    IKET_DETAIL_IR("__iket_range_pop");
IKET_DETAIL_HD constexpr void range_pop(IKET_DETAIL_THERE) IKET_DETAIL_BODY

    /// Closes the innermost open range, which must have this name: the plugin
    /// checks it, at no cost.
    IKET_DETAIL_INLINE
    constexpr void range_pop(const char *name_ IKET_DETAIL_AND_HERE)
        IKET_DETAIL_IR("__iket_range_pop_name");
IKET_DETAIL_HD constexpr void range_pop(const char *name_ IKET_DETAIL_AND_THERE)
    IKET_DETAIL_NAME(name_) IKET_DETAIL_BODY

    //===----------------------------------------------------------------------===//
    // Ranges that may overlap others and end elsewhere
    //===----------------------------------------------------------------------===//

    /// Starts a range. End it with its token or by its name. Where no
    /// range_start of this name has its token used, and no range_end names it,
    /// it is range_push.
    IKET_DETAIL_INLINE IKET_DETAIL_CONSTANT token
    range_start(const char *name_ IKET_DETAIL_AND_HERE)
        IKET_DETAIL_IR("__iket_range_start");
IKET_DETAIL_HD IKET_DETAIL_CONSTANT token
range_start(const char *name_ IKET_DETAIL_AND_THERE) IKET_DETAIL_NAME(name_) {
  return token();
}

/// Starts a range with a value; its end must give a value of the same type.
template <IKET_DETAIL_PAYLOAD_OF(T)>
IKET_DETAIL_INLINE IKET_DETAIL_CONSTANT token
range_start(const char *name_, T payload_ IKET_DETAIL_AND_HERE)
    IKET_DETAIL_NAME(name_) {
#ifdef IKET_DETAIL_RECORDS
  return detail::start_(name_, detail::to_payload(payload_), file_, line_);
#else
  return token();
#endif
}

/// Ends the range of a token.
IKET_DETAIL_INLINE constexpr void range_end(token token_ IKET_DETAIL_AND_HERE)
    IKET_DETAIL_IR("__iket_range_end");
IKET_DETAIL_HD constexpr void
range_end(token token_ IKET_DETAIL_AND_THERE) IKET_DETAIL_BODY

    /// Ends the range of a token with a value.
    template <IKET_DETAIL_PAYLOAD_OF(T)>
    IKET_DETAIL_INLINE
    constexpr void range_end(token token_, T payload_ IKET_DETAIL_AND_HERE) {
  IKET_DETAIL_EMIT(end_(token_, detail::to_payload(payload_), file_, line_));
}

/// Ends the range of a name, without a token.
IKET_DETAIL_INLINE constexpr void
range_end(const char *name_ IKET_DETAIL_AND_HERE)
    IKET_DETAIL_IR("__iket_range_end_name");
IKET_DETAIL_HD constexpr void range_end(const char *name_ IKET_DETAIL_AND_THERE)
    IKET_DETAIL_NAME(name_) IKET_DETAIL_BODY

    /// Ends the range of a name with a value.
    template <IKET_DETAIL_PAYLOAD_OF(T)>
    IKET_DETAIL_INLINE
    constexpr void range_end(const char *name_, T payload_ IKET_DETAIL_AND_HERE)
        IKET_DETAIL_NAME(name_) {
  IKET_DETAIL_EMIT(end_(name_, detail::to_payload(payload_), file_, line_));
}

/// The same as range_pop().
IKET_DETAIL_INLINE constexpr void range_end(IKET_DETAIL_HERE) {
  range_pop(IKET_DETAIL_PASS_HERE);
}

/// "No range": ending this token records nothing.
IKET_DETAIL_INLINE IKET_DETAIL_CONSTANT token sentinel_token()
    IKET_DETAIL_IR("__iket_sentinel_token");
IKET_DETAIL_HD IKET_DETAIL_CONSTANT token sentinel_token() { return token(); }

//===----------------------------------------------------------------------===//
// Queries and helpers
//===----------------------------------------------------------------------===//

/// True in device code whose events are recorded. Folded before optimisation.
IKET_DETAIL_INLINE IKET_DETAIL_CONSTANT bool enabled()
    IKET_DETAIL_IR("__iket_enabled");
IKET_DETAIL_HD IKET_DETAIL_CONSTANT bool enabled() { return false; }

/// True in device code whose payloads are recorded. Folded likewise.
IKET_DETAIL_INLINE IKET_DETAIL_CONSTANT bool runtime_payloads_enabled()
    IKET_DETAIL_IR("__iket_runtime_payloads");
IKET_DETAIL_HD IKET_DETAIL_CONSTANT bool runtime_payloads_enabled() {
  return false;
}

/// States the type of a payload: mark("x", payload<short>(n)).
template <class T> IKET_DETAIL_INLINE constexpr T payload(T value_) {
  return value_;
}

/// Pins a value: what computes it stays in front of the events that follow.
/// Events hold memory operations in place, plain arithmetic needs this. Costs
/// one store to shared memory for each four bytes, nothing without the plugin.
template <class T> IKET_DETAIL_INLINE constexpr void keep(const T &value_) {
  static_assert(__is_trivially_copyable(T),
                "iket: only a trivially copyable value can be kept");
#ifdef IKET_DETAIL_RECORDS
  if (!__builtin_is_constant_evaluated() && enabled()) {
    unsigned words_[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words_, &value_, sizeof(T));
    for (unsigned word_ : words_)
      detail::keep_(word_);
  }
#endif
}

/// A range from here to the end of the scope, however it is left. Where it is
/// recorded it has a destructor, which constexpr functions take since C++20.
class [[nodiscard, maybe_unused]] scoped_range {
public:
  IKET_DETAIL_INLINE constexpr explicit scoped_range(
      const char *name_ IKET_DETAIL_AND_HERE) IKET_DETAIL_NAME(name_) {
    range_push(name_ IKET_DETAIL_AND_PASS_HERE);
  }
  template <IKET_DETAIL_PAYLOAD_OF(T)>
  IKET_DETAIL_INLINE constexpr scoped_range(const char *name_,
                                            T payload_ IKET_DETAIL_AND_HERE)
      IKET_DETAIL_NAME(name_) {
    range_push(name_, payload_ IKET_DETAIL_AND_PASS_HERE);
  }
#ifdef IKET_DETAIL_RECORDS
#if __cplusplus >= 202002L
  constexpr
#endif
      IKET_DETAIL_INLINE ~scoped_range() {
    range_pop(nullptr, 0);
  }
#endif

  scoped_range(const scoped_range &) = delete;
  scoped_range &operator=(const scoped_range &) = delete;
};

} // namespace iket

#undef IKET_DETAIL_PAYLOAD_OF
#undef IKET_DETAIL_BODY

//===----------------------------------------------------------------------===//
// Macros
//===----------------------------------------------------------------------===//

#ifdef IKET_DETAIL_RECORDS

/// A range around the statement or block that follows.
#define IKET_SCOPE(...)                                                        \
  if (::iket::scoped_range IKET_DETAIL_CAT(iket_scope_,                        \
                                           __LINE__){__VA_ARGS__};             \
      false) {                                                                 \
  } else

/// A range from here to the end of the scope: a scoped_range without a name.
#define IKET_SCOPED_RANGE(...)                                                 \
  ::iket::scoped_range IKET_DETAIL_CAT(iket_scoped_range_, __LINE__) {         \
    __VA_ARGS__                                                                \
  }

/// Starts a range whose token is \p token_: IKET_TOKEN(t, "load"[, payload]).
#define IKET_TOKEN(token_, ...)                                                \
  const ::iket::token token_ = ::iket::range_start(__VA_ARGS__)

/// A range from here to the end of the function, under the function's name: its
/// last 32 bytes, where there are more.
#ifdef IKET_LONG_NAMES
#define IKET_FUNC_RANGE()                                                      \
  ::iket::scoped_range iket_func_range { __func__ }
#else
#define IKET_FUNC_RANGE()                                                      \
  ::iket::scoped_range iket_func_range {                                       \
    __func__ + (sizeof(__func__) > 33 ? sizeof(__func__) - 33 : 0)             \
  }
#endif

/// A whole function: pushed at its entry, popped at every exit. Stands in front
/// of the declaration. Without a name the function's own is taken. The frontend
/// plugin has a real attribute for it; otherwise the name travels in a function
/// attribute that changes no code, and that fewer places accept.
#if __has_attribute(iket_range)
#define IKET_RANGE(...) __attribute__((iket_range(__VA_ARGS__)))
#elif __has_cpp_attribute(omp::assume)
#define IKET_RANGE(...)                                                        \
  _Pragma("clang diagnostic push") _Pragma(                                    \
      "clang diagnostic ignored \"-Wunknown-assumption\"") [[omp::assume(      \
      "ompx_iket.range\n" __VA_ARGS__ "\n" __FILE__                            \
      "\n" IKET_DETAIL_STR(__LINE__) "\n")]] _Pragma("clang diagnostic pop")
#else
#define IKET_RANGE(...)
#endif

// The C spelling.
#define IKET_DETAIL_CALL(...) __VA_ARGS__
#define __iket_range_end(...) IKET_DETAIL_CALL(::iket::range_end(__VA_ARGS__))
#define __iket_enabled() ::iket::enabled()
#define __iket_runtime_payloads() ::iket::runtime_payloads_enabled()

#else

// Checked, and no more: an operand of decltype or sizeof makes no code.
#define IKET_SCOPE(...)                                                        \
  if (sizeof(::iket::scoped_range{__VA_ARGS__}) == 0) {                        \
  } else
#define IKET_SCOPED_RANGE(...)                                                 \
  static_assert(sizeof(::iket::scoped_range{__VA_ARGS__}) != 0, "")
#define IKET_TOKEN(token_, ...)                                                \
  static_assert(sizeof(::iket::range_start(__VA_ARGS__)) != 0, "")
#define IKET_FUNC_RANGE() static_assert(true, "")
#define IKET_RANGE(...)
#define IKET_DETAIL_CALL(...) decltype(__VA_ARGS__)()
// An IKET_TOKEN is not there: only what stands behind the token is checked.
#define IKET_DETAIL_REST(token_, ...) __VA_ARGS__
#define __iket_range_end(...)                                                  \
  IKET_DETAIL_CALL(                                                            \
      ::iket::detail::check_payload(IKET_DETAIL_REST(__VA_ARGS__, 0)))
#define __iket_enabled() false
#define __iket_runtime_payloads() false

#endif

#define __iket_mark(...) IKET_DETAIL_CALL(::iket::mark(__VA_ARGS__))
#define __iket_range_push(...) IKET_DETAIL_CALL(::iket::range_push(__VA_ARGS__))
#define __iket_range_pop(...) IKET_DETAIL_CALL(::iket::range_pop(__VA_ARGS__))
#define __iket_range_start(...)                                                \
  IKET_DETAIL_CALL(::iket::range_start(__VA_ARGS__))
#define __iket_sentinel_token() IKET_DETAIL_CALL(::iket::sentinel_token())
#define __iket_keep(...) IKET_DETAIL_CALL(::iket::keep(__VA_ARGS__))

#endif // IKET_IKET_H
