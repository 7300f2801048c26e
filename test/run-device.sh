#!/usr/bin/env bash
# The tests that need a GPU, in two steps that may happen on two machines:
#
#   test/run-device.sh build [--out DIR]
#       Compiles every program of test/Device and bench/event-cost, plain and
#       instrumented, and fetches run-iket's wheels. Needs clang, CUDA and the
#       built plugin, but no GPU.
#   test/run-device.sh run [--out DIR] [--results DIR]
#       Runs them plain, instrumented and under run-iket and checks results and
#       traces. Needs an sm_90 GPU and python3, nothing else.
#
# DIR is build/device unless said. CLANG, CUDA_PATH, IKET_PLUGIN, IKET_SITE (a
# site-packages with cuda-cccl) and IKET_PYTHON say where `build` finds things.
# `run` prints a line for every check, then "N passed, N failed, N skipped", and
# exits 0 only if nothing failed. Without a GPU it skips.
#
# A test's BUILD lines name its instrumented builds and their flags; RUN-IKET
# lines add options of run-iket.
set -uo pipefail
cd "$(dirname "$0")/.."

verb=${1:-}
shift || true
out=build/device
results=
while [ $# -gt 0 ]; do
  case $1 in
  --out) out=$2 ;;
  --results) results=$2 ;;
  *) verb= ;;
  esac
  shift 2 || break
done

programs=(test/Device/*.cu)
bench=bench/event-cost

# directive FILE NAME: the texts of such lines.
directive() { sed -n "s,^// $2: ,,p" "$1"; }

#------------------------------------------------------------------------ build

build() {
  set -e
  local clang=${CLANG:-clang++-22} cuda=${CUDA_PATH:-/usr/local/cuda}
  local plugin=${IKET_PLUGIN:-build/release/lib/libIketPass.so}
  local python=${IKET_PYTHON:-python3} site=${IKET_SITE:-} lib
  [ -n "$site" ] || site=$(echo .iket/venv/lib/python3*/site-packages)
  for lib in "$cuda/lib64" "$cuda/targets/x86_64-linux/lib" "$cuda/lib"; do
    [ -e "$lib/libcudart_static.a" ] && break
  done
  [ -e "$plugin" ] || { echo "error: no plugin at $plugin; build it or set" \
    "IKET_PLUGIN" >&2; exit 1; }

  local common=(-std=c++17 -Wno-unknown-cuda-version --cuda-gpu-arch=sm_90
                --cuda-path="$cuda" -Iinclude -Itest/Device)
  local traced=(-fpass-plugin="$plugin")
  local link=(-static-libstdc++ -static-libgcc -L"$lib" -lcudart_static -ldl
              -lrt -lpthread -s)
  rm -rf "$out"
  mkdir -p "$out/bin" "$out/wheels"

  local source name flags variant
  for source in "${programs[@]}"; do
    name=$(basename "$source" .cu)
    echo "compiling $name"
    while read -r variant _ flags; do
      flags=${flags//%cccl/$site/cuda/cccl/headers/include}
      # Once plain, as the first build without the plugin.
      if [ ! -e "$out/bin/$name.plain" ]; then
        "$clang" "${common[@]}" $(sed 's/-mllvm -iket[^ ]*//g' <<<"$flags") \
          "$source" -o "$out/bin/$name.plain" "${link[@]}"
      fi
      "$clang" "${common[@]}" "${traced[@]}" $flags "$source" \
        -o "$out/bin/$name.$variant" "${link[@]}"
    done < <(directive "$source" BUILD)
  done

  echo "compiling event-cost"
  "$clang" "${common[@]}" -O2 -DNVIDIA_FORM -c $bench/event-cost.cu \
    -o "$out/nvidia.o"
  "$clang" "${common[@]}" "${traced[@]}" -O2 -mllvm -iket-runtime-payloads \
    -c $bench/event-cost.cu -o "$out/iket.o"
  "$clang" "$out/nvidia.o" "$out/iket.o" -o "$out/bin/event-cost" "${link[@]}"
  rm "$out"/*.o

  echo "fetching wheels"
  local platforms=() tag
  for tag in 2_35 2_34 2_31 2_28 2_27 2_24 2_17; do
    platforms+=(--platform "manylinux_${tag}_x86_64")
  done
  platforms+=(--platform manylinux2014_x86_64 --platform manylinux1_x86_64)
  "$python" -m pip download -q --disable-pip-version-check --no-deps \
    --only-binary=:all: --python-version 3.12 --implementation cp \
    "${platforms[@]}" -d "$out/wheels" \
    nvidia-cutlass-dsl-libs-base==4.8.1 protobuf typing_extensions
  du -sh "$out"
}

#-------------------------------------------------------------------------- run

passed=0 failed=0 skipped=0
log=/dev/null
# Seconds after which no further step starts, and that one step may take.
deadline=290 step=60

say() { echo "$*" | tee -a "$log"; }
pass() { passed=$((passed + 1)); say "PASS: $1"; }
fail() {
  failed=$((failed + 1))
  say "FAIL: $1"
  [ -z "${2:-}" ] || { tail -n 25 "$2" | sed 's/^/      /' | tee -a "$log"; }
}
skip() { skipped=$((skipped + 1)); say "SKIP: $1"; }
totals() { say "$passed passed, $failed failed, $skipped skipped"; }
late() { [ $SECONDS -ge $deadline ]; }

# attempt LABEL COMMAND...: one check, a program that must exit with 0. Its
# output stays in $text.
attempt() {
  local label=$1 status
  shift
  if late; then
    skip "$label: out of time"
    return 1
  fi
  { echo; echo "--- $label: $*"; } >>"$log"
  timeout --kill-after=5 $step "$@" >"$text" 2>&1 </dev/null
  status=$?
  cat "$text" >>"$log"
  case $status in
  0) pass "$label"; return 0 ;;
  124 | 137) fail "$label: no end after $step s" "$text" ;;
  *) fail "$label: exit status $status" "$text" ;;
  esac
  return 1
}

# What the console script run-iket does.
run_iket() {
  PYTHONPATH=$packages:$work/site attempt "$1" python3 -c \
    'import sys; sys.argv[0] = "run-iket"; from iket.cli.main import entrypoint; entrypoint()' \
    "${@:2}"
}

# keep_trace LABEL DIR: small traces go to the results.
keep_trace() {
  local file size
  for file in $(find "$2" -name '*.trace.json'); do
    size=$(stat -c %s "$file")
    if [ "$size" -le 300000 ]; then
      cp "$file" "$work/kept/$1.trace.json"
    elif [ "$size" -le 30000000 ]; then
      gzip -c "$file" >"$work/kept/$1.trace.json.gz"
    fi
  done
}

run_program() {
  local source=$1 name variant flags options checks
  name=$(basename "$source" .cu)
  attempt "$name: plain" "$out/bin/$name.plain"
  options=$(directive "$source" RUN-IKET)
  while read -r variant _ flags; do
    attempt "$name: $variant, not traced" "$out/bin/$name.$variant"
    rm -f "$work/report"
    DEVICE_TEST_REPORT=$work/report run_iket "$name: $variant, under run-iket" \
      --output-dir "$work/traces/$name.$variant" profile --postprocess json \
      $options -- "$out/bin/$name.$variant" || continue
    # Being traced must not change what the program computes.
    if [ -s "$work/report" ] && ! grep -qv PASSED "$work/report"; then
      pass "$name: $variant, results while traced"
    else
      fail "$name: $variant, results while traced" "$text"
    fi
    checks=()
    [[ $flags == *-iket-runtime-payloads* ]] || checks+=(--no-payloads)
    if attempt "$name: $variant, trace" python3 test/Device/check_trace.py \
      "${checks[@]}" "$source" "$work/traces/$name.$variant"; then
      say "      $(grep -c '^ok' "$text") facts"
    fi
    keep_trace "$name.$variant" "$work/traces/$name.$variant"
  done < <(directive "$source" BUILD)
}

run_bench() {
  if attempt "event-cost: untraced" "$out/bin/event-cost" \
    --json "$results/event-cost.json"; then
    cat "$text"
    attempt "event-cost: untraced, targets" python3 $bench/targets.py \
      cuda_event "$results/event-cost.json" && cat "$text"
  fi
  # Only 256 records of a warp are kept: 100 turns make 200.
  if run_iket "event-cost: traced" --output-dir "$work/traces/event-cost" \
    profile --postprocess none -- "$out/bin/event-cost" --turns 100 \
    --samples 15 --shape nested --json "$results/event-cost-traced.json"; then
    cat "$text"
    attempt "event-cost: traced, targets" python3 $bench/targets.py \
      clock "$results/event-cost-traced.json" && cat "$text"
  fi
  rm -rf "$work/traces/event-cost"
}

run() {
  out=$(realpath -m "$out")
  results=$(realpath -m "${results:-$out/results}")
  mkdir -p "$results"
  log=$results/log.txt
  : >"$log"
  if [ ! -x "$out/bin/basic.plain" ]; then
    failed=1
    say "FAIL: nothing in $out; run '$0 build' first"
    totals
    exit 1
  fi

  # 77 is what the programs exit with when there is no GPU.
  timeout --kill-after=5 60 "$out/bin/basic.plain" >"$results/probe.txt" 2>&1
  if [ $? -eq 77 ]; then
    skip "no GPU: $(head -n 1 "$results/probe.txt")"
    rm "$results/probe.txt"
    totals
    exit 0
  fi
  rm "$results/probe.txt"

  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  text=$work/text
  packages=$work/site/nvidia_cutlass_dsl/dsl_packages
  mkdir "$work/traces" "$work/kept"
  if command -v nvidia-smi >/dev/null; then
    say "$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>&1)"
  fi
  attempt "wheels: install" python3 -m pip install -q --no-index --no-deps \
    --no-compile --no-cache-dir --disable-pip-version-check \
    --target "$work/site" "$out"/wheels/*.whl
  PYTHONPATH=$packages:$work/site attempt "wheels: the reader loads" \
    python3 -c 'import iket; print(iket.__file__)'

  local source name
  for source in "${programs[@]}"; do
    run_program "$source"
  done

  for name in basic.default clusters.default; do
    if command -v compute-sanitizer >/dev/null; then
      attempt "$name: memcheck" compute-sanitizer --tool memcheck \
        --error-exitcode 9 "$out/bin/$name"
    else
      skip "$name: no compute-sanitizer"
    fi
  done
  run_bench

  tar -C "$work/kept" -czf "$results/traces.tar.gz" .
  say "took $SECONDS s"
  totals
  [ $failed -eq 0 ]
}

case $verb in
build) build ;;
run) run ;;
*) sed -n '2,19s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
