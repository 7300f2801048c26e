// With debug info on, builds failed in ptxas over a symbol, or in the
// verifier over an inserted call without a location. They compile in each mode;
// every inserted instruction carries the place of its event, or line 0 where it
// belongs to none.
// REQUIRES: cuda, oracle

// RUN: %iket-clang -g -O0 -c %s -o %t.g0
// RUN: %oracle --counts %t.g0 | %filecheck %s --check-prefixes=CHECK,O0 --implicit-check-not="{{^event|^kernel}}"
// RUN: %iket-clang -g -O2 -c %s -o %t.g2
// RUN: %oracle --counts %t.g2 | %filecheck %s --check-prefixes=CHECK,O2 --implicit-check-not="{{^event|^kernel}}"
// RUN: %iket-clang -gline-tables-only -O2 -c %s -o %t.l2
// RUN: %oracle --counts %t.l2 | %filecheck %s --check-prefixes=CHECK,O2 --implicit-check-not="{{^event|^kernel}}"
// CHECK:      max id 31
// CHECK-NEXT: event 1 leaf NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 2 far NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 3 it NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 4 done NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 31 pop_range
// CHECK-NEXT: range leaf PUSH_POP
// O0-NEXT:    kernel _Z1kPf 2 points
// O0-NEXT:      1 done
// O0-NEXT:      1 it
// O0-NEXT:    kernel _Z3fari 1 points
// O0-NEXT:      1 far
// O0-NEXT:    kernel _Z4leafi 2 points
// O0-NEXT:      1 leaf
// O0-NEXT:      1 pop_range
// O2-NEXT:    kernel _Z1kPf 19 points
// O2-NEXT:      8 done
// O2-NEXT:      1 far
// O2-NEXT:      8 it
// O2-NEXT:      1 leaf
// O2-NEXT:      1 pop_range

// No call and no volatile store without a location, at either level and with
// payloads, which insert blocks and calls of their own.
// RUN: %iket-clang -g -O0 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=payload-O0 -S -emit-llvm %s -o - | %filecheck %s --check-prefixes=IR --implicit-check-not="{{(call .*\)|store volatile.*align 4)$}}"
// RUN: %iket-clang -g -O2 -mllvm -iket-runtime-payloads -S -emit-llvm %s -o - | %filecheck %s --check-prefixes=IR,IR2 --implicit-check-not="{{(call .*\)|store volatile.*align 4)$}}"
// IR-LABEL: define {{.*}} @_Z4leafi(
// IR:       call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank(), !dbg ![[NOWHERE:[0-9]+]]
// IR:       store volatile i32 %{{.*}}, align 4, !dbg ![[LEAF:[0-9]+]]
// IR-NEXT:  call void @llvm.nvvm.pm.event.mask(i16 1), !dbg ![[LEAF]]
// IR-LABEL: define {{.*}} @_Z1kPf(
// IR2:      call i32 @llvm.nvvm.read.ptx.sreg.globaltimer.lo(), !dbg ![[IT:[0-9]+]]
// IR2-NEXT: or i32 %{{.*}}, 3, !dbg ![[IT]]
// IR2-NEXT: store volatile i32 %{{.*}}, align 4, !dbg ![[IT]]
// IR2-NEXT: call void @llvm.nvvm.pm.event.mask(i16 3), !dbg ![[IT]]
// IR2:      call i32 @llvm.nvvm.activemask(), !dbg ![[DONE:[0-9]+]]
// IR2-NEXT: call { i32, i1 } @llvm.nvvm.elect.sync(i32 %{{.*}}), !dbg ![[DONE]]
// IR2-NEXT: extractvalue { i32, i1 } %{{.*}}, 1, !dbg ![[DONE]]
// IR2-NEXT: call i32 @llvm.nvvm.read.ptx.sreg.globaltimer.lo(), !dbg ![[DONE]]
// IR2-NEXT: or i32 %{{.*}}, 4, !dbg ![[DONE]]
// IR2-NEXT: call i32 asm sideeffect "", "=r,0"(i32 %{{.*}}), !dbg ![[DONE]]
// IR2-NEXT: br i1 %{{.*}}, !dbg ![[DONE]]
// IR2:      store volatile i32 %{{.*}}, align 4, !dbg ![[DONE]]
// IR2-NEXT: getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i32 4, !dbg ![[DONE]]
// IR2-NEXT: store volatile i32 %{{.*}}, align 4, !dbg ![[DONE]]
// IR2-NEXT: br label %{{.*}}, !dbg ![[DONE]]
// IR2:      call void @llvm.nvvm.pm.event.mask(i16 4), !dbg ![[DONE]]
// IR-DAG:   ![[NOWHERE]] = !DILocation(line: 0, scope: !{{[0-9]+}})
// IR-DAG:   ![[LEAF]] = !DILocation(line: [[#@LINE+18]], column: 22,
// IR2-DAG:  ![[IT]] = !DILocation(line: [[#@LINE+28]], column: 5,
// IR2-DAG:  ![[DONE]] = !DILocation(line: [[#@LINE+29]], column: 5,

// A profiler that lists locations shows the user's file and line.
// RUN: %iket-clang -gline-tables-only -O2 -S %s -o - | %filecheck %s --check-prefix=PTX
// PTX-LABEL: .visible .entry _Z1kPf(
// PTX:       .loc [[#FILE:]] [[#IT:]] 5
// PTX-NEXT:  mov.u32 {{.*}}, %globaltimer_lo;
// PTX:       pmevent.mask 3;
// PTX:       .loc [[#FILE]] [[#IT + 2]] 5
// PTX-NEXT:  mov.u32 {{.*}}, %globaltimer_lo;
// PTX:       pmevent.mask 4;
// PTX:       .file [[#FILE]] "{{.*}}debug-info.cu"

#include <iket/iket.h>

__device__ int leaf(int x) {
  iket::scoped_range range("leaf");
  return x * 3;
}
__device__ __attribute__((noinline)) int far(int x) {
  __iket_mark(__func__, x);
  return x + 1;
}
__global__ void k(float *p) {
  float v = p[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 8; i++) {
    __iket_mark("it");
    v = __sinf(v) * v + i;
    __iket_mark("done", int(threadIdx.x) + i);
  }
  p[threadIdx.x] = v + leaf(v) + far(v);
}
