#!/usr/bin/env python3
"""Random CUDA kernels full of events, compiled and put before `iket verify` and
NVIDIA's reader.

    event_programs.py [--modules N] [--programs N] [--seed N] [--keep DIR]
                      [--warnings] IKET NVDISASM -- CLANG -fplugin=...

Every kernel balances its events by construction: pushes and pops in loops with
continue and break, early returns, switches, tokens through select and memory,
names by select and table, payloads of several types, functions of their own. So
`iket verify` must find nothing, the reader and `iket events` must count the same
points in each kernel, and, with --warnings, no range or token is warned about.
The same seed gives the same modules everywhere; one that fails is kept. Modules
go through -O1 to -O3, four architectures, and records with and without payloads.
Needs the package nvidia-cutlass-dsl-libs-base.
"""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys

ARCHES = ["sm_90", "sm_90a", "sm_100", "sm_120"]
LEVELS = ["-O2", "-O1", "-O3"]
MODES = [["runtime-payloads"], [], ["runtime-payloads", "extended=always"]]
# Names of one kind have one payload type.
MARKS = {"m0": None, "m1": "int", "m2": "float", "m3": "unsigned long long"}
PUSHES = {"p0": None, "p1": "unsigned", "p2": "double", "p3": "unsigned"}
TOKENS = {"t0": None, "t1": "short", "t2": "short"}


class Program:
    """The text of one kernel and of the functions that it calls."""

    def __init__(self, rng, index):
        self.rng, self.index = rng, index
        self.locals = 0
        self.functions = []
        calls = [self.function(n) for n in range(rng.randrange(3))]
        self.calls = calls
        body = self.block(3, False, 1)
        self.functions.append(
            f"__global__ void k{index}(int *buf, int a, int b) {{\n{body}"
            f"  buf[2] = a + b;\n}}\n"
        )

    def text(self):
        return "".join(self.functions)

    def function(self, n):
        name = f"f{self.index}_{n}"
        self.calls = []
        kind = self.rng.choice(["__noinline__", "__forceinline__", ""])
        ranged = self.rng.choice(["", '[[iket::range("r")]] '])
        self.functions.append(
            f"{ranged}__device__ {kind} int {name}(int *buf, int a, int b) {{\n"
            f"{self.block(2, False, 1, 'return a;')}  return a + b;\n}}\n"
        )
        return name

    # Expressions -----------------------------------------------------------

    def number(self, depth=2):
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            return rng.choice(["a", "b", str(rng.randrange(9)), "(int)threadIdx.x"])
        x, y = self.number(depth - 1), self.number(depth - 1)
        return rng.choice(
            [f"({x} ^ {y})", f"({x} + {y})", f"(int)({x} * 7u)", f"buf[{x} & 63]"]
        )

    def condition(self):
        op = self.rng.choice(["&", ">", "=="])
        return f"({self.number()} {op} {self.rng.randrange(1, 5)})"

    def event(self, kinds):
        """A name's spelling, or a choice of two, and its payload."""
        rng = self.rng
        name = rng.choice(list(kinds))
        alike = [n for n in kinds if kinds[n] == kinds[name]]
        text = f'"{name}"'
        if rng.random() < 0.3:
            text = f'{self.condition()} ? {text} : "{rng.choice(alike)}"'
        elif kinds is PUSHES and kinds[name] == "unsigned" and rng.random() < 0.5:
            text = f"pushes[{self.number()} & 1]"
        type_ = kinds[name]
        return text + (f", ({type_})({self.number()})" if type_ else ""), type_

    # Statements ------------------------------------------------------------

    def block(self, depth, in_loop, indent, leave="return;"):
        return "".join(
            self.statement(depth, in_loop, indent, leave)
            for _ in range(self.rng.randrange(1, 4))
        )

    def statement(self, depth, in_loop, indent, leave):
        rng, pad = self.rng, "  " * indent
        inner = lambda loop=in_loop, out=leave: self.block(
            depth - 1, loop, indent + 1, out
        )
        self.locals += 1
        n = self.locals
        simple = ["mark", "store", "call"]
        nested = ["push", "scoped", "scope", "token", "tokens", "if", "for", "switch"]
        form = rng.choice(simple + nested * 2 if depth else simple)
        if form == "mark":
            return f"{pad}iket::mark({self.event(MARKS)[0]});\n"
        if form == "store":
            jump = rng.choice([leave, "continue;", "break;"] if in_loop else [leave])
            if jump and rng.random() < 0.4:
                return f"{pad}if {self.condition()} {jump}\n"
            return f"{pad}buf[{self.number()} & 63] = {self.number()};\n"
        if form == "call":
            if not self.calls:
                return f"{pad}b ^= {self.number()};\n"
            return f"{pad}b += {rng.choice(self.calls)}(buf, {self.number()}, b);\n"
        if form == "push":
            # No way out of it but its end.
            return (
                f"{pad}iket::range_push({self.event(PUSHES)[0]});\n"
                f"{inner(False, '')}{pad}iket::range_pop();\n"
            )
        if form == "scoped":
            return (
                f"{pad}{{\n{pad}  iket::scoped_range s{n}({self.event(PUSHES)[0]});\n"
                f"{inner()}{pad}}}\n"
            )
        if form == "scope":
            return f'{pad}IKET_SCOPE("scope") {{\n{inner(False)}{pad}}}\n'
        if form == "token":
            event, type_ = self.event(TOKENS)
            end = f", ({type_}){self.number()}" if type_ else ""
            return (
                f"{pad}auto t{n} = iket::range_start({event});\n"
                f"{inner(False, '')}{pad}iket::range_end(t{n}{end});\n"
            )
        if form == "tokens":
            start = lambda: f"iket::range_start({self.event({'t1': 'short', 't2': 'short'})[0]})"
            return (
                f"{pad}auto t{n} = iket::sentinel_token();\n"
                f"{pad}if {self.condition()} t{n} = {start()};\n"
                f"{pad}else t{n} = {start()};\n"
                f"{inner(False, '')}{pad}iket::range_end(t{n}, (short)b);\n"
            )
        if form == "if":
            text = f"{pad}if {self.condition()} {{\n{inner()}{pad}}}"
            return text + (f" else {{\n{inner()}{pad}}}\n" if rng.random() < 0.5 else "\n")
        if form == "for":
            pragma = rng.choice(["", f"{pad}#pragma unroll\n", f"{pad}#pragma nounroll\n"])
            bound = rng.choice(["b", "3", "(a & 7)"])
            return (
                f"{pragma}{pad}for (int i{n} = 0; i{n} < {bound}; ++i{n}) {{\n"
                f"{inner(True)}{pad}}}\n"
            )
        arms = "".join(
            f"{pad}case {arm}: {{\n{inner(False)}{pad}}} break;\n" for arm in range(3)
        )
        return f"{pad}switch ({self.number()} & 3) {{\n{arms}{pad}}}\n"


def module(seed, programs):
    """The source of many kernels."""
    rng = random.Random(seed)
    return (
        "#include <iket/iket.h>\n"
        '__device__ const char *const pushes[2] = {"p1", "p3"};\n'
        + "".join(Program(rng, n).text() for n in range(programs))
    )


def reader_points(data):
    """How often NVIDIA's reader finds each id in each kernel."""
    sys.path.insert(0, os.environ.get("IKET_DSL_PACKAGES", ""))
    import iket

    context = iket.Context(data)
    return {
        k.kernel_name: collections.Counter(
            p.event_attr.event_id for p in k.instrument_points
        )
        for k in context.get_kernels_instrument_info()
        if k.instrument_points
    }


def test(seed, args):
    """What is wrong with one module, and how many points it has."""
    stem = os.path.join(args.keep, f"programs-{seed}")
    with open(stem + ".cu", "w") as file:
        file.write(module(seed, args.programs))
    level, arch = LEVELS[seed % 3], ARCHES[seed % 4]
    options = [f"-fplugin-arg-iket-{o}" for o in MODES[seed // 4 % 3]]
    command = [*args.clang, level, f"--cuda-gpu-arch={arch}", *options]
    command += ["-c", stem + ".cu", "-o", stem + ".cubin"]
    compiled = subprocess.run(command, capture_output=True, text=True)
    if compiled.returncode:
        return [" ".join(command) + ": " + compiled.stderr[:3000]], 0
    tool = lambda *words: json.loads(
        subprocess.run(
            [args.iket, *words, "--json", stem + ".cubin"], capture_output=True, text=True
        ).stdout
    )[0]
    problems = []
    if args.warnings:
        problems += re.findall(
            r".*: warning: iket: .*no-warn=(?:unbalanced|token).*", compiled.stderr
        )
    for finding in tool("verify", "--nvdisasm", args.nvdisasm)["findings"]:
        problems.append(f"verify: {finding}")
    ours = {
        f["symbol"]: collections.Counter({int(i): n for i, n in f["points"].items()})
        for f in tool("events")["functions"]
        if f["points"]
    }
    with open(stem + ".cubin", "rb") as file:
        theirs = reader_points(file.read())
    if ours != theirs:
        problems.append(f"iket counts {ours}, the reader {theirs}")
    if not problems:
        os.remove(stem + ".cu")
        os.remove(stem + ".cubin")
    return problems, sum(sum(c.values()) for c in theirs.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--modules", type=int, default=1)
    parser.add_argument("--programs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1, help="of the first module")
    parser.add_argument("--keep", default=".", help="where to put what fails")
    parser.add_argument("--warnings", action="store_true", help="look at them too")
    parser.add_argument("iket")
    parser.add_argument("nvdisasm")
    parser.add_argument("clang", nargs="+", help="clang for the device, with the plugin")
    args = parser.parse_args()

    failed = points = 0
    for seed in range(args.seed, args.seed + args.modules):
        problems, count = test(seed, args)
        points += count
        failed += bool(problems)
        for problem in problems[:20]:
            print(f"seed {seed}: {problem}", flush=True)
    print(
        f"{args.modules * args.programs} programs in {args.modules} modules, "
        f"{points} points, {failed} modules failed"
    )
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
