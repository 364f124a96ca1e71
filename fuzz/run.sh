#!/usr/bin/env bash
# Fuzzes the readers: fuzz/run.sh [SECONDS [TARGET...]], the time per target; 30 seconds and every target by default.
# Prints executions, coverage and crashes of each. An input that crashes a reader is kept under fuzz/artifacts.
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
crashed=0
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
    # A crash ends the time of its target; the others still get theirs.
    fuzz run "$target" "$found" "${seeds[@]}" -- -max_total_time="$seconds" -max_len=65536 -timeout=10 \
        -rss_limit_mb=2048 -print_final_stats=1 > "$log" 2>&1 || crashed=1
    # Of the inputs found in any run, those that reach something no other reaches.
    fuzz cmin "$target" "$found" >> "$log.cmin" 2>&1
    crashes=$(($(find "$artifacts" -type f | wc -l) - before))
    printf "$row" "$target" "$seconds" "$(last 'number_of_executed_units: [0-9]+')" \
        "$(last 'average_exec_per_sec: *[0-9]+')" "$(last ' cov: [0-9]+') of $(last 'modules +\([0-9]+')" \
        "$(find "$found" -type f | wc -l)" "$crashes"
done
if [ "$crashed" -ne 0 ]; then
    echo "A reader crashed or a run failed: fuzz/artifacts has the inputs, fuzz/target/TARGET.log what happened." >&2
    exit 1
fi
