"""Writes one module for each bad name into the folder given."""

import os
import sys

CASES = {
    # name: (the definition of @n, the operand)
    "empty": ('private unnamed_addr constant [1 x i8] c"\\00"', "@n"),
    "long": ('private unnamed_addr constant [34 x i8] c"%s\\00"' % ("a" * 33), "@n"),
    # 16 characters, 32 bytes.
    "longest": (
        'private unnamed_addr constant [33 x i8] c"%s\\00"' % ("\\C3\\A9" * 16),
        "@n",
    ),
    "nul": ('private unnamed_addr constant [4 x i8] c"a\\00b\\00"', "@n"),
    "utf8": ('private unnamed_addr constant [3 x i8] c"\\C3(\\00"', "@n"),
    "dynamic": ('private unnamed_addr constant [2 x i8] c"a\\00"', "%p"),
    "mutable": ('global [2 x i8] c"a\\00"', "@n"),
    "unterminated": ('private unnamed_addr constant [2 x i8] c"ab"', "@n"),
    "null": ('private unnamed_addr constant [2 x i8] c"a\\00"', "null"),
}

os.makedirs(sys.argv[1], exist_ok=True)
for case, (definition, operand) in CASES.items():
    with open(os.path.join(sys.argv[1], case + ".ll"), "w") as file:
        file.write(
            f"""target triple = "nvptx64-nvidia-cuda"
@n = {definition}
@file = private unnamed_addr constant [5 x i8] c"k.cu\\00"
declare void @__iket_mark(ptr, ptr, i32)
define ptx_kernel void @k(ptr %p) "target-cpu"="sm_90" {{
  call void @__iket_mark(ptr {operand}, ptr @file, i32 42)
  ret void
}}
"""
        )
