#!/usr/bin/env python3
"""Breaks a good cubin of events.cu in one way after the other, and prints what
`iket verify` says of each.

    breakage.py IKET NVDISASM CUBIN SCRATCH
"""

import json
import struct
import subprocess
import sys


def sections(data):
    at, = struct.unpack_from("<Q", data, 40)
    count, = struct.unpack_from("<H", data, 60)
    return [struct.unpack_from("<IIQQQQIIQQ", data, at + i * 64) for i in range(count)]


def code(data):
    """Offsets of the instructions."""
    for s in sections(data):
        if s[1] == 1 and s[2] & 4:
            yield from range(s[4], s[4] + s[5] - 15, 16)


def words(data, at):
    return struct.unpack_from("<QQ", data, at)


def main():
    iket, nvdisasm, cubin, scratch = sys.argv[1:]
    good = open(cubin, "rb").read()
    operations = [(words(good, at)[0] & 0xFFF, at) for at in code(good)]

    def first(operation, wants=lambda at: True):
        return next(at for o, at in operations if o == operation and wants(at))

    trigger = first(0x801)
    timer = first(0x805)
    store = first(0x988)
    payload = first(0x988, lambda at: at > store)
    identify = first(0x812)

    def event(name, field, value):
        at = good.rindex(b"\x3c\0\0\0", 0, good.index(b"\0" + name.encode() + b"\0") + 1)
        return ("<I", at + field, value)

    nop = struct.pack("<QQ", 0x7918, 0x000FC00000000000)
    high = words(good, store)[1]
    changes = {
        # Instruction by instruction: its bytes at its place.
        "no timer read": [(timer, nop)],
        "id in the record": [(identify + 4, struct.pack("<I", 3))],
        # Bits 73 to 75 are the width: 4 is 32 bits, 5 is 64.
        "fused": [(store + 8, struct.pack("<Q", high & ~(7 << 9) | 5 << 9)), (payload, nop)],
        "payload elsewhere": [(payload + 5, b"\x0c")],
        "wide": [event("start", 12, 7)],
        "undeclared": [(trigger + 4, struct.pack("<I", 29)), (identify + 4, struct.pack("<I", 29))],
        "twice": [event("body", 4, 1)],
        "no trigger": [(trigger, nop)],
        "a mark": [event("body", 16, 0)],
        "a token": [event("body", 16, 4)],
    }
    for what, edits in changes.items():
        data = bytearray(good)
        for edit in edits:
            if len(edit) == 3:
                struct.pack_into(edit[0], data, edit[1], edit[2])
            else:
                data[edit[0]:edit[0] + len(edit[1])] = edit[1]
        open(scratch, "wb").write(data)
        run = subprocess.run([iket, "verify", "--json", "--nvdisasm", nvdisasm, scratch],
                             capture_output=True, text=True)
        if run.returncode != 1:
            sys.exit(f"{what}: ended with {run.returncode}: {run.stderr}")
        for f in json.loads(run.stdout)[0]["findings"]:
            print(f"{what}: {f['what']}" + (" [refused]" if f["rejected"] else ""))


if __name__ == "__main__":
    main()
