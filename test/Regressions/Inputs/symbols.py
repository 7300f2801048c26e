"""Prints size, binding and name of an ELF file's Iket symbols, by name."""

import struct
import sys

BINDINGS = {0: "LOCAL", 1: "GLOBAL", 2: "WEAK"}

with open(sys.argv[1], "rb") as file:
    elf = file.read()
offset = struct.unpack_from("<Q", elf, 40)[0]
entry_size, count = struct.unpack_from("<HH", elf, 58)
# type, offset, size, link
sections = [
    struct.unpack_from("<4xI16xQQI", elf, offset + i * entry_size)
    for i in range(count)
]
for kind, begin, size, link in sections:
    if kind != 2:  # SHT_SYMTAB
        continue
    strings = sections[link][1]
    symbols = []
    for at in range(begin, begin + size, 24):
        name, info, length = struct.unpack_from("<IB11xQ", elf, at)
        end = elf.index(b"\0", strings + name)
        text = elf[strings + name : end].decode()
        if text.startswith("__iket_"):
            symbols.append((text, length, BINDINGS[info >> 4]))
    for text, length, binding in sorted(symbols):
        print(length, binding, text)
