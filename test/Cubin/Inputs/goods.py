#!/usr/bin/env python3
"""Compiles programs and asks NVIDIA's reader and `iket verify` about each.

    goods.py IKET NVDISASM FOLDER SOURCE... -- COMPILER...

Prints the points that both count in each; where iket finds anything wrong, or the
two count differently, it says so and ends with 1.
"""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.environ.get("IKET_DSL_PACKAGES", ""))
import iket  # noqa: E402


def main():
    at = sys.argv.index("--")
    tool, nvdisasm, folder, *sources = sys.argv[1:at]
    wrong = 0
    for source in sorted(sources):
        name = os.path.basename(source)
        cubin = os.path.join(folder, name + ".cubin")
        subprocess.run([*sys.argv[at + 1:], "-c", source, "-o", cubin], check=True)
        run = subprocess.run([tool, "verify", "--json", "--nvdisasm", nvdisasm, cubin],
                             capture_output=True, text=True, check=False)
        [image] = json.loads(run.stdout)
        with open(cubin, "rb") as file:
            context = iket.Context(file.read())
        kernels = context.get_kernels_instrument_info() if context.is_instrumented() else []
        points = sum(len(k.instrument_points) for k in kernels)
        good = not image["findings"] and image["points"] == points
        wrong += not good
        print(f"{'good' if good else 'wrong'}: {name}, {points} points"
              + ("" if good else f", iket says {image['points']} and {image['findings']}"))
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
