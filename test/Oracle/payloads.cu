// Every payload type, native and extended, from -O1 up: the reader sees the
// declared type, and the record in the machine code holds a separate store of
// the right width at the right place.
// REQUIRES: cuda, oracle, nvdisasm
// RUN: %iket-clang -O1 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload -c %s -o %t.1 && %oracle %t.1 | %filecheck %s
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload -c %s -o %t.2 && %oracle %t.2 | %filecheck %s
// RUN: %iket-clang -O3 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload -c %s -o %t.3 && %oracle %t.3 | %filecheck %s
// RUN: %nvdisasm -c %t.3 | %filecheck %s --check-prefixes=SASS
// RUN: %iket-clang -O3 -mllvm -iket-runtime-payloads -mllvm -iket-extended=always -c %s -o %t.x && %oracle %t.x | %filecheck %s --check-prefix=EXTENDED
// RUN: %nvdisasm -c %t.x | %filecheck %s --check-prefixes=XSASS
// RUN: %iket-clang -O0 -c %s -o %t.0 && %oracle %t.0 | %filecheck %s --check-prefix=OFF
// RUN: %iket-clang -O3 -c %s -o %t.off && %oracle %t.off | %filecheck %s --check-prefix=OFF

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <iket/iket.h>

enum class Stage : unsigned char { Load };

// OFF-COUNT-15: NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// OFF: kernel k 15 points
// EXTENDED: max id 4095
// EXTENDED: event 64 i8 EXTENDED_NATIVE_DUMP I8 NOT_IN_RANGE
// EXTENDED: event 78 enum EXTENDED_NATIVE_DUMP UI8 NOT_IN_RANGE
// EXTENDED: kernel k 15 points
extern "C" __global__ void k(signed char i8, unsigned char u8, short i16,
                             unsigned short u16, int i32, unsigned u32, long i64,
                             unsigned long u64, __half f16, __nv_bfloat16 bf16,
                             float f32, double f64, int *ptr, bool b, Stage s) {
  // CHECK-DAG: event 1 i8 NATIVE_DUMP I8 NOT_IN_RANGE
  iket::mark("i8", i8);
  // CHECK-DAG: event 2 u8 NATIVE_DUMP UI8 NOT_IN_RANGE
  iket::mark("u8", u8);
  // CHECK-DAG: event 3 i16 NATIVE_DUMP I16 NOT_IN_RANGE
  iket::mark("i16", i16);
  // CHECK-DAG: event 4 u16 NATIVE_DUMP UI16 NOT_IN_RANGE
  iket::mark("u16", u16);
  // CHECK-DAG: event 5 i32 NATIVE_DUMP I32 NOT_IN_RANGE
  iket::mark("i32", i32);
  // CHECK-DAG: event 6 u32 NATIVE_DUMP UI32 NOT_IN_RANGE
  iket::mark("u32", u32);
  // CHECK-DAG: event 7 i64 NATIVE_DUMP I64 NOT_IN_RANGE
  iket::mark("i64", i64);
  // CHECK-DAG: event 8 u64 NATIVE_DUMP {{.*}} NOT_IN_RANGE
  iket::mark("u64", u64);
  // CHECK-DAG: event 9 f16 NATIVE_DUMP FP16 NOT_IN_RANGE
  iket::mark("f16", f16);
  // CHECK-DAG: event 10 bf16 NATIVE_DUMP BF16 NOT_IN_RANGE
  iket::mark("bf16", bf16);
  // CHECK-DAG: event 11 f32 NATIVE_DUMP FP32 NOT_IN_RANGE
  iket::mark("f32", f32);
  // CHECK-DAG: event 12 f64 NATIVE_DUMP FP64 NOT_IN_RANGE
  iket::mark("f64", f64);
  // CHECK-DAG: event 13 ptr NATIVE_DUMP POINTER NOT_IN_RANGE
  iket::mark("ptr", ptr);
  // CHECK-DAG: event 14 bool NATIVE_DUMP UI32 NOT_IN_RANGE
  iket::mark("bool", b);
  // CHECK-DAG: event 15 enum NATIVE_DUMP UI8 NOT_IN_RANGE
  iket::mark("enum", s);
}
// CHECK: kernel k 15 points

// Six narrow, then two wide, three narrow, two wide, two narrow; elected; never
// the time and a 32-bit payload in one store.
// SASS-COUNT-6:  STS [UR{{[0-9]+}}+0x4], R{{[0-9Z]+}}
// SASS-COUNT-2:  STS.64 [UR{{[0-9]+}}+0x8], R{{[0-9]+}}
// SASS-COUNT-3:  STS [UR{{[0-9]+}}+0x4], R{{[0-9Z]+}}
// SASS-COUNT-2:  STS.64 [UR{{[0-9]+}}+0x8], R{{[0-9]+}}
// SASS-COUNT-2:  STS [UR{{[0-9]+}}+0x4], R{{[0-9Z]+}}
// SASS-NOT:      STS

// XSASS:      ELECT
// XSASS:      STS.64 [UR{{[0-9]+}}], R{{[0-9]+}}
// XSASS:      STS [UR{{[0-9]+}}+0x8], R{{[0-9]+}}
// XSASS:      PMTRIG 0x40
