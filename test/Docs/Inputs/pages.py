"""Runs what the pages say, and compares their translations.

    pages.py run PAGE SCRATCH [FILES]   runs a page's blocks of code, in its order
    pages.py same PAGE TRANSLATION      compares the blocks of two pages

A block `sh` is run by bash in SCRATCH, and a block `text` right behind it is what
it prints. A block `cuda`, `cpp`, `cmake` or `json` whose first line is a comment
with a file's name is that file; other blocks `cuda` and `cpp` are compiled by
themselves, and the first kernel is app.cu if a page has none. SCRATCH begins with a copy
of the folder FILES, which has what the page takes as given. The prelude replaces what the
machine may lack: NVIDIA's recorder is the one of the unit tests, `./app` is a program that it
records, and nothing is downloaded.

What tools to use is in the environment: IKET_SOURCE, IKET_BUILD, CLANG, CUDA,
CUDA_LIBDIR.
"""

import os
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.S | re.M)
FILE = re.compile(r"(?://|#) (\S+\.(?:cu|cpp|h|txt|json))\n")

PRELUDE = r"""
set -euo pipefail
IKET=$PWD/build/release/lib
clang++-22() {
  command "$CLANG" --cuda-path="$CUDA" -Wno-unknown-cuda-version \
    -Wno-unused-command-line-argument "$@" -L"$CUDA_LIBDIR"
}
iket() {
  local words=() word
  for word in "$@"; do
    # No GPU is here: what is recorded is a program without one.
    if [ "$1" = profile ] && [ "$word" = ./app ]; then
      words+=("$IKET_BUILD/lib/standin/IketStandInProgram" launch:saxpy:2:3)
    else
      words+=("$word")
    fi
  done
  IKET_INJECTION_LIBRARY=$IKET_BUILD/lib/standin/libiket_injection.so \
    command "$IKET_BUILD/bin/iket" "${words[@]}" || [ "$1 $?" = "doctor 1" ]
}
pip() { [ "$1" = install ]; }
tools/bootstrap() { grep -q "^$1)$" "$IKET_SOURCE/tools/bootstrap"; }
"""


def blocks(page):
    return BLOCK.findall(open(page).read())


def run_shell(code, scratch):
    # The disassembler is a package of this Python.
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(["bash", "-c", PRELUDE + code], cwd=scratch, text=True,
                          env=dict(os.environ, PATH=path),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"exit status {done.returncode} of\n{code}\n{done.stdout}")
    return done.stdout


def compile_block(language, code, scratch, number):
    """A block that is no file of its own must compile without a warning."""
    path = f"{scratch}/block-{number}.{'cu' if language == 'cuda' else 'cpp'}"
    with open(path, "w") as out:
        out.write(code)
    command = [os.environ["CLANG"], "-std=c++17", "-Wall", "-Werror", "-fsyntax-only",
               f"-I{os.environ['IKET_SOURCE']}/include"]
    if language == "cuda":
        command += ["--cuda-device-only", "--cuda-gpu-arch=sm_90", "-Wno-unknown-cuda-version",
                    f"--cuda-path={os.environ['CUDA']}", "-Wno-unused-variable",
                    f"-fplugin={os.environ['IKET_BUILD']}/lib/libIketClang.so"]
    subprocess.run(command + [path], check=True)


def run(page, scratch, files=None):
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(files, scratch) if files else os.makedirs(scratch)
    source, build = os.environ["IKET_SOURCE"], os.environ["IKET_BUILD"]
    os.makedirs(f"{scratch}/build")
    os.symlink(build, f"{scratch}/build/release")
    for plugin in ("libIketClang.so", "libIketPass.so"):
        os.symlink(f"{build}/lib/{plugin}", f"{scratch}/{plugin}")
    for folder in ("include", "test", "examples"):
        os.symlink(f"{source}/{folder}", f"{scratch}/{folder}")
    counts, output = {}, None
    for number, (language, code) in enumerate(blocks(page)):
        file = FILE.match(code)
        if language == "sh":
            output = run_shell(code, scratch)
        elif language == "text" and output is not None:
            want, got = [[" ".join(line.split()) for line in text.strip().split("\n")]
                         for text in (code, output)]
            if want != got:
                sys.exit(f"{page} shows\n{code}\nand the command printed\n{output}")
            output = None
        elif file:
            with open(f"{scratch}/{file[1]}", "w") as out:
                out.write(code)
        elif language in ("cuda", "cpp"):
            compile_block(language, code, scratch, number)
            if not os.path.exists(f"{scratch}/app.cu"):
                with open(f"{scratch}/app.cu", "w") as out:
                    out.write(code + "int main() {}\n")
        else:
            continue
        counts[language] = counts.get(language, 0) + 1
    print(os.path.basename(page), *(f"{n} {language}" for language, n in sorted(counts.items())))


def without_comments(language, code):
    """Comments are translated."""
    mark = "//" if language in ("cuda", "cpp", "c") else "#"
    lines = (line for line in code.split("\n") if not FILE.match(line + "\n"))
    return [re.sub(rf"\s*{mark}( .*)?$", "", line) for line in lines]


def same(page, translation):
    ours, theirs = blocks(page), blocks(translation)
    for (language, code), (other, text) in zip(ours, theirs):
        if language != other or without_comments(language, code) != without_comments(other, text):
            sys.exit(f"{translation}: this block differs from {page}:\n{text}")
    if len(ours) != len(theirs):
        sys.exit(f"{page} has {len(ours)} blocks, {translation} {len(theirs)}")
    print(f"{os.path.basename(translation)}: {len(ours)} blocks are the same")


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
