// A flag given once reaches both halves of a CUDA compilation, and
// plugins meant for the device have changed host code. The host's object file
// is the same byte for byte with the plugin, at any level and with debug info;
// a call there is nothing, and nothing is left to link.
// REQUIRES: cuda

// RUN: %clang-host -x cuda -std=c++17 -Wno-unknown-cuda-version --cuda-path=%cuda -I%include --cuda-host-only -O3 -c %s -o %t.plain.o
// RUN: %clang-host -x cuda -std=c++17 -Wno-unknown-cuda-version --cuda-path=%cuda -I%include --cuda-host-only -O3 -fpass-plugin=%plugin -mllvm -iket-runtime-payloads -c %s -o %t.events.o
// RUN: cmp %t.plain.o %t.events.o
// RUN: %clang-host -x cuda -std=c++17 -Wno-unknown-cuda-version --cuda-path=%cuda -I%include --cuda-host-only -O0 -g -c %s -o %t.plain.o
// RUN: %clang-host -x cuda -std=c++17 -Wno-unknown-cuda-version --cuda-path=%cuda -I%include --cuda-host-only -O0 -g -fpass-plugin=%plugin -mllvm -iket-arch=sm_90 -c %s -o %t.events.o
// RUN: cmp %t.plain.o %t.events.o

// Of the events nothing is in the host's code: no call, no name, no global.
// RUN: %clang-host -x cuda -std=c++17 -Wno-unknown-cuda-version --cuda-path=%cuda -I%include --cuda-host-only -O2 -fpass-plugin=%plugin -S -emit-llvm %s -o - | %filecheck %s --check-prefix=HOST --implicit-check-not=__iket_ --implicit-check-not=only_here
// HOST-LABEL: define {{.*}}i32 @_Z8host_usev()
// HOST-NEXT:    ret i32 4

// With both halves in one command the device code has its events.
// RUN: rm -rf %t.dir && mkdir -p %t.dir
// RUN: %clang-whole --offload-arch=sm_90 -O2 -save-temps=obj -c %s -o %t.dir/whole.o
// RUN: %filecheck %s --check-prefix=DEVICE --input-file=%t.dir/host-module-cuda-nvptx64-nvidia-cuda-sm_90.s --implicit-check-not=pmevent
// DEVICE: __iket_evt_decl_both_1_attrs[60]
// DEVICE: .visible .func  (.param .b32 func_retval0) _Z4bothi(
// DEVICE: pmevent.mask 1;
// DEVICE: .visible .entry _Z1kPi(
// DEVICE: pmevent.mask 1;

#include <iket/iket.h>

__host__ __device__ int both(int x) {
  __iket_mark("both");
  return x + 1;
}
__global__ void k(int *p) { p[0] = both(p[0]); }

int host_use() {
  iket::scoped_range range("only_here");
  iket::token t = iket::range_start("only_here");
  if (iket::enabled() || iket::runtime_payloads_enabled())
    return 7;
  iket::keep(3);
  iket::range_end(t);
  return both(3);
}
