//===- nvidia-form.h - Records as NVIDIA's compiler emits them --*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What NVIDIA's compiler makes of an event is one block of assembler, the
// slot's address computed anew in each. This writes the same block by hand, and
// the declarations that the reader wants, so that the two forms can be measured
// side by side. To be compiled without the plugin.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_BENCH_NVIDIA_FORM_H
#define IKET_BENCH_NVIDIA_FORM_H

namespace nvidia {

#define NVIDIA_SLOT "0x3f0"

template <int Id> __device__ __forceinline__ void event() {
  asm volatile("{\n\t"
               ".reg .b32 rank, time, slot;\n\t"
               "mov.u32 rank, %%cluster_ctarank;\n\t"
               "mov.u32 time, %%globaltimer_lo;\n\t"
               "or.b32 time, time, %0;\n\t"
               "mad.lo.u32 slot, rank, 0x1000000, " NVIDIA_SLOT ";\n\t"
               "st.weak.shared.u32 [slot], time;\n\t"
               "pmevent.mask %0;\n\t"
               "}" ::"n"(Id)
               : "memory");
}

template <int Id> __device__ __forceinline__ void event(int Payload) {
  asm volatile("{\n\t"
               ".reg .pred first;\n\t"
               ".reg .b32 active, rank, time, slot;\n\t"
               "activemask.b32 active;\n\t"
               "elect.sync _|first, active;\n\t"
               "mov.u32 rank, %%cluster_ctarank;\n\t"
               "mov.u32 time, %%globaltimer_lo;\n\t"
               "or.b32 time, time, %0;\n\t"
               "mad.lo.u32 slot, rank, 0x1000000, " NVIDIA_SLOT ";\n\t"
               "@first st.weak.shared.u32 [slot], time;\n\t"
               "@first st.weak.shared.b32 [slot+4], %1;\n\t"
               "pmevent.mask %0;\n\t"
               "}" ::"n"(Id),
               "r"(Payload)
               : "memory");
}

template <int Id> __device__ __forceinline__ void event(long long Payload) {
  asm volatile("{\n\t"
               ".reg .pred first;\n\t"
               ".reg .b32 active, rank, time, slot;\n\t"
               "activemask.b32 active;\n\t"
               "elect.sync _|first, active;\n\t"
               "mov.u32 rank, %%cluster_ctarank;\n\t"
               "mov.u32 time, %%globaltimer_lo;\n\t"
               "or.b32 time, time, %0;\n\t"
               "mad.lo.u32 slot, rank, 0x1000000, " NVIDIA_SLOT ";\n\t"
               "@first st.weak.shared.u32 [slot], time;\n\t"
               "@first st.weak.shared.b64 [slot+8], %1;\n\t"
               "pmevent.mask %0;\n\t"
               "}" ::"n"(Id),
               "l"(Payload)
               : "memory");
}

template <int Id> __device__ __forceinline__ void extendedEvent() {
  asm volatile("{\n\t"
               ".reg .b32 rank, time, slot;\n\t"
               ".reg .b64 word;\n\t"
               "mov.u32 rank, %%cluster_ctarank;\n\t"
               "mov.u32 time, %%globaltimer_lo;\n\t"
               "mov.b64 word, {time, %0};\n\t"
               "mad.lo.u32 slot, rank, 0x1000000, " NVIDIA_SLOT ";\n\t"
               "st.weak.shared.b64 [slot], word;\n\t"
               "pmevent.mask %0;\n\t"
               "}" ::"n"(Id)
               : "memory");
}

template <int Id> __device__ __forceinline__ void extendedEvent(int Payload) {
  asm volatile("{\n\t"
               ".reg .pred first;\n\t"
               ".reg .b32 active, rank, time, slot;\n\t"
               ".reg .b64 word;\n\t"
               "activemask.b32 active;\n\t"
               "elect.sync _|first, active;\n\t"
               "mov.u32 rank, %%cluster_ctarank;\n\t"
               "mov.u32 time, %%globaltimer_lo;\n\t"
               "mov.b64 word, {time, %0};\n\t"
               "mad.lo.u32 slot, rank, 0x1000000, " NVIDIA_SLOT ";\n\t"
               "@first st.weak.shared.b64 [slot], word;\n\t"
               "@first st.weak.shared.b32 [slot+8], %1;\n\t"
               "pmevent.mask %0;\n\t"
               "}" ::"n"(Id),
               "r"(Payload)
               : "memory");
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

struct __attribute__((packed)) Meta {
  unsigned Size = 48, Major = 0, Minor = 5, MaxId = 31, MaxName = 32;
  unsigned EventSize = 60, Magic = 0xBABEF19D, Legacy = 0;
  unsigned long long Features = 3;
  unsigned Rest[2] = {};
};

struct __attribute__((packed)) Event {
  unsigned Size, Id, Method, PayloadType, Position, RangeId, NameLength;
  char Name[32];
};

struct __attribute__((packed)) Range {
  unsigned Size, Scope, RangeId, Colour, Type, PairMode, Reserved[2];
  unsigned NameLength;
  char Name[32];
  unsigned End;
};

constexpr unsigned hash(const char *Name) {
  unsigned Hash = 2166136261u;
  for (; *Name; ++Name)
    Hash = (Hash ^ static_cast<unsigned char>(*Name)) * 16777619u;
  return Hash;
}

static_assert(sizeof(Meta) == 48 && sizeof(Event) == 60 && sizeof(Range) == 72,
              "the ABI's sizes");

/// A pushed range, to be used at namespace scope. Type 0 is none, 5 int32.
#define NVIDIA_DECLARE_PUSH(Name, Id, Type)                                    \
  __device__ __attribute__((used))                                             \
  nvidia::Event __iket_evt_decl_##Name##_##Id##_attrs = {                      \
      60, Id, 3, Type, 1, nvidia::hash(#Name), sizeof(#Name) - 1, #Name};      \
  __device__ __attribute__((used))                                             \
  nvidia::Range __iket_range_decl_##Name##_attrs = {                           \
      72, 0,  nvidia::hash(#Name), 0xFFFFFFFF, 2,                              \
      0,  {}, sizeof(#Name) - 1,   #Name,      0};
#define NVIDIA_DECLARE_META                                                    \
  __device__ __attribute__((used)) nvidia::Meta __iket_meta_info = {};

} // namespace nvidia

#endif // IKET_BENCH_NVIDIA_FORM_H
