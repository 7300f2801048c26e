//===- iket/iket_device_apis.cuh - NVIDIA's macro names ---------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stand-in for the header of this name that NVIDIA's libraries include when
// they are built for tracing but that NVIDIA does not publish. With it CCCL,
// compiled with -D_CCCL_ENABLE_IKET, traces unmodified: from version 3.6 on, as
// older ones have no annotations. New code is better served by iket.h.
//
//   CREATE_IKET_PUSH_POP_RANGE(Load);       // at namespace or function scope
//   ...
//   IKET_RANGE_PUSH(Load);
//   IKET_RANGE_POP();
//
// N is a bare identifier and may be a reserved one. It must have been created
// where it is used, so that a misspelt name does not compile. Creating it again
// in another namespace is fine: the name is the event.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_IKET_DEVICE_APIS_CUH
#define IKET_IKET_DEVICE_APIS_CUH

#include "iket.h"

namespace iket {

/// How the reader pairs a range's ends. Clang-compiled events pair by name.
enum class IketEventPairMode {
  kInvalid = 0,
  kNameOnly = 1,
  kNameAndPayload = 2
};

namespace detail {
struct no_payload;

template <class T, IketEventPairMode Mode> struct event_decl {
  static_assert(Mode != IketEventPairMode::kNameAndPayload,
                "iket: ranges are paired by name only; use kNameOnly");
  using payload = T;
};
} // namespace detail
} // namespace iket

// What CREATE_* leaves behind: a type, which may be declared twice alike.
#define IKET_DETAIL_CREATE(N, T, Mode)                                         \
  using iket_event_##N [[maybe_unused]] = ::iket::detail::event_decl<T, Mode>
#define IKET_DETAIL_CREATE_PLAIN(N)                                            \
  IKET_DETAIL_CREATE(N, ::iket::detail::no_payload,                            \
                     ::iket::IketEventPairMode::kNameOnly)
#define IKET_DETAIL_CREATED(N) static_cast<void>(sizeof(iket_event_##N))
#define IKET_DETAIL_TYPED(N, value)                                            \
  static_cast<typename iket_event_##N::payload>(value)

#define CREATE_IKET_START_END_RANGE(N) IKET_DETAIL_CREATE_PLAIN(N)
#define CREATE_IKET_PUSH_POP_RANGE(N) IKET_DETAIL_CREATE_PLAIN(N)
#define CREATE_IKET_MARKER(N) IKET_DETAIL_CREATE_PLAIN(N)
#define CREATE_IKET_START_END_RANGE_EX(N, type, mode)                          \
  IKET_DETAIL_CREATE(N, type, mode)
#define CREATE_IKET_PUSH_POP_RANGE_EX(N, type, mode)                           \
  IKET_DETAIL_CREATE(N, type, mode)
#define CREATE_IKET_MARKER_EX(N, type)                                         \
  IKET_DETAIL_CREATE(N, type, ::iket::IketEventPairMode::kNameOnly)

#if defined(IKET_BUILD_ENABLED) && !(IKET_BUILD_ENABLED + 0)

#define IKET_RANGE_START(N) IKET_DETAIL_CREATED(N)
#define IKET_RANGE_END(N) IKET_DETAIL_CREATED(N)
#define IKET_RANGE_PUSH(N) IKET_DETAIL_CREATED(N)
#define IKET_RANGE_POP() static_cast<void>(0)
#define IKET_MARK(N) IKET_DETAIL_CREATED(N)
#define IKET_RANGE_START_EX(N, value) IKET_DETAIL_CREATED(N)
#define IKET_RANGE_END_EX(N, value) IKET_DETAIL_CREATED(N)
#define IKET_RANGE_PUSH_EX(N, value) IKET_DETAIL_CREATED(N)
#define IKET_MARK_EX(N, value) IKET_DETAIL_CREATED(N)

#else

#define IKET_RANGE_START(N)                                                    \
  (IKET_DETAIL_CREATED(N), static_cast<void>(__iket_range_start(#N)))
#define IKET_RANGE_END(N) (IKET_DETAIL_CREATED(N), __iket_range_end(#N))
#define IKET_RANGE_PUSH(N) (IKET_DETAIL_CREATED(N), __iket_range_push(#N))
#define IKET_RANGE_POP() __iket_range_pop()
#define IKET_MARK(N) (IKET_DETAIL_CREATED(N), __iket_mark(#N))
#define IKET_RANGE_START_EX(N, value)                                          \
  static_cast<void>(__iket_range_start(#N, IKET_DETAIL_TYPED(N, value)))
#define IKET_RANGE_END_EX(N, value)                                            \
  __iket_range_end(#N, IKET_DETAIL_TYPED(N, value))
#define IKET_RANGE_PUSH_EX(N, value)                                           \
  __iket_range_push(#N, IKET_DETAIL_TYPED(N, value))
#define IKET_MARK_EX(N, value) __iket_mark(#N, IKET_DETAIL_TYPED(N, value))

#endif

#endif // IKET_IKET_DEVICE_APIS_CUH
