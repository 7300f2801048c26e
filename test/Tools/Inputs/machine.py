#!/usr/bin/env python3
"""Makes programs and folders that look like a machine with all that is needed.

    machine.py BIN VENV CUDA COMPUTE_CAPABILITY
"""

import os
import sys


def program(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(f"#!/bin/sh\n{text}\n")
    os.chmod(path, 0o755)


def main():
    binaries, venv, cuda, capability = sys.argv[1:]
    for major in range(18, 30):
        program(f"{binaries}/clang++-{major}", f"echo clang version {major}.1.0")
    program(f"{binaries}/nvidia-smi", f"echo '{capability}, 580.00, Fake GPU'")
    program(f"{cuda}/bin/ptxas", "echo 'Cuda compilation tools, release 13.0, V13.0.88'")
    program(f"{cuda}/include/cuda.h", "")
    site = f"{venv}/lib/python3.11/site-packages"
    program(f"{site}/nvidia/cu13/bin/nvdisasm", "")
    os.makedirs(f"{site}/nvidia_cutlass_dsl_libs_base-4.8.1.dist-info", exist_ok=True)
    program(f"{site}/nvidia_cutlass_dsl/profiler/libiket_injection.so", "")
    program(f"{venv}/plugin.so", "")
    # Python finds iket by PYTHONPATH alone.
    program(
        f"{venv}/bin/python3",
        'case "$PYTHONPATH" in *dsl_packages:*) ;; '
        "*) echo \"ModuleNotFoundError: No module named 'iket'\" >&2; exit 1 ;; esac",
    )
    header = f"{venv}/lib/python3.11/site-packages/cuda/cccl/headers/include"
    program(f"{header}/cuda/std/__cccl/version.h", "#define CCCL_VERSION 3006000")


if __name__ == "__main__":
    main()
