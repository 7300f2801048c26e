#!/usr/bin/env python3
"""Cuts and breaks a trace at random places, and watches what the tool does.

    damage.py truncate|flip IKET TRACE SCRATCH

Prints how many runs ended in which way; a crash, a hang or a message without a
byte ends it with 1.
"""

import collections
import json
import random
import re
import subprocess
import sys


def whole_launches(text):
    """How many launches lie in text from their first to their last brace."""
    decoder, at, count = json.JSONDecoder(), text.find('"launches":['), 0
    if at < 0:
        return None
    at += len('"launches":[')
    while True:
        try:
            _, at = decoder.raw_decode(text, at)
        except ValueError:
            return count
        count += 1
        if text[at:at + 1] != ",":
            return count
        at += 1


def run(iket, scratch, data, *options):
    with open(scratch, "wb") as out:
        out.write(data)
    done = subprocess.run([iket, "summary", "--json", scratch, *options],
                          capture_output=True, timeout=20)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"ended with {done.returncode}: {done.stderr.decode()}; see {scratch}")
    if done.returncode == 2 and not re.search(rb"at byte \d+|the file is empty", done.stderr):
        sys.exit(f"no byte in: {done.stderr.decode()}")
    if done.returncode == 2 and done.stdout:
        sys.exit(f"wrote something and failed; see {scratch}")
    return done


def truncate(iket, trace, scratch):
    counts, rng = collections.Counter(), random.Random(63)
    for cut in [0, 1, len(trace) - 2] + [rng.randrange(len(trace) - 1) for _ in range(197)]:
        data = trace[:cut]
        strict = run(iket, scratch, data)
        counts["refused" if strict.returncode == 2 else "read"] += 1
        kept = whole_launches(data.decode(errors="ignore"))
        salvaged = run(iket, scratch, data, "--salvage")
        if kept is None:
            counts["nothing to salvage"] += salvaged.returncode == 2
            continue
        launches = sum(k["launches"] for k in json.loads(salvaged.stdout)["kernels"])
        if launches not in (kept, kept + 1):
            sys.exit(f"cut at {cut}: {kept} whole launches, {launches} salvaged")
        counts["salvaged"] += 1
        counts["with part of another"] += launches - kept
    return counts


def flip(iket, trace, scratch):
    counts, rng = collections.Counter(), random.Random(64)
    for _ in range(200):
        data = bytearray(trace)
        for _ in range(rng.choice((1, 1, 8))):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        run(iket, scratch, data, "--salvage")
        counts["refused" if run(iket, scratch, data).returncode == 2 else "read"] += 1
    return counts


def main():
    action, iket, path, scratch = sys.argv[1:]
    with open(path, "rb") as file:
        trace = file.read()
    for what, count in sorted(globals()[action](iket, trace, scratch).items()):
        print(count, what)


if __name__ == "__main__":
    main()
