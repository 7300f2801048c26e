#!/usr/bin/env python3
"""What `iket summary` does, as one would write it in Python: load, then loop.

It leaves out the exclusive time, the imbalance and the critical warps, so it
does less than the tool it is compared with.
"""

import json
import math
import sys
from collections import defaultdict

with open(sys.argv[1]) as file:
    trace = json.load(file)

names = trace["stringTable"]
durations = defaultdict(list)
marks = defaultdict(int)
for launch in trace["launches"]:
    kernel = launch["kernelName"]
    for event in launch["ranges"]:
        key = kernel, names[event["rangeNameIdx"]], event["rangeType"]
        durations[key].append(event["endTs"] - event["startTs"])
    for event in launch["markers"]:
        marks[kernel, names[event["markerNameIdx"]]] += 1


def percentile(values, percent):
    return values[math.ceil(percent / 100 * len(values)) - 1]


for (kernel, name, kind), values in sorted(durations.items()):
    values.sort()
    total = sum(values)
    print(kernel, name, kind, len(values), total, total / len(values), values[0],
          *(percentile(values, p) for p in (50, 95, 99)), values[-1])
for (kernel, name), count in sorted(marks.items()):
    print(kernel, name, "mark", count)
