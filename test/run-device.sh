#!/usr/bin/env bash
# The tests that need a GPU, in two steps that may happen on two machines:
#
#   test/run-device.sh build [--out DIR]
#       Compiles every program of test/Device and of bench, plain and
#       instrumented, and fetches run-iket's wheels. Needs clang, CUDA and the
#       built tree, but no GPU.
#   test/run-device.sh run [--out DIR] [--results DIR]
#       Runs them plain, instrumented, under run-iket and under iket profile, and
#       checks results and traces. Needs an sm_90 GPU and python3, nothing else.
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
# These record themselves.
sessions=(test/Device/session/*.cu)
bench=bench/event-cost
capture=bench/capture-overhead

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
  local traced=(-fpass-plugin="$plugin" -D__IKET__)
  local tree=${plugin%/lib/*}
  [ -e "$tree/lib/Runtime/libIketRuntime.a" ] || { echo "error: no lib/Runtime" \
    "in $tree; IKET_PLUGIN must be one of a build tree" >&2; exit 1; }
  # The C++ library is brought along once, in lib/.
  local link=("$tree"/lib/Runtime/libIketRuntime.a "$tree"/lib/Cubin/libIketCubin.a
              "$tree"/lib/Trace/libIketTrace.a "$tree"/lib/Support/libIketSupport.a -lz -l:liblz4.a -l:libzstd.a
              -Wl,-rpath,'$ORIGIN/../lib' -L"$lib" -lcudart_static -ldl -lrt
              -lpthread -s)
  rm -rf "$out"
  mkdir -p "$out/bin" "$out/lib" "$out/wheels"

  # The tool, the library that it injects, and what the tool is linked with.
  cp "$tree/bin/iket" "$out/bin"
  cp "$tree/lib/libIketInject.so" "$out/lib"
  local shared
  for shared in $(ldd "$tree/bin/iket" | awk '/lz4|zstd|stdc|gcc_s/ { print $3 }'); do
    cp -L "$shared" "$out/lib"
  done

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

  for source in "${sessions[@]}"; do
    name=session-$(basename "$source" .cu)
    echo "compiling $name"
    "$clang" "${common[@]}" "${traced[@]}" -O2 $(directive "$source" FLAGS) \
      "$source" -o "$out/bin/$name" "${link[@]}"
  done
  echo "compiling capture-overhead"
  "$clang" "${common[@]}" -O2 $capture/capture-overhead.cu \
    -o "$out/bin/capture-overhead.plain" "${link[@]}"
  "$clang" "${common[@]}" "${traced[@]}" -O2 $capture/capture-overhead.cu \
    -o "$out/bin/capture-overhead" "${link[@]}"

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
deadline=420 step=60

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

# profile LABEL OPTIONS...: iket profile.
profile() { attempt "$1" "$out/bin/iket" profile "${@:2}"; }

# The same, of what must fail.
profile_fails() {
  attempt "$1" bash -c '! "$@"' - "$out/bin/iket" profile "${@:2}"
}

# says LABEL PATTERN: the last step's output has such a line.
says() {
  if grep -qE "$2" "$text"; then
    pass "$1"
  else
    fail "$1" "$text"
  fi
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

# The same program under a session has the events that it has under run-iket, since
# both are held against its TRACE lines.
run_profiled() {
  local source=$1 name options flags
  name=$(basename "$source" .cu)
  [ -x "$out/bin/$name.default" ] || return
  options=$(directive "$source" RUN-IKET)
  options=${options//--max-ts-cnt-per-warp/--events-per-warp}
  flags=$(directive "$source" BUILD | sed -n 's/^default = //p')
  profile "$name: default, under a session" --method session --postprocess json \
    -o "$work/profile/$name" $options -- "$out/bin/$name.default" || return
  local checks=()
  [[ $flags == *-iket-runtime-payloads* ]] || checks+=(--no-payloads)
  attempt "$name: default, trace of a session" python3 test/Device/check_trace.py \
    "${checks[@]}" "$source" "$work/profile/$name"
  keep_trace "$name.session" "$work/profile/$name"
}

run_sessions() {
  local source name rank method pids=() overflow=$out/bin/session-overflow
  for source in "${sessions[@]}"; do
    name=session-$(basename "$source" .cu)
    IKET_OUTPUT_DIR=$work/profile/$name attempt "$name" "$out/bin/$name"
    grep -E '^LIMIT|^discovered' "$text" | while read -r; do
      say "      $REPLY"
    done
  done

  for method in session run-iket; do
    profile "basic: iket profile by $method" --method $method --postprocess json \
      -o "$work/profile/basic.$method" -- "$out/bin/basic.default" &&
      attempt "basic: iket profile by $method, trace" python3 \
        test/Device/check_trace.py test/Device/basic.cu \
        "$work/profile/basic.$method"
    # Under either, a program's own session stands aside.
    profile "session-overflow: stands aside under $method" --method $method \
      -o "$work/profile/aside.$method" --postprocess json -- "$overflow" --aside
  done

  profile "session-overflow: room is found" --method session -o \
    "$work/profile/found" --postprocess json -- "$overflow" --bare
  says "session-overflow: the search is told" 'running the program again'
  says "session-overflow: all events are there" 'turn +mark +16000'
  profile_fails "session-overflow: --once" --method session --once -o \
    "$work/profile/once" --postprocess json -- "$overflow" --bare
  says "session-overflow: the lost warps are told" 'many: 16 warps lost all events'
  profile "session-inflight: more than the buffer" --method session \
    --defer-readback --events-per-warp 16384 -o "$work/profile/inflight" \
    --postprocess json -- "$out/bin/session-inflight" 48 128
  says "session-inflight: the abort is seen" 'aborted while recording.*again'
  says "session-inflight: all events are there" 'block +mark +6144'
  profile_fails "session-inflight: with a buffer of our own" --method session \
    --defer-readback --events-per-warp 16384 --buffer 100mb --postprocess json \
    -o "$work/profile/inflight-once" -- "$out/bin/session-inflight" 48 128
  says "session-inflight: the remedy is told" 'was aborted.*give --buffer'
  profile "session-graph: around the program" --method session -o \
    "$work/profile/graph" --postprocess json -- "$out/bin/session-graph" --bare
  says "session-graph: all launches are there" 'node +mark +3'
  profile_fails "basic: nothing recorded without the plugin" --method session \
    -o "$work/profile/plain" -- "$out/bin/basic.plain"
  says "basic: the cause is told" 'device code without events'

  # Four processes at once, in one directory.
  for rank in 0 1 2 3; do
    RANK=$rank timeout --kill-after=5 $step "$out/bin/iket" profile --method \
      session --postprocess json -o "$work/profile/ranks" \
      -- "$out/bin/basic.default" >"$work/rank.$rank" 2>&1 &
    pids+=($!)
  done
  for rank in 0 1 2 3; do
    if wait "${pids[$rank]}" && python3 test/Device/check_trace.py \
      test/Device/basic.cu "$work/profile/ranks"/iket_rank_${rank}_pid_*.json \
      >>"$work/rank.$rank" 2>&1; then
      pass "four processes at once: rank $rank"
    else
      fail "four processes at once: rank $rank" "$work/rank.$rank"
    fi
  done
}

run_capture() {
  local step=200
  attempt "capture-overhead" python3 $capture/run.py --iket "$out/bin/iket" \
    --runs 3 --launches 200 --json "$results/capture-overhead.json" \
    --whole "$out/bin/cub_scan.plain" "$out/bin/cub_scan.default" \
    "$out/bin/capture-overhead.plain" "$out/bin/capture-overhead" && cat "$text"
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
  mkdir "$work/traces" "$work/kept" "$work/profile"
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
  # What iket profile and the sessions find NVIDIA's library and run-iket by.
  export IKET_INJECTION_LIBRARY=$packages/iket/profiler/libiket_injection.so
  mkdir "$work/bin"
  cat >"$work/bin/run-iket" <<EOF
#!/bin/sh
PYTHONPATH=$packages:$work/site exec python3 -c \
  'import sys; sys.argv[0] = "run-iket"; from iket.cli.main import entrypoint; entrypoint()' \
  "\$@"
EOF
  chmod +x "$work/bin/run-iket"
  PATH=$work/bin:$PATH
  # Only where the machine lacks them.
  "$out/bin/iket" --version >/dev/null 2>&1 || export LD_LIBRARY_PATH=$out/lib
  attempt "iket: runs" "$out/bin/iket" --version
  for source in "${programs[@]}"; do
    run_profiled "$source"
  done
  run_sessions

  for name in basic.default clusters.default; do
    if command -v compute-sanitizer >/dev/null; then
      attempt "$name: memcheck" compute-sanitizer --tool memcheck \
        --error-exitcode 9 "$out/bin/$name"
    else
      skip "$name: no compute-sanitizer"
    fi
  done
  run_bench
  run_capture

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
