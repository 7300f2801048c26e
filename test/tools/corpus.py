#!/usr/bin/env python3
"""Compiles real CUDA files with the plugins and checks what comes out.

    corpus.py --clang CLANG --cuda DIR --build DIR --site DIR
              (--sample | --all | FILE...) [-j N] [--flag FLAG]... [--keep DIR]
              [--results FILE]

The files are those of test/Corpus/files.txt; test/run-corpus.sh fills in the
paths. Each is compiled for the device of sm_90a, and these must hold:

  - off: the PTX is the same byte for byte without a plugin, with
    -fpass-plugin= and with -fplugin=;
  - on: with `auto=kernels` NVIDIA's reader finds in each kernel one push under
    its demangled short name, a pop, and nothing else; `iket verify` passes;
  - in files marked `wgmma`, kernels of Hopper's matrix instructions keep the
    number of those and of USETMAXREG, their spills, and their registers but for
    two. In other files a line shows what became of them.

Seconds are CPU time of the compile without a plugin and, after the slash, of
the one with `auto=kernels`. Registers are those that `auto=kernels` adds, the
least and the most over the file's kernels. Exits 0 only if nothing failed.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIST = os.path.join(ROOT, "test/Corpus/files.txt")
ARCH = "sm_90a"
TAGS = {"sample", "wgmma", "setmaxnreg"}
LIMIT_S = 1200
REGISTERS_MAY_GROW_BY = 2
NAME_BYTES = 32

# CUTLASS asks nvcc's macros for the CUDA version, which clang does not define,
# and knows no clang with __grid_constant__.
FLAGS = (
    "-std=c++17 -O2 -w -Wno-unknown-cuda-version --cuda-device-only -DNDEBUG "
    "-D__CUDACC_VER_MAJOR__=13 -D__CUDACC_VER_MINOR__=0 "
    "-DCUTLASS_GRID_CONSTANT=__grid_constant__"
).split()
CUTLASS_FOLDERS = ["include", "tools/util/include", "tools/library/include"]
CUTLASS_FOLDERS += ["examples/common", "examples"]

Entry = collections.namedtuple("Entry", "path tags flags")
Kernel = collections.namedtuple("Kernel", "registers spills")
Outcome = collections.namedtuple("Outcome", "entry line table kernels points failed")


class Failed(Exception):
    """A check does not hold; the text says which."""


def read_list():
    """The lines of files.txt: a path, tags, flags of clang."""
    entries = []
    with open(LIST) as file:
        for number, line in enumerate(file, 1):
            words = shlex.split(line, comments=True)
            if not words:
                continue
            tags = {word for word in words[1:] if not word.startswith("-")}
            if tags - TAGS:
                sys.exit(
                    f"error: {LIST}:{number}: unknown tag "
                    f"'{min(tags - TAGS)}'; known are {', '.join(sorted(TAGS))}"
                )
            flags = [word for word in words[1:] if word.startswith("-")]
            entries.append(Entry(words[0], tags, flags))
    return entries


def first(pattern):
    return next(iter(sorted(glob.glob(pattern))), None)


def short_names(cxxfilt, mangled):
    """The last component of each kernel's demangled name, as far as a
    declaration holds it."""
    shown = subprocess.run(
        [cxxfilt, *mangled], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()
    names = {}
    for symbol, text in zip(mangled, shown):
        depth, plain = 0, ""
        for char in text.replace("(anonymous namespace)", "anonymous"):
            if char == "(" and depth == 0:
                break
            depth += char == "<"
            plain += char if depth == 0 else ""
            depth -= char == ">"
        name = re.split(r"::| ", plain.strip())[-1]
        names[symbol] = name.encode()[:NAME_BYTES].decode(errors="ignore")
    return names


class Corpus:
    def __init__(self, args):
        self.args = args
        self.lib = os.path.join(args.build, "lib")
        self.cutlass = os.path.join(args.site, "cutlass_library/source")
        cccl = os.path.join(args.site, "cuda/cccl/headers/include")
        self.ptxas = os.path.join(args.cuda, "bin/ptxas")
        self.nvdisasm = first(os.path.join(args.cuda, "bin/nvdisasm")) or first(
            os.path.join(args.site, "nvidia/cu*/bin/nvdisasm")
        )
        self.cxxfilt = self.printed_by_clang("-print-prog-name=llvm-cxxfilt")
        self.packages = os.path.join(args.site, "nvidia_cutlass_dsl/dsl_packages")
        for path in (self.cutlass, cccl, self.packages, self.nvdisasm):
            if not path or not os.path.exists(path):
                sys.exit(
                    f"error: '{path or 'nvdisasm'}' is not there; "
                    "'tools/bootstrap test' installs what the corpus needs"
                )
        for plugin in ("libIketPass.so", "libIketClang.so"):
            if not os.path.exists(os.path.join(self.lib, plugin)):
                sys.exit(
                    f"error: there is no {plugin} in '{self.lib}'; build it "
                    "or set IKET_BUILD"
                )
        self.common = [args.clang, *FLAGS, f"--cuda-gpu-arch={ARCH}"]
        self.common += [f"--cuda-path={args.cuda}", f"-I{cccl}"]
        self.common += [f"-I{self.cutlass}/{folder}" for folder in CUTLASS_FOLDERS]
        self.verify = self.verifier()

    def printed_by_clang(self, option):
        try:
            return subprocess.check_output(
                [self.args.clang, option], text=True
            ).strip()
        except OSError as error:
            sys.exit(f"error: '{self.args.clang}' does not run: {error.strerror}")

    def verifier(self):
        """The command that checks every record's shape, if this build has it."""
        iket = os.path.join(self.args.build, "bin/iket")
        with contextlib.suppress(OSError):
            if not subprocess.run(
                [iket, "verify", "--help"], capture_output=True
            ).returncode:
                # nvdisasm is where NVIDIA's other packages are.
                found = glob.glob(f"{self.args.site}/nvidia/*/bin/nvdisasm")
                return [iket, "verify", *(f"--nvdisasm={p}" for p in found[:1])]
        print("note: this build has no 'iket verify': records' shapes are unchecked")
        return None

    def source(self, entry):
        if entry.path.startswith("Inputs/"):
            return os.path.join(ROOT, "test/Corpus", entry.path)
        return os.path.join(self.cutlass, entry.path)

    def run(self, what, command, cwd=None):
        """Runs a command and returns its output and its CPU seconds."""
        with tempfile.TemporaryFile("w+") as out:
            process = subprocess.Popen(
                ["timeout", str(LIMIT_S), *command],
                stdout=out,
                stderr=subprocess.STDOUT,
                cwd=cwd,
                env=dict(os.environ, IKET_DSL_PACKAGES=self.packages),
            )
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            text = out.read()
        if process.returncode:
            raise Failed(f"{what} failed: {shlex.join(command)}\n{text[-4000:]}")
        return text, usage.ru_utime + usage.ru_stime

    def compile(self, entry, folder, name, *flags):
        """Compiles to PTX; returns its path and the CPU seconds."""
        source, output = self.source(entry), os.path.join(folder, name)
        here = f"-I{os.path.dirname(source)}"
        command = [*self.common, here, *entry.flags, *flags, "-S", source]
        return output, self.run(name, [*command, "-o", output])[1]

    def assemble(self, ptx):
        """The cubin, as clang -O2 has it made, and what each kernel uses."""
        cubin = ptx.replace(".ptx", ".cubin")
        text, _ = self.run(
            "ptxas",
            [self.ptxas, "-m64", "-O2", "-v", "--gpu-name", ARCH, "-o", cubin, ptx],
        )
        kernels = {}
        for match in re.finditer(
            r"Compiling entry function '(\S+)'.*?"
            r"(\d+) bytes spill stores, (\d+) bytes spill loads.*?"
            r"Used (\d+) registers",
            text,
            re.S,
        ):
            stores, loads, registers = (int(n) for n in match.groups()[1:])
            kernels[match[1]] = Kernel(registers, stores + loads)
        return cubin, kernels

    def instructions(self, cubin):
        """Matrix instructions and USETMAXREG of each kernel."""
        counts = collections.defaultdict(collections.Counter)
        kernel = None
        text, _ = self.run("nvdisasm", [self.nvdisasm, "-c", cubin])
        for line in text.splitlines():
            if section := re.match(r"\s*\.section\s+\.text\.(\S+?),", line):
                kernel = section[1].strip('"')
            elif found := re.search(r"\b([A-Z]GMMA|USETMAXREG)\b", line):
                counts[kernel]["GMMA" if "GMMA" in found[1] else found[1]] += 1
        return counts

    def points(self, cubin, mangled):
        """Checks what NVIDIA's reader finds; returns the number of points."""
        oracle = os.path.join(ROOT, "test/tools/oracle.py")
        text, _ = self.run("the reader", [sys.executable, oracle, "--counts", cubin])
        found, kernel = {}, None
        for line in text.splitlines():
            if match := re.match(r"kernel (\S+) \d+ points", line):
                kernel = found[match[1]] = {}
            elif match := re.match(r"  (\d+) (.*)", line):
                kernel[match[2]] = int(match[1])
        if set(found) != set(mangled):
            raise Failed(f"the reader finds kernels {sorted(found)}, not {mangled}")
        for symbol, name in short_names(self.cxxfilt, mangled).items():
            counts = dict(found[symbol])
            if counts.pop(name, 0) != 1 or counts.pop("pop_range", 0) < 1 or counts:
                raise Failed(
                    f"{symbol}: points {found[symbol]}, not one '{name}' and its pops"
                )
        return sum(sum(counts.values()) for counts in found.values())

    def hopper(self, entry, plain, traced, before, after):
        """Checks the kernels of matrix instructions; returns their table."""
        with open(plain + ".ptx") as file:
            if not re.search(r"\b(wgmma\.mma_async|setmaxnreg)\b", file.read()):
                counts = {}
            else:
                counts = self.instructions(plain + ".cubin")
        for tag, name in (("wgmma", "GMMA"), ("setmaxnreg", "USETMAXREG")):
            if tag in entry.tags and not any(c[name] for c in counts.values()):
                raise Failed(f"no {name} in a file marked '{tag}'")
        table = []
        now = self.instructions(traced + ".cubin") if counts else {}
        for kernel in sorted(set(counts) & set(before)):
            old, new = counts[kernel], now[kernel]
            b, a = before[kernel], after[kernel]
            row = (
                f"GMMA {old['GMMA']} -> {new['GMMA']}, USETMAXREG "
                f"{old['USETMAXREG']} -> {new['USETMAXREG']}, registers "
                f"{b.registers} -> {a.registers}, "
                f"spilled bytes {b.spills} -> {a.spills}"
            )
            kept = (
                new == old
                and abs(a.registers - b.registers) <= REGISTERS_MAY_GROW_BY
                and a.spills <= b.spills
            )
            if "wgmma" in entry.tags and not kept:
                raise Failed(f"{kernel}: {row}")
            table.append(row)
        return table

    def check(self, entry, folder):
        os.makedirs(folder, exist_ok=True)
        front = f"-fplugin={self.lib}/libIketClang.so"
        plain, seconds = self.compile(entry, folder, "plain.ptx")
        for name, flag in (
            ("pass.ptx", f"-fpass-plugin={self.lib}/libIketPass.so"),
            ("frontend.ptx", front),
        ):
            ptx, _ = self.compile(entry, folder, name, flag)
            with open(plain, "rb") as one, open(ptx, "rb") as other:
                if one.read() != other.read():
                    raise Failed(f"with {flag} the PTX differs from plain.ptx")
        auto, traced_seconds = self.compile(
            entry,
            folder,
            "auto.ptx",
            front,
            "-fplugin-arg-iket-auto=kernels",
            *self.args.flag,
        )
        _, before = self.assemble(plain)
        cubin, after = self.assemble(auto)
        if not before or set(before) != set(after):
            raise Failed(f"kernels {sorted(before)}, then {sorted(after)}")
        points = self.points(cubin, sorted(after))
        if self.verify:
            self.run("iket verify", [*self.verify, cubin])
        table = self.hopper(
            entry, plain[: -len(".ptx")], auto[: -len(".ptx")], before, after
        )
        grown = [after[k].registers - before[k].registers for k in before]
        spilled = sum(after[k].spills - before[k].spills for k in before)
        line = (
            f"{seconds:6.1f} /{traced_seconds:6.1f} s {len(after):3} kernels "
            f"{points:4} points, registers {min(grown):+d}..{max(grown):+d}"
            + (f", spilled bytes {spilled:+d}" if spilled else "")
        )
        return line, table, len(after), points

    def outcome(self, entry, folder):
        try:
            line, table, kernels, points = self.check(entry, folder)
            line = f"ok   {line}: {entry.path}"
            return Outcome(entry, line, table, kernels, points, 0)
        except Failed as problem:
            return Outcome(entry, f"FAIL {entry.path}: {problem}", [], 0, 0, 1)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for option in ("--clang", "--cuda", "--build", "--site"):
        parser.add_argument(option, required=True)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("-j", type=int, default=1, metavar="N")
    parser.add_argument(
        "--flag", action="append", default=[], help="for the auto=kernels compile"
    )
    parser.add_argument("--keep", metavar="DIR", help="keep PTX and cubins there")
    parser.add_argument("--results", metavar="FILE", help="write the lines there too")
    args = parser.parse_args()

    chosen = [
        entry
        for entry in read_list()
        if args.all
        or (args.sample and "sample" in entry.tags)
        or any(part in entry.path for part in args.files)
    ]
    if not chosen:
        sys.exit(f"error: nothing in {LIST} fits; see test/run-corpus.sh")

    lines, totals = [], collections.Counter()
    corpus = Corpus(args)
    with contextlib.ExitStack() as stack:
        base = args.keep or stack.enter_context(tempfile.TemporaryDirectory())
        pool = stack.enter_context(concurrent.futures.ThreadPoolExecutor(args.j))
        folders = [os.path.join(base, e.path.replace("/", "_")) for e in chosen]
        for outcome in pool.map(corpus.outcome, chosen, folders):
            new = [outcome.line] + [f"       {row}" for row in outcome.table]
            print("\n".join(new), flush=True)
            lines += new
            totals.update(
                kernels=outcome.kernels, points=outcome.points, failed=outcome.failed
            )
    lines.append(
        f"{len(chosen)} files, {totals['kernels']} kernels, {totals['points']} "
        f"points: {len(chosen) - totals['failed']} passed, {totals['failed']} failed"
    )
    print(lines[-1])
    if args.results:
        with open(args.results + ".part", "w") as file:
            file.write("\n".join(lines) + "\n")
        os.replace(args.results + ".part", args.results)
    sys.exit(1 if totals["failed"] else 0)


if __name__ == "__main__":
    main()
