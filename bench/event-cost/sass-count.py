#!/usr/bin/env python3
"""Counts the machine instructions of an event.

    sass-count.py [--build DIR] [--json FILE]

Compiles kernels with 8 and with 9 events and counts what the ninth adds, for
the plugin's records and for the form that NVIDIA's compiler emits
(nvidia-form.h): in code that whole warps run, and in a branch that only odd
lanes take. A payload is the same in all lanes (an argument) or one of each lane.
Between two events stands a store to memory, as work would. Counted is the
kernel up to its last EXIT, without padding, and besides it what ptxas puts
behind that for warps that have not converged. A second table counts a loop's
turn: a push and a pop around an inner loop, less the same loop without them.
"""

import argparse
import glob
import json
import os
import re
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

EXTENDED = ["-mllvm", "-iket-extended=always"]
# Form: the plugin's event, NVIDIA's, further flags of the plugin.
FORMS = {
    "native": ('iket::mark("e");', "nvidia::event<1>();", []),
    "32-bit, uniform": ('iket::mark("e", i);', "nvidia::event<1>(i);", []),
    "32-bit, of a lane": ('iket::mark("e", l);', "nvidia::event<1>(l);", []),
    "64-bit, uniform": ('iket::mark("e", w);', "nvidia::event<1>(w);", []),
    "64-bit, of a lane": ('iket::mark("e", w + l);', "nvidia::event<1>(w + l);", []),
    "extended": ('iket::mark("e");', "nvidia::extendedEvent<64>();", EXTENDED),
    "extended, uniform": (
        'iket::mark("e", i);',
        "nvidia::extendedEvent<64>(i);",
        EXTENDED,
    ),
    "extended, of a lane": (
        'iket::mark("e", l);',
        "nvidia::extendedEvent<64>(l);",
        EXTENDED,
    ),
}
RANGES = {
    "range": ('iket::range_push("e");', "nvidia::event<1>();"),
    "range payload32": ('iket::range_push("e", t);', "nvidia::event<1>(t);"),
}


class Compiler:
    def __init__(self, build, folder):
        self.folder = folder
        self.cuda = os.environ.get("CUDA_PATH", "/usr/local/cuda")
        self.clang = os.environ.get("CLANG", "clang++-22")
        self.plugin = os.path.join(build, "lib/libIketPass.so")
        candidates = [os.path.join(self.cuda, "bin/nvdisasm")] + glob.glob(
            os.path.join(
                ROOT, ".iket/venv/lib/python3*/site-packages/nvidia/cu13/bin/nvdisasm"
            )
        )
        self.nvdisasm = next((c for c in candidates if os.path.exists(c)), "nvdisasm")

    def sass(self, text, flags):
        """The instructions of the only kernel, and where its labels stand."""
        source = os.path.join(self.folder, "k.cu")
        cubin = os.path.join(self.folder, "k.cubin")
        with open(source, "w") as file:
            file.write(text)
        subprocess.run(
            [
                self.clang, "-O2", "-std=c++17", "-Wno-unknown-cuda-version",
                f"--cuda-path={self.cuda}", "--cuda-gpu-arch=sm_90",
                "--cuda-device-only", f"-I{ROOT}/include", f"-I{HERE}", *flags,
                "-c", source, "-o", cubin,
            ],
            check=True,
        )  # fmt: skip
        listing = subprocess.run(
            [self.nvdisasm, "-c", cubin], check=True, stdout=subprocess.PIPE, text=True
        ).stdout
        code, labels = [], {}
        for line in listing.splitlines():
            label = re.match(r"(\.L_x_\d+):", line)
            instruction = re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", line)
            if label:
                labels[label.group(1)] = len(code)
            elif instruction and instruction.group(1) != "NOP":
                code.append(instruction.group(1))
        return code, labels

    def flags(self, iket, more=()):
        if not iket:
            return []
        return [
            f"-fpass-plugin={self.plugin}", "-D__IKET__",
            "-mllvm", "-iket-runtime-payloads",
            "-mllvm", "-iket-no-warn=wide-payload", *more,
        ]  # fmt: skip


def header(iket):
    return f"#include {'<iket/iket.h>' if iket else '<nvidia-form.h>'}\n"


def marginal(compiler, event, iket, more, branch):
    """(main path, behind it) that one more event adds."""
    sizes = []
    for number in (8, 9):
        body = "".join(f"  {event} p[{n}] = i;\n" for n in range(number))
        # Nine stores in both, and one count of events.
        body += "".join(f"  p[{n}] = i;\n" for n in range(number, 9))
        text = (
            header(iket) + '#include <cuda_runtime.h>\nextern "C" __global__ void '
            "k(volatile int *p, int i, long long w) {\n  int l = threadIdx.x;\n"
            "  p[0] = l;\n" + branch + "{\n" + body + "}\n  p[1] = l;\n}\n"
        )
        code, _ = compiler.sass(text, compiler.flags(iket, more))
        end = max(i for i, x in enumerate(code) if "EXIT" in x) + 1
        # The last instruction is a branch to itself that never runs.
        sizes.append((end, len(code) - end))
    return sizes[1][0] - sizes[0][0], sizes[1][1] - sizes[0][1]


def turn(compiler, push, iket):
    """Instructions of one turn outside its inner loop."""
    pop = "" if not push else "iket::range_pop();" if iket else "nvidia::event<31>();"
    text = (
        header(iket) + '#include <cuda_runtime.h>\nextern "C" __global__ void '
        "k(float *p, int n, int m, float a) {\n  float x = p[threadIdx.x];\n"
        "#pragma clang loop unroll(disable)\n"
        f"  for (int t = 0; t < m; ++t) {{\n    {push}\n"
        "#pragma clang loop unroll(disable)\n"
        f"    for (int j = 0; j < n; ++j)\n      x = x * a + a;\n    {pop}\n  }}\n"
        "  p[threadIdx.x] = x;\n}\n"
    )
    code, labels = compiler.sass(text, compiler.flags(iket))
    loops = []
    for at, instruction in enumerate(code):
        branch = re.search(r"BRA.*(\.L_x_\d+)", instruction)
        if branch and labels[branch.group(1)] < at:
            loops.append(at + 1 - labels[branch.group(1)])
    return max(loops) - min(loops)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build/release"))
    parser.add_argument("--json")
    args = parser.parse_args()
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(args.build, folder)
        print("instructions of one more event (besides: behind the last EXIT)")
        for where, branch in (("whole warps", ""), ("some lanes", "  if (l & 1) ")):
            print(f"{where:20}{'iket':>12}{'NVIDIA form':>14}")
            for name, (iket, nvidia, more) in FORMS.items():
                ours = marginal(compiler, iket, True, more, branch)
                theirs = marginal(compiler, nvidia, False, [], branch)
                results[f"{name}, {where}"] = {"iket": ours, "nvidia": theirs}
                print(f"{name:20}{'%d (%d)' % ours:>12}{'%d (%d)' % theirs:>14}")

        print("\ninstructions that a range around an inner loop adds to a turn")
        base = turn(compiler, "", True)
        for name, (iket, nvidia) in RANGES.items():
            ours = turn(compiler, iket, True) - base
            theirs = turn(compiler, nvidia, False) - base
            results[name + " in a loop"] = {"iket": ours, "nvidia": theirs}
            print(f"{name:20}{ours:>12}{theirs:>14}")
    if args.json:
        with open(args.json, "w") as file:
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
