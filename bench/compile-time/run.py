#!/usr/bin/env python3
"""What the plugin costs at compile time, counted in instructions by callgrind.

    run.py BUILD_DIR [--cuda-path DIR] [--cccl DIR]

Prints three figures:
  - instructions of the device compile (cc1) of a program that calls CUB's
    traced scan, with the plugin over without it;
  - instructions of `opt -passes=iket` for 10,000 and 100,000 events over 4000
    declarations, and their ratio;
  - peak memory of the latter.
"""

import argparse
import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def callgrind(command):
    """Instructions that `command` runs."""
    with tempfile.TemporaryDirectory() as folder:
        out = subprocess.run(
            [
                "valgrind",
                "--tool=callgrind",
                f"--callgrind-out-file={folder}/out",
                *command,
            ],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
    match = re.search(r"Collected : (\d+)", out.stderr)
    if out.returncode or not match:
        sys.exit(f"error: {shlex.join(command)} failed:\n{out.stderr}")
    return int(match.group(1))


def cc1(command):
    """The compiler proper behind a clang driver's command."""
    shown = subprocess.run(
        [*command, "-###"], stderr=subprocess.PIPE, text=True, check=True
    ).stderr
    for line in shown.splitlines():
        if '"-cc1"' in line and "nvptx64" in line:
            return shlex.split(line)
    sys.exit("error: no device compile in:\n" + shown)


def events_module(events, declarations):
    """A module of many events, spread over kernels of a thousand each."""
    lines = ['target triple = "nvptx64-nvidia-cuda"', "declare void @__iket_mark(ptr)"]
    for i in range(declarations):
        name = f"m{i}"
        lines.append(
            f"@{name} = private unnamed_addr constant "
            f'[{len(name) + 1} x i8] c"{name}\\00"'
        )
    for kernel in range(events // 1000):
        lines.append(
            f'define ptx_kernel void @k{kernel}(ptr %p) "target-cpu"="sm_90" {{'
        )
        for i in range(1000):
            name = (kernel * 1000 + i) % declarations
            lines.append(f"  call void @__iket_mark(ptr @m{name})")
            lines.append(f"  store volatile i32 {i}, ptr %p")
        lines.append("  ret void\n}")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--opt", default="opt-22")
    parser.add_argument("--cuda-path", default="/usr/local/cuda")
    parser.add_argument(
        "--cccl",
        default=(
            glob.glob(f"{ROOT}/.iket/venv/lib/python3*/site-packages/cuda/cccl/headers/include")
            or [None]
        )[0],
    )
    args = parser.parse_args()
    plugin = os.path.join(os.path.abspath(args.build), "lib/libIketPass.so")

    with tempfile.TemporaryDirectory() as folder:
        if args.cccl:
            compile_scan = [
                args.clang, "-O2", "-std=c++17", "-w", "--cuda-gpu-arch=sm_90",
                f"--cuda-path={args.cuda_path}", f"-I{ROOT}/include",
                "-isystem", args.cccl, "-D_CCCL_ENABLE_IKET",
                "--cuda-device-only", "-S", f"{ROOT}/test/Oracle/cub-scan.cu",
                "-o", f"{folder}/scan.s",
            ]  # fmt: skip
            without = callgrind(cc1(compile_scan))
            loaded = compile_scan + [f"-fpass-plugin={plugin}"]
            idle = callgrind(cc1(loaded + ["-mllvm", "-iket-disable"]))
            traced = callgrind(cc1(loaded + ["-D__IKET__"]))
            print(f"CUB scan, device compile: {without:,} instructions")
            print(f"  plugin loaded, disabled: {idle / without:.4f}")
            print(f"  plugin, traced:          {traced / without:.4f}")
        else:
            print("CUB scan: skipped, no CCCL headers (tools/bootstrap test gets them)")

        counts = {}
        for events in (10_000, 100_000):
            path = f"{folder}/{events}.bc"
            subprocess.run(
                [args.opt.replace("opt", "llvm-as"), "-o", path],
                input=events_module(events, 4000),
                text=True,
                check=True,
            )
            base = [args.opt, path, "-disable-output", "-load-pass-plugin", plugin]
            nothing = callgrind([*base, "-passes=no-op-module"])
            counts[events] = callgrind([*base, "-passes=iket"]) - nothing
        print(f"10,000 events:  {counts[10_000]:,} instructions")
        print(f"100,000 events: {counts[100_000]:,} instructions")
        print(f"  ratio for ten times the events: {counts[100_000] / counts[10_000]:.2f}")

        child = subprocess.Popen([*base, "-passes=iket"])
        _, _, usage = os.wait4(child.pid, 0)
        print(f"  peak memory: {usage.ru_maxrss / 1024:.0f} MiB")


main()
