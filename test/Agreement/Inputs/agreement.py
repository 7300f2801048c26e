#!/usr/bin/env python3
"""Asks NVIDIA's reader and `iket` about every cubin under some folders.

    agreement.py IKET NVDISASM FOLDER...

They must agree on whether the image can be recorded, on its events (id, name,
payload type), and on the points of each function. Prints how many cubins there were
of each sort; where the two differ it says so and ends with 1. Needs the package
nvidia-cutlass-dsl-libs-base.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.environ.get("IKET_DSL_PACKAGES", ""))
import iket  # noqa: E402

EM_CUDA = 190
POP = 31


def cubins(folders):
    """Yields the path of each cubin, in order."""
    for folder in folders:
        for here, subfolders, files in os.walk(folder):
            subfolders.sort()
            for name in sorted(files):
                path = os.path.join(here, name)
                if os.path.islink(path) or not os.path.isfile(path):
                    continue
                with open(path, "rb") as file:
                    head = file.read(20)
                if head[:4] == b"\x7fELF" and head[18:20] == bytes((EM_CUDA, 0)):
                    yield path


def payload_name(payload):
    """NVIDIA's name of a payload type as iket writes it."""
    name = payload.name.lower()
    name = {"no_payload": "none", "pointer": "pointer"}.get(name, name)
    return re.sub(r"^(u)i|^(f)p", lambda m: m[1] or m[2], name)


def theirs(data):
    """What NVIDIA's reader finds; None if it takes the image for not
    instrumented, "odd" if its Python classes can't express what is in it."""
    try:
        context = iket.Context(data)
        if not context.is_instrumented():
            return None
        events = {(e.event_id, e.event_name, payload_name(e.payload_type))
                  for e in context.get_all_events() if e.event_id not in (0, POP)}
        points = {k.kernel_name: dict(collections.Counter(
                      p.event_attr.event_id for p in k.instrument_points))
                  for k in context.get_kernels_instrument_info()}
    except ValueError:
        return "odd"
    return events, {name: count for name, count in points.items() if count}


def ours(tool, nvdisasm, path):
    """What iket finds, in the same form, and the findings of `iket verify`."""
    def ask(*command):
        run = subprocess.run([tool, *command, "--json", path],
                             capture_output=True, text=True, check=False)
        if run.returncode not in (0, 1):
            sys.exit(f"{path}: iket {command[0]} ended with {run.returncode}: "
                     f"{run.stderr}")
        [image] = json.loads(run.stdout)
        return image

    findings = ask("verify", "--nvdisasm", nvdisasm)["findings"]
    image = ask("events")
    events = {(e["id"], e["name"], e["payload"]) for e in image["events"]}
    points = {f["symbol"]: {int(i): n for i, n in f["points"].items()}
              for f in image["functions"] if f["points"]}
    if not events and not points or any(f["rejected"] for f in findings):
        return None, findings
    return (events, points), findings


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("iket")
    parser.add_argument("nvdisasm")
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()

    counts, differ = collections.Counter(), 0
    paths = list(cubins(args.folders))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = pool.map(lambda path: ours(args.iket, args.nvdisasm, path), paths)
    for path, (mine, findings) in zip(paths, answers):
        with open(path, "rb") as file:
            reader = theirs(file.read())
        if reader == "odd":
            good, sort = bool(findings), "odd"
        else:
            good, sort = mine == reader, "other" if reader is None else "instrumented"
        counts[sort] += 1
        differ += not good
        if not good:
            print(f"differ: {path}: the reader {reader}, iket {mine} {findings}")
    print(f"{counts['instrumented']} instrumented, {counts['other']} not, "
          f"{counts['odd']} odd, {differ} differ")
    sys.exit(differ != 0)


if __name__ == "__main__":
    main()
