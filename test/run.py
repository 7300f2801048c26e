#!/usr/bin/env python3
"""Runs the lit suites of build trees and prints the totals of each.

    run.py BUILD_DIR[:SUITE,...]...

Ends with one line, "N passed, N failed, N skipped", and exits 0 only if
nothing failed.
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


def run(build, suites):
    """The results of the suites of one build tree, or of all its suites."""
    tests = os.path.join(os.path.abspath(build), "test")
    paths = [os.path.join(tests, s) for s in suites]
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        lit = [sys.executable, find_lit(tests), "-sv", "--output", report]
        subprocess.call([*lit, *(paths or [tests])])
        return json.load(open(report))["tests"]


def main():
    totals = collections.defaultdict(collections.Counter)
    for argument in sys.argv[1:]:
        build, _, suites = argument.partition(":")
        for test in run(build, suites.split(",") if suites else []):
            suite = test["name"].split(" :: ")[1].split("/")[0]
            key = f"{os.path.basename(build.rstrip('/'))}/{suite}"
            totals[key][OUTCOME.get(test["code"], "failed")] += 1

    def line(counts):
        kinds = ("passed", "failed", "skipped")
        return ", ".join(f"{counts[kind]} {kind}" for kind in kinds)

    print()
    for suite in sorted(totals):
        print(f"{suite + ':':22}{line(totals[suite])}")
    everything = sum(totals.values(), collections.Counter())
    print(line(everything))
    sys.exit(1 if everything["failed"] or not everything["passed"] else 0)


if __name__ == "__main__":
    main()
