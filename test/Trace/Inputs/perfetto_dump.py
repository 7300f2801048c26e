#!/usr/bin/env python3
"""Prints a .pftrace as Perfetto's own message classes and rules read it.

    perfetto_dump.py TRACE [TIME]     times are printed from TIME on

Tracks come as a tree in the order in which they are drawn, each with its slices
and instants: name, start, duration and arguments. Events are sorted by time,
with those of equal time in the order of the file, and an end closes the
innermost slice of its track, as in Perfetto's trace processor.
"""

import collections
import sys

from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as pb

EXPLICIT = pb.TrackDescriptor.ChildTracksOrdering.EXPLICIT


def value(note):
    kind = note.WhichOneof("value")
    number = getattr(note, kind)
    return hex(number) if kind == "pointer_value" else number


def read(path):
    trace = pb.Trace()
    with open(path, "rb") as file:
        trace.ParseFromString(file.read())
    tracks, events, names, notes = {}, [], {}, {}
    for packet in trace.packet:
        assert packet.trusted_packet_sequence_id == 1
        names.update((n.iid, n.name) for n in packet.interned_data.event_names)
        notes.update((n.iid, n.name) for n in packet.interned_data.debug_annotation_names)
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            assert track.uuid not in tracks, "a track described twice"
            assert not track.parent_uuid or track.parent_uuid in tracks, "parent after child"
            tracks[track.uuid] = track
        if packet.HasField("track_event"):
            assert packet.track_event.track_uuid in tracks, "an event before its track"
            events.append((packet.timestamp, packet.track_event))
    events.sort(key=lambda e: e[0])
    return tracks, events, names, notes


def main():
    base = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    tracks, events, names, notes = read(sys.argv[1])
    stacks, lines = collections.defaultdict(list), collections.defaultdict(list)
    for time, event in events:
        args = {notes[n.name_iid]: value(n) for n in event.debug_annotations}
        name = event.name or names.get(event.name_iid)
        track, stack = event.track_uuid, stacks[event.track_uuid]
        if event.type == event.TYPE_SLICE_BEGIN:
            line = [name, time, None, args, len(stack)]
            stack.append(line)
            lines[track].append(line)
        elif event.type == event.TYPE_SLICE_END:
            line = stack.pop()
            line[2] = time - line[1]
            line[3].update(args)
        else:
            assert event.type == event.TYPE_INSTANT
            lines[track].append([name, time, "instant", args, 0])
    assert not any(stacks.values()), "slices left open"

    children = collections.defaultdict(list)
    for track in tracks.values():
        children[track.parent_uuid].append(track)

    def show(parent, depth):
        ordered = children[parent]
        if parent and tracks[parent].child_ordering == EXPLICIT:
            ordered = sorted(ordered, key=lambda t: t.sibling_order_rank)
        else:
            ordered = sorted(ordered, key=lambda t: t.name)
        for track in ordered:
            print("  " * depth + track.name)
            for name, time, duration, args, nesting in lines[track.uuid]:
                more = " ".join(f"{k}={v}" for k, v in args.items())
                print("  " * (depth + nesting) + f"| {name} @{time - base} {duration} {more}".rstrip())
            show(track.uuid, depth + 1)

    show(0, 0)


if __name__ == "__main__":
    main()
