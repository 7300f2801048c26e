"""Compares docs/options.md with opt's -help and the warnings in the source."""

import glob
import re
import sys

helptext, root = open(sys.argv[1]).read(), sys.argv[2]
options, messages = open(f"{root}/docs/options.md").read().split("## Warnings")
source = open(f"{root}/lib/Pass/Diagnostics.h").read()

real = set(re.findall(r"--iket-([a-z-]+)(?:=<([^>]*)>)?", helptext))
rows = {
    (name, (value or "").replace("\\|", "|"))
    for name, value in re.findall(r"^\| `([a-z-]+)(?:=([^`]*))?` \|", options, re.M)
}
warnings = set(re.findall(r'\[\] = "([A-Za-z0-9-]+)"', source))
listed = set(re.findall(r"^\| `([A-Za-z0-9-]+)` \|", messages, re.M))

if real != rows:
    sys.exit(f"error: options differ: {sorted(real ^ rows)}")
if warnings != listed:
    sys.exit(f"error: warnings differ: {sorted(warnings ^ listed)}")
print(f"{len(real)} options and {len(warnings)} warnings documented")
