#!/usr/bin/env python3
"""Runs the lit suites of build trees and prints the totals of each.

    run.py [--quick] BUILD_DIR[:SUITE,...]...

--quick leaves out what takes most of the time. Ends with one line, "N passed, N
failed, N skipped", and exits 0 only if nothing failed.
"""

import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

OUTCOME = {"PASS": "passed", "XFAIL": "passed", "UNSUPPORTED": "skipped"}


def find_lit(tests):
    site = open(os.path.join(tests, "lit.site.cfg.py")).read()
    tools = re.search(r'llvm_tools_dir = "(.*)"', site).group(1)
    for lit in ("lit", "../build/utils/lit/lit.py"):
        if os.path.exists(os.path.join(tools, lit)):
            return os.path.join(tools, lit)
    return shutil.which("lit")


def run(build, suites, *options):
    """The results of the suites of one build tree, or of all its suites."""
    tests = os.path.join(os.path.abspath(build), "test")
    unit = os.path.join(tests, "Unit")
    paths = [os.path.join(tests, s) for s in suites]
    paths = paths or [tests] + [unit] * os.path.isdir(unit)
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        lit = [sys.executable, find_lit(tests), "-sv", "--output", report]
        subprocess.call([*lit, *options, *paths])
        return json.load(open(report))["tests"]


def main():
    totals = collections.defaultdict(collections.Counter)
    times = []
    builds = [a for a in sys.argv[1:] if a != "--quick"]
    options = ["--param", "quick=1"] if "--quick" in sys.argv[1:] else []
    for argument in builds:
        build, _, suites = argument.partition(":")
        for test in run(build, suites.split(",") if suites else [], *options):
            collection, name = test["name"].split(" :: ")[:2]
            suite = "Unit" if collection == "iket-unit" else name.split("/")[0]
            times.append((test.get("elapsed") or 0, f"{suite}: {name}"))
            key = f"{os.path.basename(build.rstrip('/'))}/{suite}"
            totals[key][OUTCOME.get(test["code"], "failed")] += 1

    def line(counts):
        kinds = ("passed", "failed", "skipped")
        return ", ".join(f"{counts[kind]} {kind}" for kind in kinds)

    print("\nSlowest:")
    for seconds, name in sorted(times, reverse=True)[:10]:
        print(f"{seconds:8.1f} s  {name}")
    print()
    for suite in sorted(totals):
        print(f"{suite + ':':22}{line(totals[suite])}")
    everything = sum(totals.values(), collections.Counter())
    print(line(everything))
    sys.exit(1 if everything["failed"] or not everything["passed"] else 0)


if __name__ == "__main__":
    main()
