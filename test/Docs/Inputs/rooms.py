"""Prints which folder of the code includes headers of which others.

    rooms.py SOURCE
"""

import collections
import glob
import os
import re
import sys

root = sys.argv[1]
uses = collections.defaultdict(set)
for path in glob.glob(f"{root}/lib/**/*", recursive=True) + glob.glob(f"{root}/tools/iket/**/*", recursive=True):
    if not path.endswith((".h", ".cpp")):
        continue
    parts = os.path.relpath(path, root).split("/")
    room = "/".join(parts[:2])
    for header in re.findall(r'^#include "(\w+)/', open(path).read(), re.M):
        other = "include/iket" if header == "iket" else f"lib/{header}"
        if other != room and os.path.isdir(f"{root}/{other}"):
            uses[room].add(other)
for room in sorted(uses):
    print(f"{room}: {', '.join(sorted(uses[room]))}")
