#!/usr/bin/env bash
# Compiles other people's CUDA with the plugins: the files of
# test/Corpus/files.txt, from packages that tools/bootstrap installs.
#
#   test/run-corpus.sh --sample          those marked `sample`, a few minutes
#   test/run-corpus.sh --all             all of them, an hour or two
#   test/run-corpus.sh FILE...           those whose path contains FILE
#       [-j N] [--flag FLAG]... [--keep DIR] [--results FILE]
#
# What is checked of each file, test/tools/corpus.py says. CLANG, CUDA_PATH,
# IKET_BUILD (build/release) and IKET_SITE (a site-packages with nvidia-cutlass
# and cuda-cccl) say where things are. Needs no GPU.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

if [ $# -eq 0 ]; then
  sed -n '2,12s/^# \{0,1\}//p' "$0"
  exit 2
fi

build=${IKET_BUILD:-$root/build/release}
python=$root/.iket/venv/bin/python
[ -x "$python" ] || python=python3
site=${IKET_SITE:-$(echo "$root"/.iket/venv/lib/python3*/site-packages)}
cuda=${CUDA_PATH:-$(sed -n 's/^IKET_CUDA_PATH:PATH=//p' "$build/CMakeCache.txt" \
                    2>/dev/null || true)}
exec "$python" "$root/test/tools/corpus.py" --clang "${CLANG:-clang++-22}" \
  --cuda "${cuda:-/usr/local/cuda}" --build "$build" --site "$site" "$@"
