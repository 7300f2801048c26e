// In an unrolled loop one event of the source becomes many places in
// the kernel, and profilers that count places rather than names ran out of ids
// or lost the order of the copies. Whatever the compiler copies, the module
// declares each name once, and each copy keeps its turn's payload.
// REQUIRES: cuda, oracle

// Sixteen points and two declarations, with the payload's type declared only
// when payloads are recorded.
// RUN: %iket-clang -O3 -c %s -o %t.off
// RUN: %oracle %t.off | %filecheck %s --check-prefixes=POINTS,OFF --implicit-check-not="{{^event|^kernel|^range}}"
// RUN: %iket-clang -O3 -mllvm -iket-runtime-payloads -c %s -o %t.on
// RUN: %oracle %t.on | %filecheck %s --check-prefixes=POINTS,ON --implicit-check-not="{{^event|^kernel|^range}}"
// POINTS:      max id 31
// POINTS-NEXT: event 1 it NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// OFF-NEXT:    event 2 done NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// ON-NEXT:     event 2 done NATIVE_DUMP I32 NOT_IN_RANGE
// POINTS-NEXT: event 31 pop_range
// POINTS-NEXT: kernel _Z1kPf 16 points
// POINTS-NEXT: it
// POINTS-NEXT: done
// POINTS-NEXT: it
// POINTS-NEXT: done
// POINTS-NEXT: it
// POINTS-NEXT: done
// POINTS-NEXT: it
// POINTS-NEXT: done
// POINTS-NEXT: it
// POINTS-NEXT: done
// POINTS-NEXT: it
// POINTS-NEXT: done
// POINTS-NEXT: it
// POINTS-NEXT: done
// POINTS-NEXT: it
// POINTS-NEXT: done
// POINTS-NOT:  {{.}}

// The payloads are 0 to 7 in order: each copy's second store.
// RUN: %iket-clang -O3 -mllvm -iket-runtime-payloads -S %s -o - | %filecheck %s --check-prefix=PTX --implicit-check-not=pmevent --implicit-check-not=st.volatile.shared
// PTX-LABEL: .visible .entry _Z1kPf(
// PTX: or.b32 {{.*}}, 1;
// PTX: st.volatile.shared.b32 [%[[SLOT:rd[0-9]+]]], %r{{.*}};
// PTX: pmevent.mask 1;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: st.volatile.shared.b32 [%[[SLOT]]+4], 0;
// PTX: pmevent.mask 2;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: pmevent.mask 1;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: st.volatile.shared.b32 [%[[SLOT]]+4], 1;
// PTX: pmevent.mask 2;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: pmevent.mask 1;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: st.volatile.shared.b32 [%[[SLOT]]+4], 2;
// PTX: pmevent.mask 2;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: pmevent.mask 1;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: st.volatile.shared.b32 [%[[SLOT]]+4], 3;
// PTX: pmevent.mask 2;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: pmevent.mask 1;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: st.volatile.shared.b32 [%[[SLOT]]+4], 4;
// PTX: pmevent.mask 2;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: pmevent.mask 1;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: st.volatile.shared.b32 [%[[SLOT]]+4], 5;
// PTX: pmevent.mask 2;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: pmevent.mask 1;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: st.volatile.shared.b32 [%[[SLOT]]+4], 6;
// PTX: pmevent.mask 2;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: pmevent.mask 1;
// PTX: st.volatile.shared.b32 [%[[SLOT]]], %r{{.*}};
// PTX: st.volatile.shared.b32 [%[[SLOT]]+4], 7;
// PTX: pmevent.mask 2;

#include <iket/iket.h>

__global__ void k(float *p) {
  float v = p[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 8; i++) {
    __iket_mark("it");
    v = __sinf(v) * v + i;
    __iket_mark("done", (int)i);
  }
  p[threadIdx.x] = v;
}
