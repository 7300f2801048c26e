#!/usr/bin/env python3
"""Runs the lit suites of a build tree and prints the totals of each.

    run.py BUILD_DIR [SUITE...]

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
    lit = os.path.join(tools, "lit")
    return lit if os.path.exists(lit) else shutil.which("lit")


def main():
    tests = os.path.join(os.path.abspath(sys.argv[1]), "test")
    suites = [os.path.join(tests, suite) for suite in sys.argv[2:]] or [tests]
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        subprocess.call([find_lit(tests), "-sv", "--output", report, *suites])
        results = json.load(open(report))["tests"]

    totals = collections.defaultdict(collections.Counter)
    for test in results:
        suite = test["name"].split(" :: ")[1].split("/")[0]
        totals[suite][OUTCOME.get(test["code"], "failed")] += 1

    def line(counts):
        kinds = ("passed", "failed", "skipped")
        return ", ".join(f"{counts[kind]} {kind}" for kind in kinds)

    print()
    for suite in sorted(totals):
        print(f"{suite + ':':14}{line(totals[suite])}")
    everything = sum(totals.values(), collections.Counter())
    print(line(everything))
    sys.exit(1 if everything["failed"] or not everything["passed"] else 0)


if __name__ == "__main__":
    main()
