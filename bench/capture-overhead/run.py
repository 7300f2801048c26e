#!/usr/bin/env python3
"""What a recording costs: one program plain, instrumented, under a session, and
under run-iket, in turn.

    run.py PLAIN INSTRUMENTED [--whole PLAIN INSTRUMENTED] [--iket IKET]
           [--runs N] [--launches N] [--json FILE]

PLAIN and INSTRUMENTED are capture-overhead.cu without and with the plugin. For
each way it prints the time of one launch, over that of the plain program, and
the time that the process takes besides (start, context, saving, in run-iket also
the run that looks first), less the plain program's. With --whole it also runs
another program and prints the whole time, over run-iket's. All are medians of N
runs, taken in turn. Without a GPU it exits with 77.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time


def ways(args, plain, instrumented, folder):
    """Each way's name and command."""

    def profiled(method, *more):
        return [
            args.iket, "profile", "--method", method, "--once", "--buffer", "16gb",
            "--postprocess", "json", "--clobber", "-o", os.path.join(folder, method),
            *more, "--", instrumented,
        ]  # fmt: skip

    yield "plain", [plain]
    yield "instrumented", [instrumented]
    yield "session", profiled("session")
    yield "session, deferred", profiled("session", "--defer-readback")
    yield "run-iket", profiled("run-iket")


def timed(way, command):
    """The nanoseconds that a command took; ends the program if it failed."""
    start = time.monotonic_ns()
    run = subprocess.run(command, capture_output=True, text=True)
    whole = time.monotonic_ns() - start
    if run.returncode:
        print(f"{way}: exit status {run.returncode}", file=sys.stderr)
        print(run.stdout + run.stderr, file=sys.stderr)
        sys.exit(run.returncode)
    return whole


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("plain")
    parser.add_argument("instrumented")
    parser.add_argument("--whole", nargs=2, metavar=("PLAIN", "INSTRUMENTED"))
    parser.add_argument("--iket", default="build/release/bin/iket")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--launches", type=int, default=1000)
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        inner = os.path.join(folder, "ns")
        per_launch, besides = {}, {}
        for _ in range(args.runs):
            for way, command in ways(args, args.plain, args.instrumented, folder):
                whole = timed(way, [*command, str(args.launches), inner])
                with open(inner) as file:
                    launches = int(file.read())
                per_launch.setdefault(way, []).append(launches / args.launches)
                besides.setdefault(way, []).append(whole - launches)
        wholes = {}
        for _ in range(args.runs if args.whole else 0):
            for way, command in ways(args, *args.whole, folder):
                wholes.setdefault(way, []).append(timed(way, command))

    rows = {}
    plain_launch = statistics.median(per_launch["plain"])
    plain_besides = statistics.median(besides["plain"])
    print(f"{'':20}{'per launch':>12}{'ratio':>8}{'per process':>14}")
    for way in per_launch:
        launch = statistics.median(per_launch[way])
        fixed = statistics.median(besides[way]) - plain_besides
        rows[way] = {
            "launch_ns": launch,
            "launch_ratio": launch / plain_launch,
            "process_ns": fixed,
        }
        print(
            f"{way:20}{launch / 1e3:9.2f} us{launch / plain_launch:8.2f}"
            f"{fixed / 1e9:12.3f} s"
        )
    if wholes:
        print(f"\n{os.path.basename(args.whole[1]):20}{'whole':>12}{'of run-iket':>14}")
    for way in wholes:
        whole = statistics.median(wholes[way])
        ratio = whole / statistics.median(wholes["run-iket"])
        rows[way] |= {"whole_ns": whole, "whole_of_run_iket": ratio}
        print(f"{way:20}{whole / 1e9:10.3f} s{ratio:14.2f}")
    if args.json:
        with open(args.json, "w") as file:
            json.dump({"runs": args.runs, "launches": args.launches, "ways": rows}, file, indent=2)


if __name__ == "__main__":
    main()
