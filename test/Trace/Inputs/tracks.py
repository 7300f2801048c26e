#!/usr/bin/env python3
"""Checks that an export shows each range of a trace.json where it was.

    tracks.py TRACE EXPORT      a .pftrace or Chrome's JSON

On no track may a range cross another, or viewers draw it wrong; and names,
starts and durations are those of the trace. Prints how much there was.
"""

import collections
import json
import sys


def of_trace(path):
    with open(path) as file:
        trace = json.load(file)
    names, found = trace["stringTable"], collections.Counter()
    for launch in trace["launches"]:
        for r in launch["ranges"]:
            found[names[r["rangeNameIdx"]], r["startTs"], r["endTs"] - r["startTs"]] += 1
        for m in launch["markers"]:
            found[names[m["markerNameIdx"]], m["timestamp"], None] += 1
    return found


def of_chrome(path):
    """Slices and instants by thread."""
    with open(path) as file:
        root = json.load(file)
    base, tracks = int(root["otherData"]["start_ns"]), collections.defaultdict(list)
    ns = lambda us: round(us * 1000)
    for e in root["traceEvents"]:
        if e["ph"] != "M" and e["pid"] != 0:
            tracks[e["tid"]].append((e["name"], base + ns(e["ts"]), ns(e["dur"]) if e["ph"] == "X" else None))
    return tracks


def of_perfetto(path):
    """The same, as Perfetto's reader makes slices of begins and ends."""
    import perfetto_dump
    descriptions, events, names, _ = perfetto_dump.read(path)
    tracks, open_slices = collections.defaultdict(list), collections.defaultdict(list)
    for time, e in events:
        if e.name:
            continue  # A launch.
        if descriptions[e.track_uuid].name.startswith("launches"):
            continue
        if e.type == e.TYPE_SLICE_BEGIN:
            open_slices[e.track_uuid].append((names[e.name_iid], time))
        elif e.type == e.TYPE_SLICE_END:
            name, start = open_slices[e.track_uuid].pop()
            tracks[e.track_uuid].append((name, start, time - start))
        else:
            tracks[e.track_uuid].append((names[e.name_iid], time, None))
    return tracks


def crossings(events):
    """How many ranges of a track cross one that began before."""
    count, ends = 0, []
    for start, end in sorted(((s, s + d) for _, s, d in events if d is not None), key=lambda r: (r[0], -r[1])):
        while ends and ends[-1] <= start:
            ends.pop()
        count += bool(ends) and end > ends[-1]
        ends.append(end)
    return count


def main():
    trace, export = sys.argv[1:]
    tracks = (of_perfetto if export.endswith(".pftrace") else of_chrome)(export)
    shown = collections.Counter(e for events in tracks.values() for e in events)
    crossing = sum(crossings(events) for events in tracks.values())
    print(sum(shown.values()), "events on", len(tracks), "tracks,", crossing, "crossings")
    for event, count in (of_trace(trace) - shown).items():
        print("missing", count, *event)
    for event, count in (shown - of_trace(trace)).items():
        print("made up", count, *event)


if __name__ == "__main__":
    main()
