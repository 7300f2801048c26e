// One build makes code for several architectures, and what a plugin
// decides for one is easily assumed for all. In one compilation the image of
// sm_80 is as without the plugin, those of sm_90 and sm_100 declare the same
// events under the same ids, each with its own slot; and the embedded PTX
// carries the declarations, for a driver that compiles it later.
// REQUIRES: cuda, oracle

// RUN: rm -rf %t.dir && mkdir -p %t.dir && cd %t.dir
// RUN: %clang-whole --offload-arch=sm_80 --offload-arch=sm_90 --offload-arch=sm_100 --cuda-include-ptx=all -O3 -save-temps -c %s -o all.o
// RUN: %python %S/Inputs/symbols.py several-architectures-cuda-nvptx64-nvidia-cuda-sm_80.o | %filecheck %s --check-prefix=NOSYMBOL --allow-empty
// NOSYMBOL-NOT: {{.}}
// RUN: %oracle several-architectures-cuda-nvptx64-nvidia-cuda-sm_80.o | %filecheck %s --check-prefix=NONE
// NONE: not instrumented
// RUN: %oracle several-architectures-cuda-nvptx64-nvidia-cuda-sm_90.o > 90.txt
// RUN: %oracle several-architectures-cuda-nvptx64-nvidia-cuda-sm_100.o > 100.txt
// RUN: cmp 90.txt 100.txt
// RUN: %filecheck %s --check-prefix=BOTH --input-file=90.txt --implicit-check-not="{{^event|^range|^kernel}}"
// BOTH:      event 1 r NATIVE_DUMP NO_PAYLOAD RANGE_START
// BOTH-NEXT: event 2 m NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// BOTH-NEXT: event 31 pop_range
// BOTH-NEXT: range r PUSH_POP
// BOTH-NEXT: kernel _Z1kPi 3 points

// The assembly text of all three is embedded. sm_80 knows no clusters.
// RUN: %filecheck %s --check-prefix=PTX80 --input-file=several-architectures-cuda-nvptx64-nvidia-cuda-sm_80.s --implicit-check-not=iket --implicit-check-not=%cluster --implicit-check-not=pmevent
// PTX80: .target sm_80
// RUN: %filecheck %s --check-prefixes=PTX,PTX90 --input-file=several-architectures-cuda-nvptx64-nvidia-cuda-sm_90.s
// RUN: %filecheck %s --check-prefixes=PTX,PTX100 --input-file=several-architectures-cuda-nvptx64-nvidia-cuda-sm_100.s
// PTX90:  .target sm_90
// PTX100: .target sm_100
// PTX:    .visible .global .align 1 .b8 __iket_meta_info[48] = {48, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 31,
// PTX:    .visible .global .align 1 .b8 __iket_evt_decl_r_1_attrs[60] = {60, 0, 0, 0, 1,
// PTX:    .visible .global .align 1 .b8 __iket_evt_decl_m_2_attrs[60] = {60, 0, 0, 0, 2,
// PTX:    mov.u32 %r[[#RANK:]], %cluster_ctarank;
// PTX:    shl.b32 %r[[#HIGH:]], %r[[#RANK]], 24;
// PTX90:  or.b32 %r[[#]], %r[[#HIGH]], 1008;
// PTX100: or.b32 %r[[#]], %r[[#HIGH]], 32;

// Compiled in a step of its own, each image is the same byte for byte.
// RUN: %clang-any-arch --cuda-gpu-arch=sm_90 -O3 -save-temps=cwd -c %s -o alone.90
// RUN: cmp alone.90 several-architectures-cuda-nvptx64-nvidia-cuda-sm_90.o

#include <iket/iket.h>

__global__ void k(int *p) {
  __shared__ int s[64];
  iket::scoped_range r("r");
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  __iket_mark("m", 7);
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}
