#!/usr/bin/env python3
"""Changes cubins in many ways, and asks NVIDIA's reader and `iket verify` which
of them the profiler refuses.

    agree.py IKET NVDISASM SCRATCH [--flips N] CUBIN...

Prints how many the reader accepted and refused; where iket differs it says so
and ends with 1. Needs the package nvidia-cutlass-dsl-libs-base.
"""

import argparse
import collections
import json
import os
import random
import struct
import subprocess
import sys

sys.path.insert(0, os.environ.get("IKET_DSL_PACKAGES", ""))
import iket  # noqa: E402

PMTRIG = 0x801
NOP, NOP_HIGH = 0x7918, 0x000FC00000000000


class Cubin:
    """A cubin's bytes, with the places of its globals and code."""

    def __init__(self, data):
        self.data = bytearray(data)
        at, = struct.unpack_from("<Q", data, 40)
        size, count, names = struct.unpack_from("<HHH", data, 58)
        self.sections = [struct.unpack_from("<IIQQQQIIQQ", data, at + i * size)
                         for i in range(count)]
        self.globals = {}
        for s in self.sections:
            if s[1] != 2:
                continue
            strings = self.sections[s[6]][4]
            for i in range(s[4], s[4] + s[5], 24):
                name, _, _, section, value, size = struct.unpack_from("<IBBHQQ", data, i)
                text = data[strings + name:data.index(b"\0", strings + name)].decode()
                if section < count and self.sections[section][1] == 1:
                    self.globals[text] = (self.sections[section][4] + value, size)
        self.events = sorted(n for n in self.globals if n.startswith("__iket_evt_decl_"))
        self.ranges = sorted(n for n in self.globals if n.startswith("__iket_range_decl_"))
        self.triggers = [
            at for s in self.sections if s[1] == 1 and s[2] & 4
            for at in range(s[4], s[4] + s[5] - 15, 16)
            if struct.unpack_from("<Q", data, at)[0] & 0xFFF == PMTRIG]

    def get(self, name, offset):
        return struct.unpack_from("<I", self.data, self.globals[name][0] + offset)[0]

    def put(self, name, offset, value):
        struct.pack_into("<I", self.data, self.globals[name][0] + offset, value)


def changes(original, flips):
    """Yields (what was done, bytes)."""
    def changed(what, *puts):
        c = Cubin(original)
        for name, offset, value in puts:
            c.put(name, offset, value)
        return what, bytes(c.data)

    c = Cubin(original)
    meta = "__iket_meta_info"
    yield "nothing", original
    for event in c.events[:2]:
        for size in (0, 1, 33, 0xFFFFFFFF):
            yield changed(f"{event}: name of {size} bytes", (event, 24, size))
        for id in (0, 29, 31, 64, 4095, 70000):
            yield changed(f"{event}: id {id}", (event, 4, id))
        for payload in (0, 7, 9, 99):
            yield changed(f"{event}: payload {payload}", (event, 12, payload))
        for method in (0, 3, 5, 9):
            yield changed(f"{event}: method {method}", (event, 8, method))
        for position in (0, 1, 4):
            yield changed(f"{event}: position {position}", (event, 16, position))
        yield changed(f"{event}: of no range", (event, 20, 0))
        yield changed(f"{event}: size", (event, 0, 61))
    for a, b in list(zip(c.events, c.events[1:]))[:1]:
        yield changed(f"{a}: id of {b}", (a, 4, c.get(b, 4)))
    for r in c.ranges[:1]:
        for size in (0, 33):
            yield changed(f"{r}: name of {size} bytes", (r, 32, size))
        yield changed(f"{r}: range id 1", (r, 8, 1))
        for type, mode in ((1, 0), (1, 1), (2, 0), (2, 1)):
            yield changed(f"{r}: type {type}, pair mode {mode}", (r, 16, type), (r, 20, mode))
        yield changed(f"{r}: size", (r, 0, 73))
        yield changed(f"{r}: another name", (r, 36, 0x41414141))
    for a, b in zip(c.ranges, c.ranges[1:]):
        yield changed(f"{a}: range id of {b}", (a, 8, c.get(b, 8)))
    for field in (0, 4, 8, 12, 16, 20, 24, 32):
        yield changed(f"meta information at {field}", (meta, field, 7))
    for at in c.triggers[:2]:
        for id in (0, 29, 31, 64):
            data = bytearray(original)
            struct.pack_into("<I", data, at + 4, id)
            yield f"trigger at {at}: id {id}", bytes(data)
        data = bytearray(original)
        struct.pack_into("<QQ", data, at, NOP, NOP_HIGH)
        yield f"trigger at {at}: none", bytes(data)
    rng = random.Random(7)
    names = c.events + c.ranges + [meta]
    for _ in range(flips):
        data = bytearray(original)
        at, size = c.globals[rng.choice(names)]
        for _ in range(rng.choice((1, 1, 2))):
            data[at + rng.randrange(size)] ^= 1 << rng.randrange(8)
        yield f"flip in the globals ({at})", bytes(data)


def reader_says(data):
    """accepted; refused: the whole cubin counts as not instrumented; or odd:
    the reader takes it, and its Python classes can't express what is in it."""
    try:
        context = iket.Context(data)
        if not context.is_instrumented():
            return "refused"
        context.get_all_events()
        context.get_kernels_instrument_info()
    except ValueError:
        return "odd"
    return "accepted"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("iket")
    parser.add_argument("nvdisasm")
    parser.add_argument("scratch")
    parser.add_argument("cubins", nargs="+")
    parser.add_argument("--flips", type=int, default=12)
    args = parser.parse_args()

    counts, differ = collections.Counter(), 0
    for cubin in args.cubins:
        with open(cubin, "rb") as file:
            original = file.read()
        for what, data in changes(original, args.flips):
            with open(args.scratch, "wb") as file:
                file.write(data)
            run = subprocess.run(
                [args.iket, "verify", "--json", "--nvdisasm", args.nvdisasm, args.scratch],
                capture_output=True, text=True)
            if run.returncode not in (0, 1):
                sys.exit(f"{what}: iket ended with {run.returncode}: {run.stderr}")
            findings = [f for i in json.loads(run.stdout) for f in i["findings"]]
            ours = any(f["rejected"] for f in findings)
            theirs = reader_says(data)
            if what == "nothing" and findings:
                sys.exit(f"{cubin} is good, and iket says: {findings}")
            if ours != (theirs == "refused") or (theirs == "odd" and not findings):
                differ += 1
                print(f"differ: {what}: {theirs} by the reader, iket {findings}")
            counts[theirs] += 1
    print(f"{counts['accepted']} accepted, {counts['refused']} refused, "
          f"{counts['odd']} odd, {differ} differ")
    sys.exit(differ != 0)


if __name__ == "__main__":
    main()
