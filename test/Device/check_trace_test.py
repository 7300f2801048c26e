#!/usr/bin/env python3
"""Checks check_trace.py on a small trace made by hand."""

import copy
import gzip
import json
import os
import subprocess
import sys
import tempfile
import unittest

CHECKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_trace.py")


def range_(name, warp, start, end, *payloads):
    events = [{"timestamp": start, "eventId": 2}, {"timestamp": end, "eventId": 31}]
    for event, (kind, bits) in zip(events, payloads):
        event.update(payloadType=kind, payloadVal=bits)
    return {
        "rangeId": 1, "rangeNameIdx": name, "rangeColor": 0, "rangeScope": 0,
        "rangeType": 2, "startTs": start, "endTs": end, "internalEvents": events,
        "warpLocIdxs": [warp, warp],
    }  # fmt: skip


def mark(name, warp, time, kind, bits):
    return {
        "markerNameIdx": name, "timestamp": time, "color": 0, "locIdx": warp,
        "payloadType": kind, "payloadVal": bits,
    }  # fmt: skip


# One launch, two warps: "outer" around "inner" in each, a float and a narrow
# mark in the first, and a token range with two payloads in the second.
TRACE = {
    "stringTable": ["outer", "inner", "a mark", "narrow", "token"],
    "locationTable": [
        {"smId": 0, "tpcId": 0, "gpcId": 0, "ctaId": [0, 0, 0], "warpId": 0},
        {"smId": 0, "tpcId": 0, "gpcId": 0, "ctaId": [0, 0, 0], "warpId": 1},
    ],
    "launches": [
        {
            "contextId": 1, "gridId": 1, "kernelName": "_Z6kernelPf",
            "ranges": [
                range_(0, 0, 1000, 2000), range_(1, 0, 1064, 1500),
                # Touches its neighbour: no overlap.
                range_(1, 0, 1500, 1600),
                range_(0, 1, 1000, 2000), range_(1, 1, 1064, 1500),
                range_(4, 1, 3000, 3100, (5, 7), (5, 0xFFFFFFF9)),
            ],
            "markers": [
                mark(2, 0, 1100, 13, 0x80000000), mark(3, 0, 1200, 1, 0xF8),
            ],
            "warpLifetimes": [],
        },
        {"contextId": 1, "gridId": 2, "kernelName": "other", "ranges": [],
         "markers": []},
    ],
    "graphLaunches": {}, "meta": {"version": 1},
}  # fmt: skip

EXPECTATIONS = """
// TRACE: kernel kernel
// TRACE: launches 1
// TRACE: warps 2
// TRACE: range outer 2
// TRACE: range inner >=2
// TRACE: range token 1
// TRACE: mark 'a mark' 1
// TRACE: mark narrow '=a mark'
// TRACE: shortest inner >=100
// TRACE: depth 2
// TRACE: payload mark 'a mark' f32: -0.0
// TRACE: payload mark narrow i8: -8
// TRACE: payload range token i32: 7 -7
"""


class CheckTrace(unittest.TestCase):
    def run_on(self, trace=TRACE, text=EXPECTATIONS, flags=(), pack=False):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "program.cu")
            with open(source, "w") as file:
                file.write(text)
            traces = os.path.join(folder, "traces", "deeper")
            os.makedirs(traces)
            if trace is not None:
                content = trace if isinstance(trace, str) else json.dumps(trace)
                name = os.path.join(traces, "iket_pid_0x1.trace.json")
                if pack:
                    with gzip.open(name + ".gz", "wt") as file:
                        file.write(content)
                else:
                    with open(name, "w") as file:
                        file.write(content)
            done = subprocess.run(
                [sys.executable, CHECKER, *flags, source, os.path.dirname(traces)],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip
        return done.returncode, done.stdout

    def passes(self, **kwargs):
        code, output = self.run_on(**kwargs)
        self.assertEqual(code, 0, output)
        self.assertNotIn("FAILED", output)

    def fails(self, message, **kwargs):
        code, output = self.run_on(**kwargs)
        self.assertEqual(code, 1, output)
        self.assertIn("FAILED: ", output)
        self.assertIn(message, output)

    def edited(self, edit):
        trace = copy.deepcopy(TRACE)
        edit(trace["launches"][0])
        return trace

    def swap(self, old, new):
        self.assertIn(old, EXPECTATIONS)
        return EXPECTATIONS.replace(old, new)

    def test_right(self):
        self.passes()
        self.passes(pack=True)
        self.passes(text=self.swap("f32: -0.0", "f32: 0x80000000*1"))

    def test_trace_missing_or_broken(self):
        self.fails("no trace in", trace=None)
        self.fails("JSONDecodeError", trace="{")
        self.fails("KeyError", trace={"meta": {"version": 1}})
        self.fails("no launches", trace=dict(TRACE, launches=[]))

    def test_nothing_recorded(self):
        def drop(launch):
            launch["ranges"] = launch["markers"] = []

        self.fails("range 'outer': 0, want 2", trace=self.edited(drop))
        self.fails("in the trace", text=self.swap("kernel kernel", "kernel absent"))

    def test_counts(self):
        self.fails("range 'outer': 2, want 3", text=self.swap("outer 2", "outer 3"))
        self.fails("want >=4", text=self.swap("inner >=2", "inner >=4"))
        self.fails("warps: 2, want 1", text=self.swap("warps 2", "warps 1"))
        self.fails("depth: 2, want 3", text=self.swap("depth 2", "depth 3"))
        self.fails("launches: 1", text=self.swap("launches 1", "launches 2"))
        self.fails("ns: 100, want", text=self.swap(">=100", ">=101"))
        self.fails("as many as", text=self.swap("range token 1", "range token =outer"))

    def test_unexpected(self):
        text = self.swap("// TRACE: range token 1\n", "")
        self.fails("unexpected ranges ['token']", text=text)
        text = self.swap("kernel kernel", "kernel other")
        self.fails("_Z6kernelPf: 8 events, want none", text=text)

    def test_order(self):
        def backwards(launch):
            launch["ranges"][0]["endTs"] = 999

        self.fails("1 ranges end before", trace=self.edited(backwards))

    def test_payloads(self):
        self.fails("unexpected 0x80000000", text=self.swap("f32: -0.0", "f32: 0.0"))
        self.fails("missing 8*1", text=self.swap("i32: 7 -7", "i32: 7 8"))
        self.fails("missing 7*1", text=self.swap("i32: 7 -7", "i32: 7*2 -7"))
        self.fails("type {1}, want 2", text=self.swap("narrow i8: -8", "narrow u8: 248"))

        def widened(launch):
            launch["markers"][1]["payloadVal"] = 0xFFFFFFF8

        self.fails("unexpected 0xfffffff8", trace=self.edited(widened))
        self.fails("4 payloads with payloads off", flags=["--no-payloads"])

    def test_bad_expectations(self):
        self.fails("no TRACE lines", text="// nothing")
        self.fails("line 1: cannot read", text="// TRACE: warps 2")
        self.fails("cannot read", text=self.swap("warps 2", "warp 2"))
        self.fails("cannot read", text=self.swap("warps 2", "warps two"))
        self.fails("cannot read", text=self.swap("i8: -8", "i9: -8"))


if __name__ == "__main__":
    unittest.main()
