"""Breaks one record of a small trace in each way of a list, and prints what
`iket summary --strict` says of it: the exit status, the first finding, and how
many events the table still adds up.

    implausible.py IKET DIRECTORY
"""

import copy
import json
import re
import subprocess
import sys

iket, directory = sys.argv[1:]
T = 1795951663500761024
LAUNCH = dict.fromkeys(["gridDimX", "gridDimY", "gridDimZ", "blockDimX", "blockDimY", "blockDimZ"], 1)
RANGE = dict(rangeNameIdx=0, rangeType=2, startTs=T, endTs=T + 320, warpLocIdxs=[0, 0])
MARK = dict(locIdx=0, markerNameIdx=1, timestamp=T + 64)
LIFE = dict(locIdx=0, startTs=T - 32, endTs=T + 700)
PLACE = dict(smId=0, tpcId=0, gpcId=0, ctaId=[0, 0, 0], warpId=0)


def trace(**more):
    """A trace of one good launch; MORE adds records to its arrays."""
    launch = dict(LAUNCH, contextId=1, gridId=0, kernelName="k", ranges=[RANGE], markers=[MARK], warpLifetimes=[LIFE])
    for array, record in more.items():
        launch[array] = launch[array] + [record]
    return copy.deepcopy(dict(
        stringTable=["A", "m"],
        locationTable=[PLACE, dict(PLACE, smId=1, ctaId=[1, 0, 0])],
        launches=[launch],
        graphLaunches={},
        meta=dict(version=1),
    ))


def at_zero():
    """A launch that lies at time 0, as synthetic traces do."""
    t = trace()
    for record in [t["launches"][0][a][0] for a in ("ranges", "markers", "warpLifetimes")]:
        for key in ("startTs", "endTs", "timestamp"):
            if key in record:
                record[key] = max(0, record[key] - T)
    return t


def damaged_place():
    t = trace(markers=dict(MARK, locIdx=1))
    t["locationTable"][1]["smId"] = -4
    return t


CASES = {
    "good": trace(),
    "at zero": at_zero(),
    "start far": trace(ranges=dict(RANGE, startTs=T + 10**18, endTs=T + 10**18)),
    "end far": trace(ranges=dict(RANGE, endTs=T + 10**18)),
    "mark far": trace(markers=dict(MARK, timestamp=T - 10**18)),
    "life far": trace(warpLifetimes=dict(LIFE, locIdx=1, startTs=T - 10**18)),
    "long life": trace(warpLifetimes=dict(LIFE, locIdx=1, endTs=T + 20 * 10**9)),
    "long range": trace(ranges=dict(RANGE, endTs=T + 5 * 10**9)),
    "mark zero": trace(markers=dict(MARK, timestamp=0)),
    "negative": trace(ranges=dict(RANGE, startTs=-5)),
    "fraction": trace(markers=dict(MARK, timestamp=1.5)),
    "exponent": trace(markers=dict(MARK, timestamp=1.5e18)),
    "too large": trace(markers=dict(MARK, timestamp=2**64 + 5)),
    "string": trace(markers=dict(MARK, timestamp="12")),
    "place": damaged_place(),
}
for name, case in CASES.items():
    path = f"{directory}/case.json"
    with open(path, "w") as out:
        json.dump(case, out)
    said = subprocess.run([iket, "summary", "--strict", "--json", path], capture_output=True, text=True)
    finding = re.search(r"(ranges|markers|warpLifetimes)\[.*|byte \d+: .*", said.stderr)
    rows = json.loads(said.stdout)["kernels"][0]["events"]
    print(f"{name}: {said.returncode} {sum(r['count'] for r in rows)} {finding[0] if finding else ''}")
