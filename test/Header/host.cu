// The host's half of a file, where nothing is recorded, is that of the source
// without annotations, with the plugin too; and a whole program links.
// The CUDA 12 tree that older clangs are tested with has no fatbinary, and they
// can not call that of CUDA 13.
// REQUIRES: cuda, frontend, llvm-22
// DEFINE: %{host} = %clang-host -x cuda -std=c++17 -Wno-unknown-cuda-version --cuda-path=%cuda --cuda-gpu-arch=sm_90 -O1
// RUN: sed '/ANNOTATION/d' %s > %t.bare.cu && cp %s %t.cu
// RUN: %{host} --cuda-host-only -S %t.bare.cu -o %t.bare.s && sed 's/bare\.cu/cu/' %t.bare.s > %t.bare.s2
// RUN: %{host} --cuda-host-only -S -I%include %t.cu -o %t.off.s && diff %t.off.s %t.bare.s2
// RUN: %{host} --cuda-host-only -S -fplugin=%frontend %t.cu -o %t.on.s && diff %t.on.s %t.bare.s2
// RUN: %{host} -I%include %t.cu -o %t.off %cuda-libs && %t.off
// RUN: %{host} -fplugin=%frontend %t.cu -o %t.on %cuda-libs && %t.on

#include <iket/iket.h> // ANNOTATION
__attribute__((host, device)) int both(int x) {
  IKET_SCOPED_RANGE("both", x * 2); // ANNOTATION
  for (int i = 0; i < x; ++i) {
    IKET_TOKEN(t, "turn"); // ANNOTATION
    if (i * i == x)
      return i;
    __iket_range_end(t); // ANNOTATION
  }
  return 0;
}
__global__ void k(int *p) { p[0] = both(p[1]); }
int main(int argc, char **) { return both(argc + 4); }
