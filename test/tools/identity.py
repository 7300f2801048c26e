#!/usr/bin/env python3
"""Compiles random annotated kernels without the plugin and checks that nothing
is left of the annotations.

    identity.py [--programs N] [--seed N] [--forms FORM,...] [--levels 123]
                [--keep DIR] -- CLANG...

Every program is compiled twice: as it is, and with its annotations removed. The
PTX of both must be equal, byte for byte. CLANG is a command that compiles CUDA
for the device and finds iket/iket.h; the programs include nothing else. Forms:

  macros     the macros: __iket_mark("a", x), IKET_SCOPE("a"), ...
  calls      functions without payload: iket::mark("a")
  payloads   functions with a payload: iket::mark("a", x)
  objects    iket::scoped_range and variables of type iket::token

The same seed gives the same programs. A file of programs that differ is left in
DIR, or in the current directory, as identity-SEED.cu.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

PROGRAMS_PER_FILE = 20
PRELUDE = """\
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#ifdef ANNOTATED
#include <iket/iket.h>
#define A(...) __VA_ARGS__
#else
#define A(...)
#endif
#define tid __nvvm_read_ptx_sreg_tid_x()
"""


class Program:
    """One kernel and its device functions, as text."""

    def __init__(self, rng, number, forms):
        self.rng, self.forms = rng, forms
        self.variables = ["a", "b", "n"]
        self.loops = self.count = 0
        functions = []
        self.callees = []
        for i in range(rng.randrange(3)):
            name = f"f{number}_{i}"
            functions.append(self.function(f"static __device__ int {name}", "return a"))
            self.callees.append(name)
        functions.append(
            self.function(f'extern "C" __global__ void k{number}', "p[tid] = a")
        )
        self.text = "\n".join(functions)

    def function(self, head, last):
        range_ = 'A(IKET_RANGE("fn")) ' if self.use("macros") else ""
        first = "A(IKET_FUNC_RANGE();)\n" if self.use("macros") else ""
        self.is_kernel = "void" in head
        body = self.block(3)
        return (
            f"{range_}{head}(int *p, float *f, int a, int b, int n) {{\n"
            f"{first}{body}{last};\n}}\n"
        )

    def use(self, form):
        return form in self.forms and self.rng.random() < 0.3

    def expression(self, depth=2):
        rng = self.rng
        if depth == 0 or rng.random() < 0.3:
            return rng.choice(self.variables + [str(rng.randrange(9)), "int(tid)"])
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        return rng.choice(
            [
                f"({left} + {right})",
                f"({left} * {right})",
                f"({left} ^ {right})",
                f"({left} / ({right} | 1))",
                f"p[{left}]",
                f"p[{left} & 63]",
                f"int(f[{left}] * 2)",
                f"({self.condition()} ? {left} : {right})",
            ]
        )

    def condition(self):
        rng = self.rng
        v, c = rng.choice(self.variables), rng.randrange(9)
        return rng.choice(
            [f"{v} == {c}", f"{v} < n", f"{v} & {c + 1}", f"p[{v}] > {c}"]
            + [f"({v} > 2 && p[{c}])", f"({v} == 1 || {v} == {c})"]
        )

    def name(self):
        self.count += 1
        return f'"e{self.rng.randrange(9)}"'

    def annotation(self):
        """Annotations that may stand where a statement does."""
        rng, texts = self.rng, []
        payload = f", {self.expression()}"
        if "macros" in self.forms:
            value = rng.choice(["", payload])
            t = f"t{self.count}"
            texts += [
                f"__iket_mark({self.name()}{value});",
                f"IKET_TOKEN({t}, {self.name()}{value}); __iket_range_end({t});",
                f"__iket_range_push({self.name()}{value});",
                "__iket_range_pop();",
                f"__iket_range_start({self.name()}{value});",
                f"__iket_range_end({self.name()}{value});",
                f"IKET_SCOPED_RANGE({self.name()}{value});",
                f"__iket_keep({rng.choice(self.variables)});",
            ]
        if "calls" in self.forms:
            texts += [
                f"iket::mark({self.name()});",
                f"iket::range_push({self.name()});",
                "iket::range_pop();",
                f"iket::range_pop({self.name()});",
                f"iket::range_start({self.name()});",
                f"iket::range_end({self.name()});",
            ]
        if "payloads" in self.forms:
            texts += [
                f"iket::mark({self.name()}{payload});",
                f"iket::range_push({self.name()}{payload});",
                f"iket::range_end({self.name()}{payload});",
                f"iket::keep({rng.choice(self.variables)});",
            ]
        if "objects" in self.forms:
            self.count += 1
            t = f"t{self.count}"
            texts += [
                f"iket::scoped_range {t}({self.name()});",
                f"auto {t} = iket::range_start({self.name()});",
                f"iket::token {t} = iket::sentinel_token(); iket::range_end({t});",
            ]
        text = f"A({rng.choice(texts)})\n"
        return text if rng.random() < 0.8 else f"if ({self.condition()}) {{ {text}}}\n"

    def block(self, depth):
        rng, text = self.rng, ""
        outer = list(self.variables)
        for _ in range(rng.randrange(1, 4)):
            if rng.random() < 0.6:
                text += self.annotation()
            text += self.statement(depth)
        if rng.random() < 0.3:
            text += self.annotation()
        self.variables = outer
        return text

    def braces(self, depth):
        scope = f"A(IKET_SCOPE({self.name()})) " if self.use("macros") else ""
        return f"{scope}{{\n{self.block(depth - 1)}}}\n"

    def statement(self, depth):
        rng = self.rng
        target = rng.choice(["a", "b", f"p[{self.expression(1)}]"])
        simple = f"{target} = {self.expression()};\n"
        kind = rng.randrange(12) if depth else rng.randrange(4)
        if kind < 3:
            return simple
        if kind == 3:
            self.count += 1
            v = f"v{self.count}"
            text = f"int {v} = {self.expression()};\n"
            self.variables.append(v)
            return text
        if kind == 4 and self.callees:
            call = ", ".join([self.expression(1) for _ in range(2)])
            return f"a += {rng.choice(self.callees)}(p, f, {call}, n);\n"
        if kind == 5:
            leave = ["return" if self.is_kernel else f"return {self.expression(1)}"]
            leave += ["break", "continue"] * bool(self.loops)
            return f"if ({self.condition()}) {{ {simple} {rng.choice(leave)}; }}\n"
        if kind in (6, 7):
            other = f"else {self.braces(depth)}" if rng.random() < 0.5 else ""
            return f"if ({self.condition()}) {self.braces(depth)}{other}"
        if kind == 8:
            text = f"switch ({self.expression(1)}) {{\n"
            for value in rng.sample(range(6), rng.randrange(1, 4)):
                text += f"case {value}: {self.braces(depth)}"
                text += rng.choice(["break;\n", ""])
            return text + "default:;\n}\n"
        self.count += 1
        i = f"i{self.count}"
        bound = rng.choice(["4", "n", "p[1]"])
        self.loops += 1
        self.variables.append(i)
        body = self.braces(depth)
        self.variables.remove(i)
        self.loops -= 1
        if kind == 9:
            return f"for (int {i} = 0; {i} < {bound}; ++{i}) {body}"
        return f"{{ int {i} = {bound}; while ({i}--) {body}}}\n"


def compile_to_ptx(clang, source, flags):
    command = clang + flags + ["-S", source, "-o", "-"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def by_kernel(ptx):
    """The parts of the PTX, each under its kernel's name."""
    parts = re.split(r"-- Begin function (\w+)", ptx)
    return dict(zip(parts[1::2], parts[2::2]), head=parts[0])


def main():
    split = sys.argv.index("--")
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=PROGRAMS_PER_FILE)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--forms", default="macros")
    parser.add_argument("--levels", default="123")
    parser.add_argument("--keep", default=".")
    args = parser.parse_args(sys.argv[1:split])
    clang = sys.argv[split + 1 :] + ["-w", "-nocudainc", "-nocudalib"]

    different = {level: 0 for level in args.levels}
    compared = 0
    for first in range(0, args.programs, PROGRAMS_PER_FILE):
        seed = args.seed + first
        count = min(PROGRAMS_PER_FILE, args.programs - first)
        programs = [
            Program(random.Random(f"{seed}.{i}"), i, args.forms.split(",")).text
            for i in range(count)
        ]
        compared += count
        path = os.path.join(args.keep, f"identity-{seed}.cu")
        with open(path, "w") as file:
            file.write(PRELUDE + "\n".join(programs))
        equal = True
        for level in args.levels:
            flags = [f"-O{level}"]
            annotated = compile_to_ptx(clang, path, flags + ["-DANNOTATED"])
            bare = compile_to_ptx(clang, path, flags)
            if annotated == bare:
                continue
            equal = False
            a, b = by_kernel(annotated), by_kernel(bare)
            names = [name for name in b if a.get(name) != b[name]]
            different[level] += len(names)
            print(f"{path}: -O{level}: {', '.join(names)} differ")
        if equal:
            os.remove(path)
    for level, number in different.items():
        print(f"-O{level}: {number} of {compared} programs differ")
    return any(different.values())


if __name__ == "__main__":
    sys.exit(main())
