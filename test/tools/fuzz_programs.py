#!/usr/bin/env python3
"""Feeds random event programs to the passes and checks what comes out.

    fuzz_programs.py [--modules N] [--programs N] [--seed N] [--keep DIR]
                     -- OPT -load-pass-plugin=...

Each module is LLVM IR text of many kernels and device functions: ranges that
nest and ranges that overlap, branches, loops, tokens and names through phi,
select and memory, names of odd bytes, every payload type. The generator knows
which records each event must become, so that a module is checked for

  - its declarations: ids, kinds, payload types, hashes, names, bytes;
  - its records: how many triggers with which id;
  - leftovers: no function of the IR contract is called or declared;
  - order: a second run on the same text gives the same text;
  - stamping: a run on the result changes nothing;
  - default<O2>, for one module of eight: what is declared is recorded.

The same seed gives the same modules everywhere. A module that fails is printed
to DIR, or to the current directory, as fuzz-SEED.ll.
"""

import argparse
import collections
import os
import random
import re
import struct
import subprocess
import sys

POP = 31
NATIVE, EXTENDED = 30, 4031

# Suffix, IR type, id in the declaration, constants to try.
TYPES = {
    "": (None, 0, []),
    "i8": ("i8", 1, ["0", "-1", "127", "-128"]),
    "u8": ("i8", 2, ["0", "-1", "1"]),
    "i16": ("i16", 3, ["0", "-32768", "7"]),
    "u16": ("i16", 4, ["0", "-1"]),
    "i32": ("i32", 5, ["0", "-1", "2147483647", "31"]),
    "u32": ("i32", 6, ["0", "-1", "32"]),
    "i64": ("i64", 7, ["0", "-1", "4294967296"]),
    "u64": ("i64", 16, ["0", "-1", "9223372036854775807"]),
    "f16": ("half", 11, ["0xH0000", "0xH7E01", "0xH8000"]),
    "bf16": ("bfloat", 12, ["0xR0000", "0xR7FC1", "0xR8000"]),
    "f32": ("float", 13, ["0.0", "-0.0", "1.5", "0x7FF8000020000000"]),
    "f64": ("double", 14, ["0.0", "-0.0", "0x7FF8000000001234"]),
    "ptr": ("ptr", 15, ["null"]),
}
# How a value of each IR type is made of a kernel's parameters.
MADE = {
    "i8": "trunc i32 %n to i8",
    "i16": "trunc i32 %n to i16",
    "i32": "add i32 %n, 3",
    "i64": "zext i32 %n to i64",
    "half": "fptrunc float %f to half",
    "bfloat": "fptrunc float %f to bfloat",
    "float": "fadd float %f, 1.0",
    "double": "fpext float %f to double",
    "ptr": "getelementptr i8, ptr %p, i64 4",
}
PARAMETERS = "ptr %p, i32 %n, float %f"
ARGUMENTS = "ptr %p, i32 %n, float %f"

PIECES = [
    "a", "Z", "_", "9", " ", ".", "::", "<int>", "%", "%s", "$", '"', "\\",
    "\\n", "\n", "\t", "\r", "\x01", "\x7f", "'", "/", "//", "/*", "*/", ";",
    "{", "}", "@", "é", "ß", "\u00a0", "\u200b", "\u202e", "\ufeff", "\ufffd",
    "漢", "字", "𝔘", "😀", "\U0010ffff", "load", "store", "mma", "wait",
]  # fmt: skip


def fnv1a(data):
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


def escape(data):
    return "".join(
        chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\{b:02X}" for b in data
    )


def unescape(text):
    return re.sub(
        rb"\\(?:\\|([0-9A-Fa-f]{2}))",
        lambda m: bytes([int(m.group(1), 16)]) if m.group(1) else b"\\",
        text.encode("latin-1"),
    )


class Name:
    """A name of the module and what it may be used for."""

    def __init__(self, rng, text, operand, types):
        self.text, self.operand = text, operand
        self.mark_type = rng.choice(types)
        self.range_type = rng.choice(types)
        self.is_token = rng.random() < 0.4


class Module:
    def __init__(self, seed, programs):
        self.rng = rng = random.Random(seed)
        self.globals, self.functions, self.callees = [], [], []
        self.builtins = {}
        self.tables = 0
        # What must come out: records by (class, name), and pops.
        self.records = collections.Counter()
        self.pops = 0
        self.open_ends = []  # Ends of tokens that may be any, by type.
        self.token_names = set()
        self.token_types = set()
        self.started = []  # (class, name, type, is range_start) in any order.
        self.has_arch = rng.random() < 0.8
        self.arch = rng.choice(["sm_90", "sm_90a", "sm_100", "sm_103a", "sm_120"])
        self.make_names()
        for _ in range(rng.randrange(2, 6)):
            self.add_function("device")
        for _ in range(programs):
            self.add_function("kernel")

    # Names -----------------------------------------------------------------

    def make_names(self):
        rng = self.rng
        # A mark and a range each, so up to two declarations a name.
        count = rng.choice([3, 8, 14, 15, 16, 40, 120])
        types = rng.choice(
            [[""], ["", "i32", "f32"], ["i64", "ptr", "f64"], list(TYPES)]
        )
        self.types = types
        hashes, self.names = set(), []
        while len(self.names) < count:
            text = b""
            for _ in range(rng.choice([1, 1, 2, 4, 9, 32])):
                piece = rng.choice(PIECES).encode()
                if len(text) + len(piece) <= 32:
                    text += piece
            if fnv1a(text) in hashes:
                continue
            hashes.add(fnv1a(text))
            self.names.append(
                Name(rng, text, self.make_string(text), types)
            )

    def make_string(self, text):
        rng, symbol = self.rng, f"@s{len(self.globals)}"
        form = rng.randrange(5)
        prefix = b"skipped " if form == 0 else b""
        data = prefix + text + b"\0"
        space = f"addrspace({rng.choice([1, 4])}) " if form == 1 else ""
        linkage = "internal" if form <= 2 else "private unnamed_addr"
        self.globals.append(
            f'{symbol} = {linkage} {space}constant [{len(data)} x i8] c"{escape(data)}"'
        )
        if form == 0:
            return f"getelementptr inbounds (i8, ptr {symbol}, i64 {len(prefix)})"
        if form == 1:
            return f"addrspacecast (ptr {space}{symbol} to ptr)"
        return symbol

    def pick(self, kind, type_, most):
        """Up to MOST names that may stand in one call, or none."""
        if kind == "mark":
            fit = [n for n in self.names if n.mark_type == type_]
        else:
            token = kind == "token"
            fit = [
                n for n in self.names if n.range_type == type_ and n.is_token == token
            ]
        if not fit:
            return []
        count = self.rng.choice([1, 1, 1, 1, 2, 3])
        return [self.rng.choice(fit) for _ in range(min(count, most))]

    # Builtins --------------------------------------------------------------

    def call(self, name, result, operands):
        """A call of a builtin, which is declared as the first call finds it."""
        if name not in self.builtins:
            located = self.rng.random() < 0.5
            types = [o.split(" ", 1)[0] for o in operands]
            types += ["ptr", "i32"] if located else []
            parameters = ", ".join(types)
            if self.rng.random() < 0.4:
                body = "ret void" if result == "void" else f"ret {result} 0"
                text = (
                    f"define linkonce_odr {result} @{name}({parameters}) "
                    f"alwaysinline {{\n  {body}\n}}"
                )
            else:
                text = f"declare {result} @{name}({parameters})"
            self.builtins[name] = (located, text)
        if self.builtins[name][0]:
            operands = operands + [
                "ptr @file",
                f"i32 {self.rng.randrange(1, 1000)}",
            ]
        return f"call {result} @{name}({', '.join(operands)})"

    # Functions -------------------------------------------------------------

    def add_function(self, kind):
        rng = self.rng
        index = len(self.functions)
        inlined = kind == "device" and rng.random() < 0.4
        function = Function(self, inlined)
        function.body(rng.randrange(1, 7))
        attributes = ['"target-cpu"="%s"' % self.arch] if self.has_arch else []
        if kind == "device":
            attributes.append("alwaysinline" if inlined else "noinline")
        elif rng.random() < 0.1:
            attributes.append("optnone noinline")
        ranged = [
            n
            for n in self.names
            if n.range_type == ""
            and not n.is_token
            and re.fullmatch(rb"[A-Za-z0-9_. :<>]+", n.text)
        ]
        if ranged and not inlined and rng.random() < 0.15:
            name = rng.choice(ranged)
            function.record("range", [name])
            function.pops += function.returns
            attributes.append(
                '"llvm.assume"="ompx_iket.range\\0A%s\\0Af.cu\\0A7\\0A"'
                % name.text.decode()
            )
        head = {"kernel": "define ptx_kernel void @k", "device": "define void @d"}[kind]
        if inlined:
            head = "define internal void @d"
        self.functions.append(
            f"{head}{index}({PARAMETERS}) {' '.join(attributes)} {{\n"
            + "\n".join(["entry:"] + function.prelude + function.lines)
            + "\n}"
        )
        if kind == "device":
            self.callees.append((f"@d{index}", function if inlined else None))
        if not inlined:
            self.absorb(function)

    def absorb(self, function):
        """Adds what FUNCTION records to the module."""
        self.records.update(function.records)
        self.pops += function.pops
        self.open_ends += function.open_ends

    # Text and expectation --------------------------------------------------

    def text(self):
        return "\n".join(
            ['target triple = "nvptx64-nvidia-cuda"', '@file = private unnamed_addr constant [5 x i8] c"f.cu\\00"']
            + self.globals
            + [text for _, text in self.builtins.values()]
            + self.functions
        ) + "\n"

    def expected(self):
        """Triggers by (class, name bytes), and each one's declaration."""
        records = collections.Counter(self.records)
        declared = {key: None for key in records}
        by_text = {n.text: n for n in self.names}
        for cls, text in declared:
            name = by_text[text]
            if cls == "mark":
                declared[cls, text] = (0, TYPES[name.mark_type][1])
            else:
                # A range_start that nothing ends is a push.
                position = 4 if text in self.token_names else 1
                declared[cls, text] = (position, TYPES[name.range_type][1])
        for type_ in self.open_ends:
            for (cls, text), (position, payload) in declared.items():
                if position == 4 and payload == TYPES[type_][1]:
                    records[cls, text] += 1
        return records, declared


class Function:
    """The body of one function under construction."""

    def __init__(self, module, inlined):
        self.m, self.rng, self.inlined = module, module.rng, inlined
        self.prelude, self.lines = [], []
        self.block = "entry"
        self.counter = 0
        self.records = collections.Counter()
        self.pops, self.returns = 0, 0
        self.open_ends = []

    def fresh(self, stem="v"):
        self.counter += 1
        return f"{stem}{self.counter}"

    def emit(self, text):
        self.lines.append("  " + text)

    def value(self, text):
        name = "%" + self.fresh()
        self.emit(f"{name} = {text}")
        return name

    def label(self, name):
        self.lines.append(f"{name}:")
        self.block = name

    def slot(self, type_):
        name = "%" + self.fresh("slot")
        self.prelude.append(f"  {name} = alloca {type_}")
        return name

    def record(self, cls, names):
        for text in {n.text for n in names}:
            self.records[cls, text] += 1

    def condition(self):
        """One that no other implies: inlining drops what cannot be reached."""
        loaded = self.value("load volatile i32, ptr %p")
        return self.value(f"icmp sgt i32 {loaded}, {self.rng.randrange(9)}")

    def diamond(self, then, otherwise):
        """if/else; returns both results with their blocks."""
        stem = self.fresh("b")
        self.emit(f"br i1 {self.condition()}, label %{stem}t, label %{stem}e")
        results = []
        for suffix, arm in (("t", then), ("e", otherwise)):
            self.label(stem + suffix)
            results.append((arm(), self.block))
            self.emit(f"br label %{stem}j")
        self.label(stem + "j")
        return results

    def choose(self, type_, values):
        """One of VALUES, by an instruction that depends on the arguments."""
        chosen = values[0]
        for other in values[1:]:
            form = self.rng.randrange(3)
            if form == 0:
                chosen = self.value(
                    f"select i1 {self.condition()}, {type_} {chosen}, {type_} {other}"
                )
            elif form == 1:
                (a, x), (b, y) = self.diamond(lambda: chosen, lambda: other)
                chosen = self.value(f"phi {type_} [ {a}, %{x} ], [ {b}, %{y} ]")
            else:
                slot = self.slot(type_)
                self.diamond(
                    lambda: self.emit(f"store {type_} {chosen}, ptr {slot}"),
                    lambda: self.emit(f"store {type_} {other}, ptr {slot}"),
                )
                chosen = self.value(f"load {type_}, ptr {slot}")
        return chosen

    def name_operand(self, names):
        rng, operands = self.rng, [n.operand for n in names]
        if len(names) > 1 and rng.random() < 0.3:
            self.m.tables += 1
            space = rng.choice(["", "addrspace(4) "])
            symbol = f"@table{self.m.tables}"
            self.m.globals.append(
                f"{symbol} = internal {space}constant [{len(names)} x ptr] "
                f"[{', '.join('ptr ' + o for o in operands)}]"
            )
            base = f"addrspacecast (ptr {space}{symbol} to ptr)" if space else symbol
            wide = self.value("zext i32 %n to i64")
            entry = self.value(
                f"getelementptr inbounds [{len(names)} x ptr], ptr {base}, i64 0, "
                f"i64 {wide}"
            )
            return self.value(f"load ptr, ptr {entry}")
        chosen = self.choose("ptr", operands)
        if rng.random() < 0.1:
            slot = self.slot("ptr")
            self.emit(f"store ptr {chosen}, ptr {slot}")
            chosen = self.value(f"load ptr, ptr {slot}")
        return chosen

    def payload(self, type_):
        """The operand list of a payload: empty for none."""
        ir, _, constants = TYPES[type_]
        if ir is None:
            return []
        if self.rng.random() < 0.4:
            return [f"{ir} {self.rng.choice(constants)}"]
        return [f"{ir} {self.value(MADE[ir])}"]

    def event(self, base, type_, operands, result="void"):
        text = self.m.call(base + ("_" + type_ if type_ else ""), result, operands)
        if result == "void":
            self.emit(text)
            return None
        return self.value(text)

    # Statements ------------------------------------------------------------

    def body(self, length):
        self.block_of(length, 0)
        self.emit("ret void")
        self.returns += 1

    def block_of(self, length, depth):
        statements = [self.mark] * 3 + [self.push] * 2 + [
            self.token, self.token_of_many, self.named, self.unused_start,
            self.loose, self.query, self.keep, self.store, self.call_device,
        ]  # fmt: skip
        if depth < 3:
            statements += [self.branch, self.loop, self.early_return, self.switch]
        for _ in range(length):
            self.rng.choice(statements)(depth)

    def inner(self, depth):
        if depth < 3:
            self.block_of(self.rng.randrange(0, 3), depth + 1)

    def mark(self, _):
        type_ = self.rng.choice(self.m.types)
        names = self.m.pick("mark", type_, 3)
        if names:
            name = self.name_operand(names)
            self.event("__iket_mark", type_, [f"ptr {name}"] + self.payload(type_))
            self.record("mark", names)

    def push(self, depth):
        type_ = self.rng.choice(self.m.types)
        names = self.m.pick("push", type_, 3)
        if not names:
            return
        name = self.name_operand(names)
        self.event("__iket_range_push", type_, [f"ptr {name}"] + self.payload(type_))
        self.record("range", names)
        self.inner(depth)
        if len(names) == 1 and self.rng.random() < 0.3:
            self.event("__iket_range_pop_name", "", [f"ptr {names[0].operand}"])
        else:
            self.event("__iket_range_pop", "", [])
        self.pops += 1

    def unused_start(self, depth):
        """range_start whose token nobody takes: another push."""
        type_ = self.rng.choice(self.m.types)
        names = self.m.pick("push", type_, 1)
        if names:
            self.event(
                "__iket_range_start",
                type_,
                [f"ptr {names[0].operand}"] + self.payload(type_),
                "i32",
            )
            self.record("range", names)
            self.inner(depth)
            self.event("__iket_range_pop", "", [])
            self.pops += 1

    def start(self, type_):
        """A token and its possible names, or none."""
        names = self.m.pick("token", type_, 2)
        if not names:
            return None
        name = self.name_operand(names)
        token = self.event(
            "__iket_range_start",
            type_,
            [f"ptr {name}"] + self.payload(type_),
            "i32",
        )
        self.record("range", names)
        return token, names

    def end(self, type_, token, names):
        self.event("__iket_range_end", type_, [f"i32 {token}"] + self.payload(type_))
        self.record("range", names)
        self.m.token_names.update(n.text for n in names)
        self.m.token_types.add(type_)

    def token(self, depth):
        type_ = self.rng.choice(self.m.types)
        started = self.start(type_)
        if started:
            self.inner(depth)
            self.end(type_, *started)

    def token_of_many(self, depth):
        """Tokens through phi, select and memory, "no range" among them."""
        type_ = self.rng.choice(self.m.types)
        tokens, names = [], []
        for _ in range(self.rng.randrange(1, 4)):
            started = self.start(type_)
            if started:
                tokens.append(started[0])
                names += started[1]
        if not tokens:
            return
        if self.rng.random() < 0.5:
            tokens.append(self.event("__iket_sentinel_token", "", [], "i32"))
        if self.rng.random() < 0.2:
            tokens.append("0")
        self.rng.shuffle(tokens)
        token = self.choose("i32", tokens)
        if self.rng.random() < 0.2:
            token = self.value(f"freeze i32 {token}")
        self.inner(depth)
        self.end(type_, token, names)

    def named(self, depth):
        """A token range that its name ends."""
        type_ = self.rng.choice(self.m.types)
        names = self.m.pick("token", type_, 1)
        if not names:
            return
        operand = f"ptr {names[0].operand}"
        self.event(
            "__iket_range_start", type_, [operand] + self.payload(type_), "i32"
        )
        self.inner(depth)
        self.event("__iket_range_end_name", type_, [operand] + self.payload(type_))
        self.record("range", names)
        self.record("range", names)
        self.m.token_names.add(names[0].text)

    def loose(self, _):
        """A token of unknown origin: any that is declared with this type."""
        if not self.m.token_types:
            return
        type_ = self.rng.choice(sorted(self.m.token_types))
        place = self.value("getelementptr i8, ptr %p, i64 64")
        token = self.value(f"load i32, ptr {place}")
        self.event("__iket_range_end", type_, [f"i32 {token}"] + self.payload(type_))
        self.open_ends.append(type_)

    def query(self, depth):
        name = self.rng.choice(["__iket_enabled", "__iket_runtime_payloads"])
        asked = self.value(self.m.call(name, "i1", []))
        stem = self.fresh("q")
        self.emit(f"br i1 {asked}, label %{stem}y, label %{stem}n")
        self.label(stem + "y")
        self.inner(depth)
        self.emit(f"br label %{stem}n")
        self.label(stem + "n")

    def keep(self, _):
        self.event("__iket_keep", "", [f"i32 {self.value('mul i32 %n, %n')}"])

    def store(self, _):
        self.emit("store i32 %n, ptr %p")

    def call_device(self, _):
        if not self.m.callees or self.inlined:
            return
        symbol, inlined = self.rng.choice(self.m.callees)
        self.emit(f"call void {symbol}({ARGUMENTS})")
        if inlined:  # Its records are copied to here.
            self.records.update(inlined.records)
            self.pops += inlined.pops
            self.open_ends += inlined.open_ends

    def branch(self, depth):
        if self.rng.random() < 0.5:
            self.diamond(lambda: self.inner(depth), lambda: self.inner(depth))
        else:
            self.diamond(lambda: self.inner(depth), lambda: None)

    def early_return(self, depth):
        stem = self.fresh("r")
        self.emit(f"br i1 {self.condition()}, label %{stem}r, label %{stem}g")
        self.label(stem + "r")
        self.inner(depth)
        self.emit("ret void")
        self.returns += 1
        self.label(stem + "g")

    def loop(self, depth):
        """A counted loop; sometimes it ends the token of the turn before."""
        stem, before = self.fresh("l"), self.block
        type_ = self.rng.choice(self.m.types)
        carried = self.rng.random() < 0.5 and self.m.pick("token", type_, 1)
        self.emit(f"br label %{stem}h")
        self.label(stem + "h")
        at = len(self.lines)
        if carried:
            self.event(
                "__iket_range_end", type_, [f"i32 %{stem}t"] + self.payload(type_)
            )
        self.inner(depth)
        phis = []
        if carried:
            token, names = self.start(type_)
            self.record("range", names)
            self.m.token_names.update(n.text for n in names)
            phis.append(
                f"  %{stem}t = phi i32 [ 0, %{before} ], [ {token}, %{self.block} ]"
            )
        phis.append(
            f"  %{stem}i = phi i32 [ 0, %{before} ], [ %{stem}s, %{self.block} ]"
        )
        self.lines[at:at] = phis
        self.emit(f"%{stem}s = add i32 %{stem}i, 1")
        self.emit(f"br i1 {self.condition()}, label %{stem}h, label %{stem}x")
        self.label(stem + "x")

    def switch(self, depth):
        stem = self.fresh("s")
        arms = range(self.rng.randrange(1, 4))
        cases = " ".join(f"i32 {i}, label %{stem}c{i}" for i in arms)
        loaded = self.value("load volatile i32, ptr %p")
        self.emit(f"switch i32 {loaded}, label %{stem}x [ {cases} ]")
        for i in arms:
            self.label(f"{stem}c{i}")
            self.inner(depth)
            self.emit(f"br label %{stem}x")
        self.label(stem + "x")


# Checks ----------------------------------------------------------------------

GLOBAL = re.compile(
    r'^@__iket_(meta_info|evt_decl_(?:\w+)_attrs|range_decl_(?:\w+)_attrs) = '
    r'(?:local_unnamed_addr )?addrspace\(1\) global \[(\d+) x i8\] '
    r'c"([^"]*)", align 1$',
    re.M,
)
# A comment whose order is that of the use lists, which no text holds.
PREDECESSORS = re.compile(rb" *; preds = .*")
TRIGGER = re.compile(r"call void @llvm\.nvvm\.pm\.event\.mask\(i16 (\d+)\)")


def check(module, text):
    """Yields what is wrong with TEXT, the lowered module."""
    records, declared = module.expected()
    found, hashes = {}, {}
    wide = len(declared) > NATIVE
    for symbol, size, raw in GLOBAL.findall(text):
        data = unescape(raw)
        if len(data) != int(size):
            yield f"{symbol} has {len(data)} bytes of {size}"
            continue
        words = struct.unpack_from(f"<{28 // 4}I", data)
        if symbol.startswith("evt_decl"):
            size, id_, method, payload, position, hash_, length = words
            name = data[28 : 28 + length]
            cls = "mark" if position == 0 else "range"
            if symbol.rsplit("_", 2)[1] != str(id_):
                yield f"{symbol} declares id {id_}"
            if (size, method) != (60, 5 if wide else 3) or data[28 + length :].strip(
                b"\0"
            ):
                yield f"{symbol} is malformed"
            if hash_ != (fnv1a(name) if cls == "range" else 0):
                yield f"{symbol} has range id {hash_}"
            if (cls, name) in found:
                yield f"{cls} {name!r} is declared twice"
            if declared.get((cls, name)) != (position, payload):
                yield (
                    f"{cls} {name!r} is declared as {(position, payload)}, "
                    f"expected {declared.get((cls, name))}"
                )
            found[cls, name] = id_
        elif symbol.startswith("range_decl"):
            length = struct.unpack_from("<I", data, 32)[0]
            name = data[36 : 36 + length]
            hashes[name] = struct.unpack_from("<III", data, 8)[0::2][0]
            type_, pair = struct.unpack_from("<II", data, 16)
            position = declared.get(("range", name), (None,))[0]
            if (type_, pair) != ((1, 1) if position == 4 else (2, 0)):
                yield f"{symbol} has type {type_} and pair mode {pair}"
    for key in declared.keys() - found.keys():
        yield f"{key} is not declared"
    ranges = {name for cls, name in declared if cls == "range"}
    if hashes != {name: fnv1a(name) for name in ranges}:
        yield "the range declarations are not those of the ranges"
    first = 64 if wide else 1
    if sorted(found.values()) != list(range(first, first + len(found))):
        yield f"ids are {sorted(found.values())}"
    if ("@__iket_meta_info" in text) != bool(declared or module.pops):
        yield "__iket_meta_info is there without events, or missing"

    triggers = collections.Counter(int(i) for i in TRIGGER.findall(text))
    expected = collections.Counter({found.get(k, k): n for k, n in records.items()})
    expected[POP] += module.pops
    for id_ in triggers.keys() | expected.keys():
        if triggers[id_] != expected[id_]:
            yield f"id {id_}: {triggers[id_]} triggers, expected {expected[id_]}"
    yield from leftovers(text)


def check_optimised(text):
    """Yields what is wrong with TEXT, a module lowered behind optimisations,
    which copy events and remove them with dead code."""
    declared = {
        int(symbol.rsplit("_", 2)[1])
        for symbol, _, _ in GLOBAL.findall(text)
        if symbol.startswith("evt_decl")
    }
    used = {int(i) for i in TRIGGER.findall(text)} - {POP}
    if declared != used:
        yield f"optimised: {sorted(declared)} declared, {sorted(used)} recorded"
    yield from leftovers(text)


def leftovers(text):
    for leftover in set(re.findall(r"@__iket_\w+", text)):
        if not re.match(r"@__iket_(meta_info|(evt|range)_decl_\w+_attrs)$", leftover):
            yield f"{leftover} is left over"


def run(command, text):
    return subprocess.run(
        command, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def test(seed, args):
    """Problems of one module, and how many events it has."""
    module = Module(seed, args.programs)
    text = module.text()
    options = "runtime-payloads"
    if not module.has_arch:
        options += ";arch=" + module.arch
    command = args.opt + [f"-passes=iket<{options}>,verify", "-S", "-o", "-"]
    first = run(command, text)
    problems = []
    if first.returncode:
        problems.append("opt failed: " + first.stderr.decode(errors="replace")[:2000])
    else:
        output = first.stdout.decode()
        problems += check(module, output)
        if run(command, text).stdout != first.stdout:
            problems.append("a second run on the same input gives another output")
        again = run(command, output)
        if again.returncode or PREDECESSORS.sub(b"", again.stdout) != (
            PREDECESSORS.sub(b"", first.stdout)
        ):
            problems.append("a run on the output changes it")
        if seed % 8 == 0:
            flags = ["-passes=default<O2>,verify", "-iket-runtime-payloads"]
            flags.append("-iket-arch=" + module.arch)
            optimised = run(args.opt + flags + ["-S", "-o", "-"], text)
            if optimised.returncode:
                problems.append(
                    "opt -O2 failed: "
                    + optimised.stderr.decode(errors="replace")[:2000]
                )
            problems += check_optimised(optimised.stdout.decode())
    if problems:
        path = os.path.join(args.keep, f"fuzz-{seed}.ll")
        with open(path, "w") as file:
            file.write(text)
    return problems, sum(module.records.values()) + module.pops


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--modules", type=int, default=1)
    parser.add_argument("--programs", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1, help="of the first module")
    parser.add_argument("--keep", default=".", help="where to put what fails")
    parser.add_argument("opt", nargs="+", help="opt, with the plugin")
    args = parser.parse_args()

    failed = events = 0
    for seed in range(args.seed, args.seed + args.modules):
        problems, count = test(seed, args)
        events += count
        failed += bool(problems)
        for problem in problems[:20]:
            print(f"seed {seed}: {problem}")
    print(
        f"{args.modules * args.programs} programs in {args.modules} modules, "
        f"{events} records, {failed} modules failed"
    )
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
