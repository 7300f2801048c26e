"""Compiles a program with NVIDIA's own DSL for sm_90a and prints the metadata
globals of its PTX, one "name = bytes" a line, sorted. For comparison only:
nothing that the compiler makes is kept.

    dsl_metadata.py [PTX]      with PTX: the globals of that file instead
"""

import glob
import os
import re
import sys
import tempfile


def compile_with_dsl(folder):
    os.environ["CUTE_DSL_ARCH"] = "sm_90a"
    import cutlass
    import cutlass.cute as cute
    from cutlass.cute.experimental import iket

    @cute.kernel
    def kernel(x: cutlass.Int32, y: cutlass.Int64, z: cutlass.Float32):
        iket.mark("m")
        iket.mark("mark_i32", x)
        iket.range_push("stack")
        iket.range_pop()
        iket.range_push("stack_payload", x)
        iket.range_pop()
        token = iket.range_start("token")
        iket.range_end(token)
        token = iket.range_start("token_payload", x)
        iket.range_end(token, x)
        iket.mark("mark_i64", y)
        iket.mark("mark_f32", z)

    @cute.jit
    def host(x: cutlass.Int32, y: cutlass.Int64, z: cutlass.Float32):
        kernel(x, y, z).launch(grid=[1, 1, 1], block=[32, 1, 1])

    cute.compile(
        host,
        1,
        cutlass.Int64(2),
        cutlass.Float32(3),
        options=f"iket --keep-ptx --dump-dir={folder}",
    )
    return glob.glob(os.path.join(folder, "*.ptx"))[0]


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = sys.argv[1] if len(sys.argv) > 1 else compile_with_dsl(folder)
        text = open(path).read()
    lines = []
    for name, size, values in re.findall(
        r"\.b8 (__iket_\w+)\[(\d+)\] = \{([^}]*)\}", text
    ):
        # Trailing zeros may be left out of an initialiser.
        data = [int(v) for v in values.split(",")]
        data += [0] * (int(size) - len(data))
        lines.append(f"{name} = {data}")
    print("\n".join(sorted(lines)))


main()
