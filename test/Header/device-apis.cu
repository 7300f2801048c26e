// The macros that CCCL and others use from NVIDIA's unpublished header: plain and
// typed, with reserved identifiers as names, created twice in different
// namespaces, used in templates; a misspelt name does not compile.
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -Wall -Werror -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle %t.cubin | %filecheck %s --match-full-lines
// RUN: %not %iket-clang -DTYPO -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefix=TYPO
// RUN: %not %iket-clang -DPAIR -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefix=PAIR
// RUN: %iket-clang -O2 -DIKET_BUILD_ENABLED=0 -c %s -o %t.off && %oracle %t.off | %filecheck %s --check-prefix=OFF
// OFF: not instrumented

#include <iket/iket_device_apis.cuh>

//      CHECK:max id 31
// CHECK-NEXT:event 1 Load NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT:event 2 __any_sync NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT:event 3 Squad NATIVE_DUMP NO_PAYLOAD RANGE_START_END
// CHECK-NEXT:event 4 Typed NATIVE_DUMP UI32 RANGE_START_END
// CHECK-NEXT:event 5 Cycle NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT:event 6 Value NATIVE_DUMP FP32 NOT_IN_RANGE
// CHECK-NEXT:event 7 Pushed NATIVE_DUMP I16 RANGE_START
namespace a {
CREATE_IKET_PUSH_POP_RANGE(Load);
CREATE_IKET_PUSH_POP_RANGE(__any_sync);
CREATE_IKET_START_END_RANGE(Squad);
} // namespace a
namespace b {
CREATE_IKET_PUSH_POP_RANGE(Load);
CREATE_IKET_PUSH_POP_RANGE(Load);
} // namespace b
CREATE_IKET_START_END_RANGE_EX(Typed, unsigned,
                               iket::IketEventPairMode::kNameOnly);
CREATE_IKET_MARKER(Cycle);
CREATE_IKET_MARKER_EX(Value, float);
CREATE_IKET_PUSH_POP_RANGE_EX(Pushed, short,
                              iket::IketEventPairMode::kNameOnly);

namespace a {
template <class T> __device__ void load(T *p) {
  IKET_RANGE_PUSH(Load);
  p[0] = 1;
  IKET_RANGE_POP();
  IKET_RANGE_PUSH(__any_sync);
  p[1] = __any_sync(~0u, p[0]);
  IKET_RANGE_POP();
  IKET_RANGE_START(Squad);
  p[2] = 2;
  IKET_RANGE_END(Squad);
#ifdef TYPO
  // TYPO: error: unknown type name 'iket_event_Lod'; did you mean 'iket_event_Load'?
  IKET_RANGE_PUSH(Lod);
#endif
}
} // namespace a

namespace b {
__global__ void k(int *p, double v) {
  IKET_RANGE_PUSH(Load);
  a::load(p);
  IKET_RANGE_POP();
  IKET_RANGE_START_EX(Typed, 1);
  p[3] = 3;
  IKET_RANGE_END_EX(Typed, v);
  IKET_MARK(Cycle);
  IKET_MARK_EX(Value, v);
  IKET_RANGE_PUSH_EX(Pushed, 7);
  p[4] = 4;
  IKET_RANGE_POP();
}
} // namespace b

#ifdef PAIR
// PAIR: error: static assertion failed{{.*}}iket: ranges are paired by name only; use kNameOnly
CREATE_IKET_START_END_RANGE_EX(Paired, int,
                               iket::IketEventPairMode::kNameAndPayload);
__global__ void pair() { IKET_RANGE_START_EX(Paired, 1); }
#endif
