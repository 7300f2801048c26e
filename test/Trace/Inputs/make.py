#!/usr/bin/env python3
"""Writes the traces that the tests read: make.py CASE [OPTION...] > trace.json

Each case is a function below. Options change the form and not the content:
  tables-first   the tables before the launches (run-iket writes them behind)
  schema-order   keys in the schema's order instead of sorted
  spaced         with white space
"""

import json
import random
import sys

BASE = 1_753_000_000_000_000_000
PUSH, TOKEN = 2, 1
I8, U8, I16, U16, I32, U32, I64 = 1, 2, 3, 4, 5, 6, 7
F16, BF16, F32, F64, POINTER, U64 = 11, 12, 13, 14, 15, 16


class Trace:
    """Builds a trace. Times are given from the trace's start."""

    def __init__(self, base=BASE):
        self.base, self.names, self.locations, self.launches = base, [], [], []
        self.graphs = {}

    def name(self, text):
        if text not in self.names:
            self.names.append(text)
        return self.names.index(text)

    def warp(self, warp, sm=0, cta=(0, 0, 0), cluster=None):
        place = {"smId": sm, "tpcId": sm // 2, "gpcId": sm // 16,
                 "ctaId": list(cta), "warpId": warp}
        if cluster:
            place["clusterId"] = list(cluster)
        if place not in self.locations:
            self.locations.append(place)
        return self.locations.index(place)

    def launch(self, kernel="kernel", grid=(1, 1, 1), block=(32, 1, 1)):
        self.launches.append({
            "contextId": 1, "gridId": len(self.launches) + 1, "kernelName": kernel,
            "gridDimX": grid[0], "gridDimY": grid[1], "gridDimZ": grid[2],
            "blockDimX": block[0], "blockDimY": block[1], "blockDimZ": block[2],
            "ranges": [], "markers": [], "warpLifetimes": []})

    def range(self, name, start, end, warp=0, kind=PUSH, payload=None,
              end_payload=None, end_warp=None):
        def event(time, value):
            made = {"timestamp": time, "eventId": 1}
            if value:
                made["payloadType"], made["payloadVal"] = value
            return made
        start = None if start is None else self.base + start
        end = None if end is None else self.base + end
        self.launches[-1]["ranges"].append({
            "rangeId": 1, "rangeNameIdx": self.name(name), "rangeColor": 0xFFFFFFFF,
            "rangeScope": 0, "rangeType": kind, "startTs": start, "endTs": end,
            "internalEvents": [event(start, payload), event(end, end_payload)],
            "warpLocIdxs": [warp, warp if end_warp is None else end_warp]})

    def token(self, name, start, end, warp=0, **more):
        self.range(name, start, end, warp, TOKEN, **more)

    def mark(self, name, time, warp=0, payload=None):
        made = {"markerNameIdx": self.name(name), "timestamp": self.base + time,
                "color": 0xFFFFFFFF, "locIdx": warp}
        if payload:
            made["payloadType"], made["payloadVal"] = payload
        self.launches[-1]["markers"].append(made)

    def life(self, warp, start, end):
        self.launches[-1]["warpLifetimes"].append(
            {"locIdx": warp, "startTs": self.base + start, "endTs": self.base + end})

    def root(self):
        return {"stringTable": self.names, "locationTable": self.locations,
                "launches": self.launches, "graphLaunches": self.graphs,
                "meta": {"version": 1}}


def nested():
    """Two warps on two SMs; nested ranges, a mark, a second launch."""
    t = Trace()
    a, b = t.warp(0), t.warp(1, sm=1)
    t.launch("_Z4demoPf", grid=(2, 1, 1), block=(64, 1, 1))
    t.life(a, 0, 1600)
    t.life(b, 0, 3200)
    t.range("stage", 0, 1280, a)
    t.range("load", 32, 352, a)
    t.range("load", 352, 992, a)
    t.mark("ready", 352, a)
    t.range("stage", 0, 2560, b)
    t.range("load", 64, 2560, b)
    t.range("tick", 2592, 2592, b)
    t.launch("_Z4demoPf", grid=(2, 1, 1), block=(64, 1, 1))
    t.life(a, 6400, 8000)
    t.range("stage", 6400, 7680, a)
    return t


def graphs():
    """Two launches of a CUDA graph with two nodes, behind a plain launch."""
    t = Trace()
    a = t.warp(0)
    t.launch("plain")
    t.range("own", 0, 320, a)
    for replay in range(2):
        t.launch("first")
        t.range("step", 3200 * (replay + 1), 3200 * (replay + 1) + 640, a)
        t.launch("second")
        t.mark("done", 3200 * (replay + 1) + 1600, a)
        t.graphs[f"graph_exec_2:{replay}"] = t.launches[-2:]
        del t.launches[-2:]
    return t


def slower():
    """`nested` with one load twice as long, and one more mark."""
    t = nested()
    first = t.launches[0]
    first["ranges"][0]["endTs"] += 640
    first["ranges"][2]["endTs"] += 640
    t.mark("extra", 6432)
    return t


def unclosed():
    """C58: push A, push B, one pop; an end alone; a launch without the end."""
    t = Trace()
    a, b = t.warp(0), t.warp(1)
    t.launch()
    t.range("A", 320, None, a)
    t.range("B", 640, 960, a)
    t.range("stray", None, 1280, a)
    t.mark("seen", 1600, b)
    t.range("C", 320, None, b)
    t.life(a, 0, 3200)
    t.launch("second")
    t.range("A", 6400, 6720, a)
    return t


def bad():
    """One event of each kind that is wrong."""
    t = Trace()
    a = t.warp(0)
    t.launch()
    t.range("good", 0, 320, a)
    t.range("backwards", 320, 0, a)
    t.range("far", 0, 320, 7)
    t.range("gone", 0, 320, a)
    t.launches[-1]["ranges"][-1]["rangeNameIdx"] = 99
    t.range("nowhere", 0, 320, a)
    del t.launches[-1]["ranges"][-1]["warpLocIdxs"]
    t.range("odd", 0, 320, a, payload=(9, 1))
    t.mark("unset", -BASE, a)
    t.range("long", 640, 640 + (1 << 32), a)
    return t


def payloads():
    """One mark of each payload type, at the edges of the type."""
    t = Trace()
    t.warp(0)
    t.launch()
    values = [(I8, 0xF8), (U8, 0xFF), (I16, 0x8000), (U16, 0xFFFF), (I32, 0xFFFFFFFD),
              (U32, 0xFFFFFFFF), (I64, (1 << 64) - 5), (U64, (1 << 64) - 1),
              (F16, 0x3555), (BF16, 0x3DCD), (F32, 0x3DCCCCCD), (F32, 0x80000000),
              (F32, 0x7FC00000), (F64, 0x3FB999999999999A), (POINTER, 0x7F0000001000)]
    for i, value in enumerate(values):
        t.mark(f"p{i:02}", 32 * i + 32, payload=value)
    t.range("both", 960, 992, payload=(U32, 3), end_payload=(U32, 4))
    for i in range(6):
        t.range("phase", 1000 + 320 * i, 1000 + 320 * i + 32 * (1 + i % 2),
                payload=(U32, i % 2))
    return t


def overlap():
    """Token ranges that cross each other, one that ends in another warp."""
    t = Trace()
    a, b = t.warp(0), t.warp(1)
    t.launch()
    t.token("tma", 0, 640, a)
    t.token("tma", 320, 960, a)
    t.token("tma", 640, 1280, a, end_warp=b)
    t.token("inner", 700, 800, a)
    t.range("work", 0, 1280, a)
    return t


def beside():
    """Two launches side by side in one warp's place, and a third behind them."""
    t = Trace()
    a = t.warp(0)
    t.launch("alpha")
    t.range("A", 0, 1000, a)
    t.token("copy", 500, 1100, a)
    t.launch("beta")
    t.range("B", 320, 1600, a)
    t.token("copy", 400, 900, a)
    t.mark("b", 640, a)
    t.launch("gamma")
    t.range("C", 1600, 1920, a)
    return t


def crowd():
    """Launches that overlap at random, in a random order, many on equal ticks."""
    t, rng = Trace(), random.Random(3)
    warps = [t.warp(w, sm) for sm in range(2) for w in range(2)]
    for launch in range(60):
        t.launch(f"k{launch % 5}")
        begin = 32 * rng.randrange(150)
        for w in rng.sample(warps, rng.randrange(1, 5)):
            at = begin + 32 * rng.randrange(3)
            for _ in range(rng.randrange(4)):
                end = at + 32 * rng.randrange(6)
                t.range("outer", at, end, w)
                middle = rng.randrange(at, end + 1, 32)
                t.range("inner", at, middle, w)
                t.range("inner", middle, end, w)
                t.token(f"token{rng.randrange(2)}", at, end + 32 * rng.randrange(6), w)
                t.mark("mark", middle, w)
                at = end
    return t


def lanes():
    """More names of overlapping token ranges on a warp than lanes have room."""
    t = Trace()
    a, b = t.warp(0), t.warp(1)
    t.launch()
    for i in range(300):
        t.token(f"t{i:03}", 32 * i, 32 * i + 32000, a)
    t.range("next", 0, 64000, b)
    return t


def same():
    """Events on one tick: waits on two warps, three marks, and nine marks."""
    t = Trace()
    a, b = t.warp(0), t.warp(1)
    t.launch()
    t.range("work", 0, 3200, a)
    for name in ("wait0", "wait1", "wait2"):
        t.range(name, 320, 320, a)
    for i in range(12):
        t.mark(f"m{i}", 608 if i < 3 else 2048, a)
    t.mark("wait3", 320, b)
    t.mark("far", 3168, b)
    return t


def ticks():
    """C61: a push, a mark and a pop on one tick, and a mark between ranges."""
    t = Trace()
    t.warp(0)
    t.launch()
    t.range("point", 320, 320)
    t.mark("on it", 320)
    t.range("left", 640, 960)
    t.range("right", 960, 1280)
    t.mark("between", 960)
    return t


def tracks():
    """C64: 132 SMs, 2 CTAs each, 12 warps each, told in a random order."""
    t = Trace()
    places = [(sm, cta, warp) for sm in range(132) for cta in range(2) for warp in range(12)]
    random.Random(64).shuffle(places)
    t.launch(grid=(264, 1, 1), block=(384, 1, 1))
    for i, (sm, cta, warp) in enumerate(places):
        t.locations.append({"smId": sm, "tpcId": sm // 2, "gpcId": 0,
                            "ctaId": [sm + 132 * cta, 0, 0], "warpId": warp})
        t.range("work", 0, 320, i)
    return t


def kernels():
    """C65: long template names, a lambda, kernels that differ in one argument."""
    t = Trace()
    t.warp(0)
    for i, name in enumerate([
            "_ZN3cub16DeviceScanKernelI6PolicyILi100EEPKfPfLi128EEEvT0_T1_",
            "_ZN3cub16DeviceScanKernelI6PolicyILi100EEPKfPfLi256EEEvT0_T1_",
            "_Z6launchIZ4mainEUliE_EvT_",
            "_ZN1a1kEv", "_ZN1b1kEv", "plain_c_name", "_Zbroken"]):
        t.launch(name)
        t.range("work", 320 * i, 320 * i + 32 * (i + 1))
    return t


def hostile():
    """Names that a terminal, an HTML page or a spreadsheet could trip over."""
    t = Trace()
    t.warp(0)
    t.launch("</script><script>alert(1)</script>")
    for i, name in enumerate(["</script><script>alert(2)</script>", "\x1b[31mred\x07", "a,\"b\"\nc",
                              "=1+1", "<b>&amp;", "größe 漢字", "\u2028", "<!--"]):
        t.range(name, 320 * i, 320 * i + 160)
        t.mark(name, 320 * i + 32)
    return t


def many():
    """Twenty launches, for cutting."""
    t = Trace()
    warps = [t.warp(w) for w in range(4)]
    for i in range(20):
        t.launch(f"_Z1kILi{i % 3}EEvv")
        for w in warps:
            at = 10000 * i + 32 * w
            t.life(w, at, at + 3200)
            t.range("outer", at, at + 3200, w, payload=(U32, i))
            t.range("inner", at + 320, at + 640, w)
            t.token("copy", at + 64, at + 4000, w)
            t.mark("here", at + 320, w, payload=(F32, 0x3F800000))
    return t


def ties():
    """Nested ranges as the H200 writes them, the inner first, that share ticks."""
    t = Trace()
    a = t.warp(0)
    t.launch()
    t.life(a, 0, 1600)
    for name in ("inner", "middle", "outer"):
        t.range(name, 320, 384, a)
    t.range("short", 640, 704, a)
    t.range("long", 640, 768, a)
    t.range("closed", 960, 1600, a)
    t.range("open", 960, None, a)
    t.range("first", 1568, 1568, a)
    t.range("second", 1568, 1568, a)
    return t


def implausible():
    """A bad record of each kind among good ones, in each array."""
    t = Trace()
    a, b = t.warp(0), t.warp(1)
    t.launch()
    far = 10**18
    t.life(a, 0, 6400)
    t.life(b, -far, 6400)
    for i in range(100):
        t.range("good", 32 * i, 32 * i + 32, a)
    t.range("far", far, far + 64, a)
    t.range("far end", 320, far, a)
    t.mark("far mark", -far, a)
    t.range("later", 5 * 10**9, 5 * 10**9 + 64, a)
    for field, value in (("startTs", -5), ("endTs", 1.5), ("rangeNameIdx", -1), ("warpLocIdxs", [-1, -1]),
                         ("startTs", "12"), ("endTs", 1 << 64), ("rangeType", {"a": [1]})):
        t.range("bad", 64, 96, a)
        t.launches[-1]["ranges"][-1][field] = value
    t.mark("half", 320, a)
    t.launches[-1]["markers"][-1]["timestamp"] += 0.5
    t.mark("kept", 352, a, payload=(5, -1))
    t.life(b, 0, 6400)
    t.launches[-1]["warpLifetimes"][-1]["locIdx"] = None
    t.range("good", 6336, 6368, b)
    t.launches[-1]["gridId"] = -3
    t.launch("days later")
    t.range("good", 100 * 86400 * 10**9, 100 * 86400 * 10**9 + 32, a)
    t.range("zero", -BASE, 100 * 86400 * 10**9 + 32, a)
    return t


def origin():
    """Times from 0 on: there 0 is a time."""
    t = Trace(base=0)
    a = t.warp(0)
    t.launch()
    t.life(a, 0, 704)
    t.range("A", 0, 320, a)
    t.mark("at 0", 0, a)
    t.range("B", 160, 640, a)
    return t


def silent():
    """Three warps, of which one recorded an event, and a launch without any."""
    t = Trace()
    warps = [t.warp(w) for w in range(3)]
    t.launch()
    for w in warps:
        t.life(w, 320 * w, 3200)
    t.range("work", 320, 640, warps[0])
    t.launch("quiet")
    t.life(warps[1], 6400, 9600)
    return t


def contexts():
    """Two contexts in one place at a time, as on two GPUs."""
    t = Trace()
    a = t.warp(0)
    for i in range(4):
        t.launch("demo", grid=(2, 1, 1), block=(64, 1, 1))
        t.launches[-1]["contextId"] = 3 if i % 2 else 1
        start = 1000 * i if i < 2 else 100000 * i
        t.life(a, start, start + 1600)
        t.range("B" if i % 2 else "A", start + 320, start + 1280, a)
    return t


def wrap():
    """C51: times around a wrap of the timer's low half, from a base of 0."""
    t = Trace(base=0)
    t.warp(0)
    t.launch()
    t.range("across", (1 << 32) - 64, (1 << 32) + 64)
    t.range("long", (1 << 32) + 64, (2 << 32) + 64)
    return t


def empty():
    """A launch without a single event."""
    t = Trace()
    t.launch()
    return t


def order(value, schema):
    if isinstance(value, dict):
        keys = list(value) if schema else sorted(value)
        return {key: order(value[key], schema) for key in keys}
    return [order(v, schema) for v in value] if isinstance(value, list) else value


def main():
    case, options = sys.argv[1], sys.argv[2:]
    root = order(globals()[case]().root(), "schema-order" in options)
    if "tables-first" in options:
        root = {key: root[key] for key in sorted(root, key=lambda k: "Table" not in k)}
    indent = 2 if "spaced" in options else None
    json.dump(root, sys.stdout, indent=indent,
              separators=None if indent else (",", ":"))


if __name__ == "__main__":
    main()
