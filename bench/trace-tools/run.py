#!/usr/bin/env python3
"""Measures iket's trace commands beside a Python script that loads and loops.

    run.py --iket build/release/bin/iket [--events 5000000] [--runs 3]

All programs read one generated trace, in turn, so that they share what else the
machine does; the figures are medians. Memory is the peak of the resident set.
Times are of the processor (user and system): other work on the machine moves
them less than the wall clock.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def measure(command):
    """Processor seconds and peak megabytes of a command."""
    with open(os.devnull, "w") as null:
        process = subprocess.Popen(command, stdout=null)
        _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} ended with {status}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--iket", required=True)
    parser.add_argument("--events", type=int, default=5_000_000)
    parser.add_argument("--launches", type=int, default=1)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()

    with tempfile.TemporaryDirectory(prefix="iket-bench-") as scratch:
        trace = os.path.join(scratch, "big.trace.json")
        subprocess.check_call([sys.executable, f"{HERE}/generate.py", "-o", trace,
                               "--events", str(args.events), "--launches", str(args.launches)])
        size = os.path.getsize(trace) / 1e6
        out = lambda suffix: os.path.join(scratch, "out" + suffix)
        commands = {
            "Python, load and loop": [sys.executable, f"{HERE}/summary.py", trace],
            "iket summary": [args.iket, "summary", trace],
            "iket export perfetto": [args.iket, "export", trace, "-o", out(".pftrace")],
            "iket export chrome": [args.iket, "export", trace, "-f", "chrome", "-o", out(".json")],
            "iket export csv": [args.iket, "export", trace, "-o", out(".csv")],
            "iket view": [args.iket, "view", trace, "-o", out(".html")],
        }
        compiler = shutil.which("clang++-22") or shutil.which("c++")
        sax = os.path.join(scratch, "sax")
        if compiler and subprocess.call([compiler, "-std=c++17", "-O2", "-o", sax,
                                         f"{HERE}/NlohmannSax.cpp"]) == 0:
            commands["nlohmann SAX, parse only"] = [sax, trace]

        results = {name: [] for name in commands}
        for _ in range(args.runs):
            for name, command in commands.items():
                results[name].append(measure(command))

        base = [statistics.median(r[i] for r in results["Python, load and loop"]) for i in (0, 1)]
        print(f"{args.events} events in {args.launches} launches, {size:.0f} MB, medians of {args.runs}")
        for name, runs in results.items():
            time, memory = (statistics.median(r[i] for r in runs) for i in (0, 1))
            print(f"{name:26} {time:7.2f} s {base[0] / time:6.1f}x  {size / time:6.0f} MB/s  "
                  f"{memory:7.0f} MB  1/{base[1] / memory:.0f}")


if __name__ == "__main__":
    main()
