# The configuration of all suites: which tools there are and what tests call
# them. A suite is a folder of this one.

import glob
import os
import shutil
import subprocess
import sys

import lit.formats

config.name = "iket"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".cu", ".cpp", ".test"]
config.excludes = ["Inputs", "unit", "CMakeLists.txt"]
# What takes most of the time: other people's code, whole projects, fuzzing.
if "quick" in lit_config.params:
    config.excludes += ["Corpus", "Packaging", "agreement.test", "fuzz.test",
                        "fuzz-programs.test", "programs.test"]
config.test_source_root = os.path.join(config.source_dir, "test")
config.test_exec_root = os.path.join(config.binary_dir, "test")


def first(*patterns):
    """The first path that one of the patterns matches, or None."""
    for pattern in patterns:
        for path in sorted(glob.glob(pattern)):
            return path
    return None


# What tools/bootstrap installs from PyPI.
venv = os.path.join(config.source_dir, ".iket", "venv")
site = first(os.path.join(venv, "lib/python3*/site-packages")) or ""
python = os.path.join(venv, "bin/python")
if not os.path.exists(python):
    python = sys.executable

tools = config.llvm_tools_dir
plugin = os.path.join(config.binary_dir, "lib/libIketPass.so")
frontend = os.path.join(config.binary_dir, "lib/libIketClang.so")
filecheck = os.path.join(tools, "FileCheck")
include = os.path.join(config.source_dir, "include")
checks = os.path.join(config.source_dir, "test/tools")
clang = (
    f"{config.clang} -std=c++17 -Wno-unknown-cuda-version "
    f"--cuda-path={config.cuda_path} -I{include}"
)
device = f"{clang} --cuda-device-only"
# clang reads the options of a pass plugin after -mllvm only since version 20;
# before, something has to load the plugin earlier.
load = f"-fpass-plugin={plugin} -D__IKET__"
if int(config.llvm_version) < 20:
    load += f" -Xclang -load -Xclang {plugin}"

# Before LLVM 22 there is no intrinsic for some of a record's instructions, and
# the CUDA that those LLVMs are tested with is older as well.
if int(config.llvm_version) >= 22:
    config.available_features.add("llvm-22")
    timer = "@llvm.nvvm.read.ptx.sreg.globaltimer.lo()"
    pmevent = "call void @llvm.nvvm.pm.event.mask(i16"
else:
    timer = 'asm sideeffect "mov.u32 $0, %globaltimer_lo;", "=r"()'
    pmevent = 'call void asm sideeffect "pmevent.mask $0;", "n"(i32'

sanitizer_libs = ""
# The sanitizers' runtime must come before the uninstrumented opt and clang.
if config.sanitize:
    runtime = subprocess.check_output(
        [config.clang, "-print-file-name=libclang_rt.asan-x86_64.so"], text=True
    ).strip()
    config.environment["LD_PRELOAD"] = runtime
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0"
    config.available_features.add("asan")
    sanitizer_libs = (
        "-fsanitize=address,undefined -shared-libasan "
        f"-Wl,-rpath,{os.path.dirname(runtime)}"
    )

substitutions = [
    # opt with the plugin; the first of its arguments are the passes.
    ("%opt", f"{tools}/opt -load-pass-plugin={plugin}"),
    ("%plain-opt", f"{tools}/opt"),
    ("%llc", f"{tools}/llc"),
    # clang for the device of sm_90, with and without the plugin.
    ("%iket-clang", f"{device} --cuda-gpu-arch=sm_90 {load}"),
    ("%plain-clang", f"{device} --cuda-gpu-arch=sm_90"),
    ("%clang-any-arch", f"{device} {load}"),
    ("%clang-whole", f"{clang} {load}"),
    ("%clang-host", config.clang),
    # One flag: the frontend plugin, and no -I for its header.
    (
        "%one-flag-clang",
        f"{config.clang} -std=c++17 -Wno-unknown-cuda-version --cuda-device-only "
        f"--cuda-path={config.cuda_path} --cuda-gpu-arch=sm_90 -fplugin={frontend}",
    ),
    ("%frontend", frontend),
    # No error may pass unseen, whatever else a test looks for.
    ("%filecheck-raw", filecheck),
    (
        "%filecheck",
        f"{filecheck} --implicit-check-not=error: "
        f"'-DTIMER={timer}' '-DPMEVENT={pmevent}'",
    ),
    ("%plugin", plugin),
    ("%build", config.binary_dir),
    ("%cxx", config.cxx),
    # What CMake's CUDA language needs to know of clang and this CUDA tree.
    (
        "%clang-cuda-language",
        f"-DCMAKE_CUDA_COMPILER={config.clang} -DCMAKE_CUDA_ARCHITECTURES=90 "
        f"-DCUDAToolkit_ROOT={config.cuda_path} "
        "-DCMAKE_CUDA_FLAGS_INIT=-Wno-unknown-cuda-version",
    ),
    ("%include", include),
    ("%cuda-libs", f"-L{config.cuda_libdir} -lcudart_static -ldl -lrt -lpthread"),
    ("%cuda", config.cuda_path),
    ("%src", config.source_dir),
    ("%python", python),
    ("%site", site),
    ("%llvm-link", f"{tools}/llvm-link"),
    ("%not", f"{tools}/not"),
    ("%split-file", f"{tools}/split-file"),
    ("%ptxas", os.path.join(config.cuda_path, "bin/ptxas")),
    # Compiles random annotated programs without the plugin.
    ("%identity", f"{python} {checks}/identity.py"),
    # Shows a cubin as NVIDIA's reader sees it.
    ("%oracle", f"{python} {checks}/oracle.py"),
    # What the pages say, run.
    (
        "%pages",
        f"env CLANG={config.clang} CUDA={config.cuda_path} "
        f"CUDA_LIBDIR={config.cuda_libdir} IKET_SOURCE={config.source_dir} "
        f"IKET_BUILD={config.binary_dir} "
        f"{python} {config.source_dir}/test/Docs/Inputs/pages.py",
    ),
    # Other people's CUDA, compiled with the plugins.
    (
        "%corpus",
        f"env CLANG={config.clang} CUDA_PATH={config.cuda_path} "
        f"IKET_BUILD={config.binary_dir} IKET_SITE={site} "
        f"{config.source_dir}/test/run-corpus.sh",
    ),
    # The tool, and the writer of the traces that its tests read.
    ("%iket", os.path.join(config.binary_dir, "bin/iket")),
    ("%make-trace", f"{python} {config.source_dir}/test/Trace/Inputs/make.py"),
    ("%trace-fuzzer", os.path.join(config.binary_dir, "bin/IketTraceFuzzer")),
    ("%cubin-fuzzer", os.path.join(config.binary_dir, "bin/IketCubinFuzzer")),
    ("%program-modules", os.environ.get("IKET_PROGRAM_MODULES", "2")),
    ("%fuzz-seconds", os.environ.get("IKET_FUZZ_SECONDS", "10")),
    ("%trace-inputs", f"{config.source_dir}/test/Trace/Inputs"),
    # Recording: the stand-in for NVIDIA's library, a program that the stand-in
    # for the driver is in, and what a session is linked with.
    ("%standin", os.path.join(config.binary_dir, "lib/standin/libiket_injection.so")),
    ("%program", os.path.join(config.binary_dir, "lib/standin/IketStandInProgram")),
    ("%inject", os.path.join(config.binary_dir, "lib/libIketInject.so")),
    (
        "%runtime-libs",
        f"{config.binary_dir}/lib/Runtime/libIketRuntime.a "
        f"{config.binary_dir}/lib/Cubin/libIketCubin.a "
        f"{config.binary_dir}/lib/Support/libIketSupport.a -llz4 -lzstd -lpthread -ldl "
        + sanitizer_libs,
    ),
    ("%trace-libs", f"{config.binary_dir}/lib/Trace/libIketTrace.a "
     f"{config.binary_dir}/lib/Support/libIketSupport.a -lz"),
]
config.substitutions += [(f"{name}\\b", text) for name, text in substitutions]

config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["LC_ALL"] = "C.UTF-8"

if config.cuda_path and os.path.exists(os.path.join(config.cuda_path, "bin/ptxas")):
    config.available_features.add("cuda")

dsl_packages = first(
    os.path.join(site, "nvidia_cutlass_dsl/dsl_packages"),
)
if dsl_packages:
    config.available_features.add("oracle")
    config.environment["IKET_DSL_PACKAGES"] = dsl_packages
dsl_venv = os.path.join(config.source_dir, ".iket", "dsl-venv")
if first(os.path.join(dsl_venv, "lib/python3*/site-packages/nvidia_cutlass_dsl")):
    config.available_features.add("dsl")
    config.substitutions.append(
        ("%dsl-python\\b", os.path.join(dsl_venv, "bin/python"))
    )

if os.path.exists(os.path.join(config.binary_dir, "bin/iket")):
    config.available_features.add("tool")
if os.path.exists(frontend):
    config.available_features.add("frontend")

nvdisasm = first(
    os.path.join(config.cuda_path, "bin/nvdisasm"),
    os.path.join(site, "nvidia/cu13/bin/nvdisasm"),
)
if nvdisasm:
    config.available_features.add("nvdisasm")
    config.substitutions.append(("%nvdisasm\\b", nvdisasm))

# Debian's CMake can not identify clang as a compiler for CUDA 13.
cmake = os.path.join(venv, "bin/cmake")
if os.path.exists(cmake):
    config.available_features.add("cmake-cuda")
    config.substitutions.append(("%cmake\\b", cmake))

if shutil.which("g++"):
    config.available_features.add("gcc")
if shutil.which("dpkg-deb"):
    config.available_features.add("dpkg-deb")

nvcc = os.path.join(config.cuda_path, "bin/nvcc")
if os.path.exists(nvcc) and shutil.which("g++"):
    config.available_features.add("nvcc")
    config.substitutions.append(("%nvcc\\b", nvcc))

cccl = first(os.path.join(site, "cuda/cccl/headers/include"))
if cccl:
    config.available_features.add("cccl")
    config.substitutions.append(("%cccl\\b", cccl))

# CUTLASS's sources, in the PyPI package nvidia-cutlass.
if first(os.path.join(site, "cutlass_library/source/include/cutlass")):
    config.available_features.add("cutlass")

# Shells that iket completion writes scripts for.
for shell in ("zsh", "fish"):
    if shutil.which(shell):
        config.available_features.add(shell)

if shutil.which("ccache"):
    config.available_features.add("ccache")

# A clang of another LLVM, which must not load the plugin.
others = [
    shutil.which(f"clang++-{version}")
    for version in (19, 14, 22)
    if str(version) != config.llvm_version
]
if any(others):
    config.available_features.add("other-clang")
    config.substitutions.append((r"%other-clang\b", next(filter(None, others))))

# Perfetto's message classes (the PyPI package perfetto), to read traces back.
# They may live in a Python of their own.
perfetto_python = os.environ.get("IKET_PERFETTO_PYTHON", python)
if (
    subprocess.run(
        [perfetto_python, "-c", "import perfetto.protos"], capture_output=True
    ).returncode
    == 0
):
    config.available_features.add("perfetto")
    dump = f"{config.source_dir}/test/Trace/Inputs/perfetto_dump.py"
    config.substitutions.append((r"%perfetto-dump\b", f"{perfetto_python} {dump}"))
    tracks = f"{config.source_dir}/test/Trace/Inputs/tracks.py"
    config.substitutions.append((r"%perfetto-tracks\b", f"{perfetto_python} {tracks}"))

chromium = shutil.which("chromium") or shutil.which("chromium-browser")
if chromium:
    config.available_features.add("chromium")
    config.substitutions.append((r"%chromium\b", chromium))
