// Code that nobody here wrote: CUB's scan, compiled for tracing against its
// unmodified headers, shows CUB's own ranges.
// REQUIRES: cuda, oracle, cccl
// RUN: %iket-clang -O2 -w -isystem %cccl -D_CCCL_ENABLE_IKET -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// RUN: %iket-clang -O2 -w -isystem %cccl -D_CCCL_ENABLE_IKET -mllvm -iket-disable -S %s -o %t.off.ptx
// RUN: %plain-clang -O2 -w -isystem %cccl -S %s -o %t.plain.ptx
// RUN: diff %t.off.ptx %t.plain.ptx

#include <cub/device/device_scan.cuh>

cudaError_t scan(void *temp, size_t &bytes, const int *in, int *out, int n) {
  return cub::DeviceScan::ExclusiveSum(temp, bytes, in, out, n);
}

// CHECK: max id 31
// CHECK-DAG: event {{[0-9]+}} Load NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-DAG: range Load PUSH_POP INVALID
// CHECK-DAG: range Scan PUSH_POP INVALID
// CHECK-DAG: range Store PUSH_POP INVALID
// CHECK-DAG: range Lookback PUSH_POP INVALID
// CHECK-DAG: range Delay PUSH_POP INVALID
// CHECK-DAG: range LoadTileStates PUSH_POP INVALID
// CHECK-DAG: range WaitForValid PUSH_POP INVALID
// CHECK-DAG: range ProcessWindow PUSH_POP INVALID
// CHECK-DAG: range Reduce PUSH_POP INVALID
// CHECK-DAG: range SetPartial PUSH_POP INVALID
// CHECK-DAG: range SetInclusive PUSH_POP INVALID
// CHECK-DAG: range __any_sync PUSH_POP INVALID

// Full and partial tiles each have their own copy of most ranges.
// CHECK: kernel {{.*}}DeviceScanKernel{{.*}} points
// CHECK-NEXT:   6 Delay
// CHECK-NEXT:   2 Load
// CHECK-NEXT:   8 LoadTileStates
// CHECK-NEXT:   2 Lookback
// CHECK-NEXT:   4 ProcessWindow
// CHECK-NEXT:   4 Reduce
// CHECK-NEXT:   2 Scan
// CHECK-NEXT:   2 SetInclusive
// CHECK-NEXT:   2 SetPartial
// CHECK-NEXT:   2 Store
// CHECK-NEXT:   4 WaitForValid
// CHECK-NEXT:   4 __any_sync
// CHECK-NEXT:   50 pop_range
