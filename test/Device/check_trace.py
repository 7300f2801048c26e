#!/usr/bin/env python3
"""Checks traces that run-iket wrote against what a program says of itself.

    check_trace.py [--no-payloads] EXPECTATIONS TRACE...

TRACE is a *.trace.json (or .gz) or a folder that holds some; they count as one
trace. EXPECTATIONS is any file, usually the program's source, with lines

    TRACE: kernel SUBSTRING         starts a section: launches of such a kernel
    TRACE: launches COUNT           how many there are
    TRACE: warps COUNT              warps with at least one event, all launches
    TRACE: mark NAME COUNT          marks of this name, all launches and warps
    TRACE: range NAME COUNT         ranges of this name, likewise
    TRACE: depth COUNT              the most ranges that a warp has open at once
    TRACE: shortest NAME COUNT      the shortest such range, in nanoseconds
    TRACE: payload mark NAME TYPE: VALUE[*TIMES]...
    TRACE: payload range NAME TYPE: VALUE[*TIMES]...

COUNT is N, >=N, or =NAME: as many as the ranges (marks) of that name. NAME is
quoted as in a shell if it holds blanks. TYPE is one of i8 u8 i16 u16 i32 u32
i64 u64 f16 bf16 f32 f64 ptr. VALUE is a number, nan, inf, -0.0, or, with 0x,
the raw bits as recorded. The values are those of all records of the name, in
any order. Names that no line of their section mentions, events of kernels
without a section, ranges that end before they start and the reader's own
reserved events are failures. With --no-payloads there must be none.

Prints a line for every check and exits 1 if one failed.
"""

import argparse
import collections
import glob
import gzip
import json
import math
import os
import re
import shlex
import struct
import sys

# Type: its id in the ABI, its width, and how to unpack it.
TYPES = {
    "i8": (1, 8, "<b"), "u8": (2, 8, "<B"), "i16": (3, 16, "<h"),
    "u16": (4, 16, "<H"), "i32": (5, 32, "<i"), "u32": (6, 32, "<I"),
    "i64": (7, 64, "<q"), "f16": (11, 16, "<e"), "bf16": (12, 16, None),
    "f32": (13, 32, "<f"), "f64": (14, 64, "<d"), "ptr": (15, 64, "<Q"),
    "u64": (16, 64, "<Q"),
}  # fmt: skip


class BadExpectation(Exception):
    pass


class BadTrace(Exception):
    pass


# ------------------------------------------------------------- Expectations


def decode(bits, kind):
    """The value of recorded bits; None if they are wider than their type."""
    _, width, code = TYPES[kind]
    if bits < 0 or bits >> width:
        return None
    if kind == "bf16":
        return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
    return struct.unpack(code, bits.to_bytes(width // 8, "little"))[0]


def key(value):
    """Makes -0.0 and 0.0 differ and NaN equal to itself."""
    if isinstance(value, float):
        return "nan" if math.isnan(value) else value.hex()
    return value


def parse_value(text, kind):
    """(is raw, key) of an expected value."""
    if text.startswith("0x"):
        return True, int(text, 16)
    is_float = kind in ("f16", "bf16", "f32", "f64")
    return False, key(float(text) if is_float else int(text))


class Section:
    def __init__(self, kernel):
        self.kernel = kernel
        self.counts = []  # (what, name, count)
        self.payloads = []  # (what, name, type, {(is raw, key): times})

    def known(self, what):
        return {name for w, name, _ in self.counts if w == what}


def parse_expectations(lines):
    sections = []
    for number, line in enumerate(lines, 1):
        match = re.search(r"\bTRACE:\s*(.*)", line)
        if not match:
            continue
        text = match.group(1)
        try:
            head, colon, values = text.partition(": ")
            words = shlex.split(head)
            if words[0] == "kernel" and len(words) == 2:
                sections.append(Section(words[1]))
                continue
            section = sections[-1]
            if words[0] in ("launches", "warps", "depth") and len(words) == 2:
                section.counts.append((words[0], None, words[1]))
            elif words[0] in ("mark", "range", "shortest") and len(words) == 3:
                section.counts.append((words[0], words[1], words[2]))
            elif words[0] == "payload" and colon and len(words) == 4:
                _, what, name, kind = words
                wanted = collections.Counter()
                for item in values.split():
                    value, _, times = item.partition("*")
                    wanted[parse_value(value, kind)] += int(times or 1)
                if kind not in TYPES or what not in ("mark", "range"):
                    raise ValueError
                section.payloads.append((what, name, kind, wanted))
            else:
                raise ValueError
            if section.counts and not re.fullmatch(
                r"(>=)?\d+|=.+", section.counts[-1][2]
            ):
                raise ValueError
        except (ValueError, IndexError, KeyError):
            raise BadExpectation(f"line {number}: cannot read '{text}'") from None
    if not sections:
        raise BadExpectation("no TRACE lines")
    return sections


# -------------------------------------------------------------------- Traces


class Launch:
    """The events of one launch, names and places resolved."""

    def __init__(self, trace, launch):
        strings = trace["stringTable"]
        places = trace["locationTable"]

        def warp(index):
            place = places[index]
            return tuple(place["ctaId"]), place["warpId"]

        self.kernel = launch["kernelName"]
        self.marks = []  # (name, warp, payloads)
        self.ranges = []  # (name, warp, start, end, payloads)
        for m in launch.get("markers", []):
            self.marks.append(
                (strings[m["markerNameIdx"]], warp(m["locIdx"]), payloads([m]))
            )
        for r in launch.get("ranges", []):
            where = [warp(i) for i in r["warpLocIdxs"]]
            self.ranges.append(
                (
                    strings[r["rangeNameIdx"]],
                    where[0],
                    r["startTs"],
                    r["endTs"],
                    payloads(r.get("internalEvents", [])),
                )
            )

    def warps(self):
        return {m[1] for m in self.marks} | {r[1] for r in self.ranges}

    def depth(self):
        # Ends come before starts of the same time: the timer's step is coarse,
        # so this is what is certain.
        steps = collections.defaultdict(list)
        for _, warp, start, end, _ in self.ranges:
            if start < end:
                steps[warp] += [(start, 1), (end, -1)]
        deepest = 0
        for list_ in steps.values():
            now = 0
            for _, step in sorted(list_):
                now += step
                deepest = max(deepest, now)
        return deepest


def payloads(events):
    """(type as the trace has it, bits) of those events that carry one."""
    return [
        (e.get("payloadType"), e["payloadVal"])
        for e in events
        if e.get("payloadVal") is not None
        and e.get("payloadType") not in (0, "NO_PAYLOAD", "none")
    ]


def find_traces(paths):
    files = []
    for path in paths:
        if os.path.isdir(path):
            for ending in ("*.trace.json", "*.trace.json.gz"):
                files += glob.glob(os.path.join(path, "**", ending), recursive=True)
        else:
            files.append(path)
    if not files:
        raise BadTrace(f"no trace in {' '.join(paths)}")
    return sorted(files)


def load(files):
    launches = []
    for file in files:
        try:
            open_ = gzip.open if file.endswith(".gz") else open
            with open_(file, "rt", encoding="utf-8") as stream:
                trace = json.load(stream)
            launches += [Launch(trace, launch) for launch in trace["launches"]]
        except OSError as error:
            raise BadTrace(str(error)) from None
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise BadTrace(f"{file}: {type(error).__name__}: {error}") from None
    if not launches:
        raise BadTrace("the trace holds no launches")
    return launches


# -------------------------------------------------------------------- Checks


class Checker:
    def __init__(self, no_payloads):
        self.no_payloads = no_payloads
        self.failed = 0

    def report(self, right, text):
        print(f"{'ok' if right else 'FAILED'}: {text}")
        self.failed += not right

    def count(self, label, seen, wanted, others):
        if wanted.startswith(">="):
            right = seen >= int(wanted[2:])
        elif wanted.startswith("="):
            right = seen == others[wanted[1:]]
            wanted = f"as many as '{wanted[1:]}', {others[wanted[1:]]}"
        else:
            right = seen == int(wanted)
        self.report(right, f"{label}: {seen}" + ("" if right else f", want {wanted}"))

    def payload(self, label, kind, records, wanted):
        id_ = TYPES[kind][0]
        types = {t for t, _ in records if isinstance(t, int) and t != id_}
        if types:
            self.report(False, f"{label}: type {types}, want {id_} ({kind})")
            return
        left = collections.Counter(wanted)
        wrong = []
        for _, bits in records:
            for candidate in ((True, bits), (False, key(decode(bits, kind)))):
                if left[candidate] > 0:
                    left[candidate] -= 1
                    break
            else:
                wrong.append(f"{bits:#x} ({decode(bits, kind)})")
        lacking = [
            (hex(value) if raw else f"{value}") + f"*{times}"
            for (raw, value), times in left.items()
            if times > 0
        ]
        text = f"{label}: {len(records)} values"
        if lacking:
            text += f"; missing {' '.join(lacking[:8])}"
        if wrong:
            text += f"; unexpected {' '.join(wrong[:8])}"
            text += f" and {len(wrong) - 8} more" if len(wrong) > 8 else ""
        self.report(not lacking and not wrong, text)

    def section(self, section, launches):
        label = section.kernel
        events = {"mark": collections.Counter(), "range": collections.Counter()}
        records = collections.defaultdict(list)
        shortest = {}
        early = 0
        for launch in launches:
            for name, _, values in launch.marks:
                events["mark"][name] += 1
                records["mark", name] += values
            for name, _, start, end, values in launch.ranges:
                events["range"][name] += 1
                records["range", name] += values
                shortest[name] = min(shortest.get(name, end - start), end - start)
                early += end < start

        self.report(bool(launches), f"{label}: in the trace")
        if not launches:
            return
        totals = {
            "launches": len(launches),
            "warps": sum(len(launch.warps()) for launch in launches),
            "depth": max(launch.depth() for launch in launches),
        }
        for what, name, wanted in section.counts:
            if name is None:
                self.count(f"{label}: {what}", totals[what], wanted, {})
            elif what == "shortest":
                seen = shortest.get(name, 0)
                self.count(f"{label}: shortest '{name}', ns", seen, wanted, {})
            else:
                seen = events[what][name]
                self.count(f"{label}: {what} '{name}'", seen, wanted, events[what])
        for what in events:
            rest = sorted(set(events[what]) - section.known(what))
            if rest:
                self.report(False, f"{label}: unexpected {what}s {rest}")
        self.report(not early, f"{label}: {early} ranges end before they start")

        if self.no_payloads:
            number = sum(map(len, records.values()))
            self.report(not number, f"{label}: {number} payloads with payloads off")
            return
        for what, name, kind, wanted in section.payloads:
            self.payload(
                f"{label}: payload of {what} '{name}'", kind, records[what, name], wanted
            )

    def all(self, sections, launches):
        for section in sections:
            self.section(section, [x for x in launches if section.kernel in x.kernel])
        for launch in launches:
            if not any(s.kernel in launch.kernel for s in sections):
                number = len(launch.marks) + len(launch.ranges)
                if number:
                    self.report(False, f"{launch.kernel}: {number} events, want none")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--no-payloads", action="store_true")
    parser.add_argument("expectations")
    parser.add_argument("traces", nargs="+")
    args = parser.parse_args()
    checker = Checker(args.no_payloads)
    try:
        with open(args.expectations, encoding="utf-8") as file:
            sections = parse_expectations(file)
        checker.all(sections, load(find_traces(args.traces)))
    except (BadExpectation, BadTrace) as error:
        checker.report(False, str(error))
    except OSError as error:
        checker.report(False, f"{error}")
    sys.exit(1 if checker.failed else 0)


if __name__ == "__main__":
    main()
