#!/usr/bin/env python3
"""Writes a trace.json of any size, in the form that run-iket writes.

    generate.py --events 5000000 -o big.trace.json

The shape is that of a persistent, warp-specialised kernel: each warp waits,
loads and computes in turn, with a mark now and then. A range counts as two
events (its start and its end) and a mark as one. Keys are in the order that
run-iket's JSON library gives them: sorted, which puts the tables last.
"""

import argparse
import random

NAMES = ["load", "wait", "compute", "stage", "store"]
LOAD, WAIT, COMPUTE, STAGE, STORE = range(5)
PUSH, TOKEN = 2, 1


def range_text(name, kind, start, end, loc, payload=None):
    value = ""
    if payload is not None:
        value = f'"payloadType":5,"payloadVal":{payload},'
    return (
        f'{{"endTs":{end},"internalEvents":[{{"eventId":{name + 1},{value}"timestamp":{start}}},'
        f'{{"eventId":31,"timestamp":{end}}}],"rangeColor":4294967295,"rangeId":{name + 1},'
        f'"rangeNameIdx":{name},"rangeScope":0,"rangeType":{kind},"startTs":{start},'
        f'"warpLocIdxs":[{loc},{loc}]}}'
    )


def mark_text(name, time, loc, payload):
    return (
        f'{{"color":4294967295,"locIdx":{loc},"markerNameIdx":{name},'
        f'"payloadType":5,"payloadVal":{payload},"timestamp":{time}}}'
    )


def warp_events(rng, loc, start, count):
    """The ranges and marks of one warp, about count events, and its end."""
    ranges, marks, time, turn = [], [], start, 0
    made = 0
    while made < count:
        begin = time
        load = begin + 32 * rng.randrange(2, 30)
        wait = load + 32 * rng.randrange(0, 200)
        compute = wait + 32 * rng.randrange(20, 60)
        ranges.append(range_text(STAGE, PUSH, begin, compute + 32, loc, turn))
        ranges.append(range_text(LOAD, PUSH, begin, load, loc))
        ranges.append(range_text(WAIT, PUSH, load, wait, loc))
        ranges.append(range_text(COMPUTE, PUSH, wait, compute, loc))
        made += 8
        if turn % 4 == 0:
            ranges.append(range_text(STORE, TOKEN, wait, compute + 320, loc))
            marks.append(mark_text(LOAD, load, loc, turn))
            made += 3
        time = compute + 64
        turn += 1
    return ranges, marks, time + 320


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--launches", type=int, default=1)
    parser.add_argument("--ctas", type=int, default=128)
    parser.add_argument("--warps", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", required=True)
    args = parser.parse_args()

    rng = random.Random(args.seed)
    per_warp = args.events // (args.launches * args.ctas * args.warps)
    start = 1_753_000_000_000_000_000
    with open(args.output, "w") as out:
        out.write('{"graphLaunches":{},"launches":[')
        for launch in range(args.launches):
            marks, lives, last = [], [], start
            out.write("," if launch else "")
            out.write(
                f'{{"blockDimX":{args.warps * 32},"blockDimY":1,"blockDimZ":1,"contextId":1,'
                f'"gridDimX":{args.ctas},"gridDimY":1,"gridDimZ":1,"gridId":{launch + 1},'
                f'"kernelName":"_Z6kernelILi{launch % 3}EEvPf","ranges":['
            )
            for loc in range(args.ctas * args.warps):
                begin = start + 32 * rng.randrange(0, 100)
                ranges, some, end = warp_events(rng, loc, begin, per_warp)
                out.write(("," if loc else "") + ",".join(ranges))
                marks += some
                lives.append(f'{{"endTs":{end},"locIdx":{loc},"startTs":{begin}}}')
                last = max(last, end)
            out.write('],"markers":[' + ",".join(marks))
            out.write('],"warpLifetimes":[' + ",".join(lives) + "]}")
            start = last + 3200
        table = ",".join(
            f'{{"ctaId":[{loc // args.warps},0,0],"gpcId":{loc // args.warps % 7},'
            f'"smId":{loc // args.warps % 132},"tpcId":{loc // args.warps % 66},'
            f'"warpId":{loc % args.warps}}}'
            for loc in range(args.ctas * args.warps)
        )
        names = ",".join(f'"{name}"' for name in NAMES)
        out.write(f'],"locationTable":[{table}],"meta":{{"version":1}},"stringTable":[{names}]}}\n')


if __name__ == "__main__":
    main()
