"""Writes a module with COUNT event names, m0, m1, ...: CUDA, or LLVM IR.

    many_names.py cu COUNT     kernels k0, k1, ... of eight marks each, then a
                               template kernel of two instances that marks all
                               names again
    many_names.py ll COUNT     one kernel, each mark on a line of its own number
"""

import sys

language, count = sys.argv[1], int(sys.argv[2])

if language == "cu":
    print("#include <iket/iket.h>")
    for kernel in range((count + 7) // 8):
        print(f"__global__ void k{kernel}(int *p) {{")
        for name in range(kernel * 8, min(kernel * 8 + 8, count)):
            print(f'  __iket_mark("m{name}");')
        print("  p[0] = 1;\n}")
    print("template <int I> __global__ void t(int *p) {")
    for name in reversed(range(count)):
        print(f'  __iket_mark("m{name}");')
    print("  p[0] = I;\n}")
    print("template __global__ void t<0>(int *);")
    print("template __global__ void t<1>(int *);")
else:
    print('target triple = "nvptx64-nvidia-cuda"')
    print('@file = private unnamed_addr constant [5 x i8] c"m.cu\\00"')
    for name in range(count):
        text = f"m{name}"
        print(
            f"@s{name} = private unnamed_addr constant [{len(text) + 1} x i8] "
            f'c"{text}\\00"'
        )
    print("declare void @__iket_mark(ptr, ptr, i32)")
    print('define ptx_kernel void @k() "target-cpu"="sm_90" {')
    for name in range(count):
        print(
            f"  call void @__iket_mark(ptr @s{name}, ptr @file, i32 {name + 1})"
        )
    print("  ret void\n}")
