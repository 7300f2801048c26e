"""Prints how a command fares with each of several output directories:
refused.py IKET profile --program PROGRAM DIR..."""

import subprocess
import sys

iket, verb, _, program, *directories = sys.argv[1:]
for directory in directories:
    run = subprocess.run(
        [iket, verb, "-o", directory, "--clobber", "--", program, "launch:k:1:1"],
        capture_output=True,
        text=True,
    )
    lines = [line for line in run.stderr.splitlines() if "note:" not in line]
    print(f"{directory}: {run.returncode} {lines[0] if lines else ''}")
