#!/usr/bin/env bash
# Fuzzes the readers: fuzz/run.sh [SECONDS [TARGET...]], the time per target; 30 seconds and every target by default.
# Prints executions, coverage and crashes of each. Inputs that crash a reader, take it 10 seconds or 2 GB are kept under
# fuzz/artifacts.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-30}"
targets=("${@:2}")
[ ${#targets[@]} -gt 0 ] || targets=(scenario snapshot table measures)

command -v cargo-fuzz > /dev/null || cargo install cargo-fuzz --locked
# Sanitizers need a nightly compiler, or RUSTC_BOOTSTRAP with a stable one.
toolchain=()
if rustup toolchain list 2> /dev/null | grep -q ^nightly; then
    toolchain=(+nightly)
else
    export RUSTC_BOOTSTRAP=1
fi
fuzz() { cargo "${toolchain[@]}" fuzz "$1" --fuzz-dir fuzz "${@:2}"; }
last() { grep -oE "$1" "$log" | tail -n 1 | grep -oE '[0-9]+' | tail -n 1 || echo 0; }

fuzz build
failed=0
row='%-10s %8s %14s %10s %18s %8s %8s\n'
printf "$row" target seconds executions 'per second' 'edges of all' corpus crashes
for target in "${targets[@]}"; do
    # New inputs go to a separate folder, so that the corpus in the repository stays small.
    found="fuzz/target/found/$target"
    artifacts="fuzz/artifacts/$target"
    log="fuzz/target/$target.log"
    mkdir -p "$found" "$artifacts"
    before=$(find "$artifacts" -type f | wc -l)
    seeds=("fuzz/corpus/$target")
    [ "$target" = scenario ] && seeds+=(crates/quelea/scenarios)
    # The fuzzer runs in a second process, so that it goes on after a crash.
    fuzz run "$target" "$found" "${seeds[@]}" -- -fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 \
        -max_total_time="$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=2048 > "$log" 2>&1 || failed=1
    # Of the inputs found in any run, those that reach something no other reaches.
    fuzz cmin "$target" "$found" >> "$log.cmin" 2>&1
    crashes=$(($(find "$artifacts" -type f | wc -l) - before))
    executions=$(last '^#[0-9]+: cov')
    [ "$crashes" -eq 0 ] || failed=1
    printf "$row" "$target" "$seconds" "$executions" "$((executions / seconds))" \
        "$(last ' cov: [0-9]+') of $(last 'modules +\([0-9]+')" \
        "$(find "$found" -type f | wc -l)" "$crashes"
done
if [ "$failed" -ne 0 ]; then
    echo "A reader crashed or took too long, or a run failed: fuzz/artifacts has the inputs, fuzz/target/TARGET.log what happened." >&2
    exit 1
fi
