#!/usr/bin/env python3
"""Cuts a trace of one launch, and looks for parts of warps in what is salvaged.

    salvage.py IKET TRACE CSV SCRATCH     CSV is the whole trace's
"""

import collections
import csv
import io
import subprocess
import sys

WARPS = 8  # Of a CTA.


def ranges(text, table_lost):
    """The start and end of each range, by warp; a lost table leaves its number."""
    warps = collections.defaultdict(list)
    for row in csv.DictReader(io.StringIO(text)):
        warp = int(row["warp"]) + (0 if table_lost else WARPS * int(row["cta_x"]))
        if row["kind"] in ("push", "token"):
            warps[warp].append((row["start_ns"], row["end_ns"]))
    return warps


def main():
    iket, path, table, scratch = sys.argv[1:]
    with open(table) as file:
        whole = ranges(file.read(), False)
    with open(path, "rb") as file:
        trace = file.read()
    for percent in (30, 60, 90):
        with open(scratch, "wb") as out:
            out.write(trace[:len(trace) * percent // 100])
        done = subprocess.run([iket, "export", "--salvage", "-f", "csv", "-o", "-", scratch],
                              capture_output=True, text=True)
        kept = ranges(done.stdout, True)
        parts = [warp for warp, events in kept.items() if events != whole[warp]]
        print(f"cut at {percent} %: {len(kept)} warps,", f"parts of {parts}" if parts else "all whole")


if __name__ == "__main__":
    main()
