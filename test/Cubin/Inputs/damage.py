#!/usr/bin/env python3
"""Cuts and breaks a file at random places, and watches what `iket events` does.

    damage.py truncate|flip IKET FILE SCRATCH

Prints how many runs ended in which way; a crash, a hang, control characters in
the output or a refusal without a place ends it with 1.
"""

import collections
import random
import re
import subprocess
import sys


def run(iket, scratch, data):
    with open(scratch, "wb") as out:
        out.write(data)
    done = subprocess.run([iket, "events", scratch], capture_output=True, timeout=20)
    if done.returncode not in (0, 1, 2):
        sys.exit(f"ended with {done.returncode}: {done.stderr.decode()}; see {scratch}")
    if done.returncode == 2 and not re.search(rb"at byte \d+|the file is empty", done.stderr):
        sys.exit(f"no byte in: {done.stderr.decode()}")
    if re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", done.stdout + done.stderr):
        sys.exit(f"control characters in the output; see {scratch}")
    return ("whole", "in part", "refused")[done.returncode]


def main():
    action, iket, path, scratch = sys.argv[1:]
    with open(path, "rb") as file:
        good = file.read()
    counts, rng = collections.Counter(), random.Random(11)
    if action == "truncate":
        for cut in [0, 1, 16, len(good) - 1] + [rng.randrange(len(good)) for _ in range(196)]:
            counts[run(iket, scratch, good[:cut])] += 1
    else:
        for _ in range(200):
            data = bytearray(good)
            for _ in range(rng.choice((1, 1, 8))):
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            counts[run(iket, scratch, bytes(data))] += 1
    for how, count in sorted(counts.items()):
        print(count, how)


if __name__ == "__main__":
    main()
