#!/usr/bin/env python3
"""Shows a cubin as NVIDIA's reader sees it, one fact a line, for FileCheck.

    oracle.py CUBIN            events, ranges and each kernel's points
    oracle.py --counts CUBIN   events, ranges and points counted by name

Needs the package nvidia-cutlass-dsl-libs-base; no GPU and no driver.
"""

import argparse
import collections
import os
import sys

sys.path.insert(0, os.environ.get("IKET_DSL_PACKAGES", ""))
import iket  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cubin")
    parser.add_argument("--counts", action="store_true")
    args = parser.parse_args()

    with open(args.cubin, "rb") as file:
        context = iket.Context(file.read())
    if not context.is_instrumented():
        print("not instrumented")
        return
    meta = context.get_meta_info()
    print(f"max id {meta.max_event_id}")
    for e in sorted(context.get_all_events(), key=lambda e: e.event_id):
        if e.event_id == 0:
            continue  # The reader's own.
        print(
            f"event {e.event_id} {e.event_name} {e.instrument_method.name} "
            f"{e.payload_type.name} {e.event_pos.name}"
        )
    for r in sorted(context.get_all_ranges(), key=lambda r: r.range_name):
        print(f"range {r.range_name} {r.range_type.name} {r.evt_pair_mode.name}")
    for k in sorted(
        context.get_kernels_instrument_info(), key=lambda k: k.kernel_name
    ):
        names = [p.event_attr.event_name for p in k.instrument_points]
        print(f"kernel {k.kernel_name} {len(names)} points")
        if args.counts:
            for name, count in sorted(collections.Counter(names).items()):
                print(f"  {count} {name}")
        else:
            for name in names:
                print(f"  {name}")


if __name__ == "__main__":
    main()
