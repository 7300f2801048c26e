#!/usr/bin/env python3
"""NVIDIA's reader and `iket` on many cubins: what the sources in some folders
compile to, and hundreds of changes to two of them.

    agreement.py --iket IKET --nvdisasm NVDISASM --scratch DIR
                 --sources FOLDER... --change CU -- CLANG...

They must agree on whether the image can be recorded, on its events (id, name,
payload type), and on the points of each function. Where they differ it says so
and ends with 1. Needs the package nvidia-cutlass-dsl-libs-base.
"""

import argparse
import collections
import concurrent.futures
import glob
import json
import os
import random
import re
import struct
import subprocess
import sys

sys.path.insert(0, os.environ.get("IKET_DSL_PACKAGES", ""))
import iket  # noqa: E402

POP = 31
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


# What sources are compiled with, one after the other.
OPTIONS = [
    ["--cuda-gpu-arch=sm_90", "-O2"],
    ["--cuda-gpu-arch=sm_100a", "-O3", "-mllvm", "-iket-runtime-payloads"],
    ["--cuda-gpu-arch=sm_90a", "-O1", "-mllvm", "-iket-extended=always"],
    ["--cuda-gpu-arch=sm_120", "-O2", "-mllvm", "-iket-runtime-payloads"],
]


def payload_name(payload):
    """NVIDIA's name of a payload type as iket writes it."""
    name = payload.name.lower()
    name = {"no_payload": "none", "pointer": "pointer"}.get(name, name)
    return re.sub(r"^(u)i|^(f)p", lambda m: m[1] or m[2], name)


def theirs(data):
    """What NVIDIA's reader finds; None if it takes the image for not
    instrumented, "odd" if its Python classes can't express what is in it."""
    try:
        context = iket.Context(data)
        if not context.is_instrumented():
            return None
        events = {(e.event_id, e.event_name, payload_name(e.payload_type))
                  for e in context.get_all_events() if e.event_id not in (0, POP)}
        points = {k.kernel_name: dict(collections.Counter(
                      p.event_attr.event_id for p in k.instrument_points))
                  for k in context.get_kernels_instrument_info()}
    except ValueError:
        return "odd"
    return events, {name: count for name, count in points.items() if count}


class Tool:
    """`iket` on many files at once."""

    def __init__(self, path):
        self.path = path

    def ask(self, files, *command):
        run = subprocess.run([self.path, *command, "--json", *files],
                             capture_output=True, text=True, check=False)
        if run.returncode not in (0, 1):
            sys.exit(f"iket {command[0]} ended with {run.returncode}: {run.stderr}")
        images = json.loads(run.stdout)
        if [image["source"] for image in images] != list(files):
            sys.exit(f"iket {command[0]} shows {len(images)} images of {len(files)}")
        return images

    def findings(self, files, nvdisasm):
        return [i["findings"] for i in self.ask(files, "verify", "--nvdisasm", nvdisasm)]

    def tables(self, files):
        """Events and points of each file, in the reader's form."""
        for image in self.ask(files, "events"):
            yield ({(e["id"], e["name"], e["payload"]) for e in image["events"]},
                   {f["symbol"]: {int(i): n for i, n in f["points"].items()}
                    for f in image["functions"] if f["points"]})


def compiled(clang, folders, scratch, pool):
    """The cubins of the sources that compile for a device alone."""
    def compile(job):
        number, source = job
        cubin = os.path.join(scratch, f"{number}-{os.path.basename(source)}.cubin")
        run = subprocess.run([*clang, *OPTIONS[number % len(OPTIONS)], "-c", source,
                              "-o", cubin], capture_output=True)
        return cubin if run.returncode == 0 else None

    sources = sorted(s for f in folders for s in glob.glob(f"{f}/*.cu"))
    return [cubin for cubin in pool.map(compile, enumerate(sources)) if cubin]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--iket", "--nvdisasm", "--scratch", "--change"):
        parser.add_argument(option, required=True)
    parser.add_argument("--sources", nargs="+", required=True)
    parser.add_argument("--flips", type=int, default=12)
    parser.add_argument("clang", nargs="+")
    args = parser.parse_args()
    tool = Tool(args.iket)
    counts, differ = collections.Counter(), 0

    def compare(what, reader, mine, findings, is_good, is_changed=False):
        nonlocal differ
        if reader == "odd":
            same, sort = bool(findings), "odd"
        else:
            rejected = any(f["rejected"] for f in findings) or not any(mine)
            same = rejected == (reader is None) and (
                rejected or is_changed or mine == reader)
            sort = "refused" if reader is None else "accepted"
        counts[sort] += 1
        if not same or is_good and findings:
            differ += 1
            print(f"differ: {what}: the reader {reader}, iket {mine} {findings}")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        files = compiled(args.clang, args.sources, args.scratch, pool)
    read = lambda path: open(path, "rb").read()
    for path, mine, findings in zip(
            files, tool.tables(files), tool.findings(files, args.nvdisasm)):
        compare(path, theirs(read(path)), mine, findings, False)
    print(f"sources: {counts['accepted']} accepted, {counts['refused']} refused, "
          f"{counts['odd']} odd")

    counts.clear()
    for number, options in enumerate((OPTIONS[3], OPTIONS[2])):
        good = os.path.join(args.scratch, f"good-{number}.cubin")
        subprocess.run([*args.clang, *options, "-c", args.change, "-o", good], check=True)
        # Globals are no code: what is disassembled once holds for all of them.
        text = subprocess.run([args.nvdisasm, "-c", good], capture_output=True, check=True)
        with open(good + ".sass", "wb") as file:
            file.write(text.stdout)
        known = good + ".sh"
        with open(known, "w") as file:
            file.write(f"#!/bin/sh\ncat '{good}.sass'\n")
        os.chmod(known, 0o755)
        changed = {True: [], False: []}  # By whether code changed.
        for n, (what, data) in enumerate(changes(read(good), args.flips)):
            path = os.path.join(args.scratch, f"{number}-{n}.changed")
            with open(path, "wb") as file:
                file.write(data)
            changed[what.startswith("trigger")].append((what, path))
        for is_code, named in changed.items():
            files = [path for _, path in named]
            findings = tool.findings(files, args.nvdisasm if is_code else known)
            for (what, path), mine, found in zip(named, tool.tables(files), findings):
                compare(what, theirs(read(path)), mine, found, what == "nothing",
                        what != "nothing")
    print(f"changes: {counts['accepted']} accepted, {counts['refused']} refused, "
          f"{counts['odd']} odd")
    sys.exit(differ != 0)


if __name__ == "__main__":
    main()
