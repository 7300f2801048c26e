"""Prints a kernel with as many different marks as asked for."""

import sys

count = int(sys.argv[1])
print('target triple = "nvptx64-nvidia-cuda"')
print('@f = private unnamed_addr constant [5 x i8] c"k.cu\\00"')
print("declare void @__iket_mark(ptr, ptr, i32)")
for i in range(1, count + 1):
    name = f"m{i}"
    print(f'@{name} = private unnamed_addr constant [{len(name) + 1} x i8] c"{name}\\00"')
print('define ptx_kernel void @k() "target-cpu"="sm_90" {')
for i in range(1, count + 1):
    print(f"  call void @__iket_mark(ptr @m{i}, ptr @f, i32 {i})")
print("  ret void\n}")
