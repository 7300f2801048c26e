#!/usr/bin/env python3
"""Writes a trace of 60 MB that is quickly written: blanks in the midst of its
ranges. Before them is a range of 1024 ns, behind them one whose name is not there.
Lifetimes tell when the launch was, so that no range is read for that.
"""

RANGE = '{"rangeNameIdx":%d,"startTs":1000,"endTs":2024,"rangeType":2,"warpLocIdxs":[0,0]}'
LIFE = '{"locIdx":0,"startTs":900,"endTs":2100}'
print('{"launches":[{"kernelName":"k","ranges":[', RANGE % 0, " " * 60_000_000, ",", RANGE % 7,
      '],"warpLifetimes":[', ",".join([LIFE] * 9), ']}],"locationTable":[{"smId":0,"ctaId":[0,0,0],"warpId":0}],"stringTable":["load"]}',
      sep="")
