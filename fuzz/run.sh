#!/usr/bin/env bash
# Fuzzes every reader: fuzz/run.sh [SECONDS], the time per target; 30 by default.
# An input that crashes a reader is kept under fuzz/artifacts, and the command that reproduces it is printed.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-30}"

command -v cargo-fuzz > /dev/null || cargo install cargo-fuzz --locked
# Sanitizers need a nightly compiler, or RUSTC_BOOTSTRAP with a stable one.
toolchain=()
if rustup toolchain list 2> /dev/null | grep -q ^nightly; then
    toolchain=(+nightly)
else
    export RUSTC_BOOTSTRAP=1
fi

for target in scenario snapshot table measures; do
    # New inputs go to a separate folder, so that the corpus in the repository stays small.
    found="fuzz/target/found/$target"
    mkdir -p "$found"
    seeds=("fuzz/corpus/$target")
    [ "$target" = scenario ] && seeds+=(crates/quelea/scenarios)
    echo "== $target, $seconds s"
    cargo "${toolchain[@]}" fuzz run --fuzz-dir fuzz "$target" "$found" "${seeds[@]}" -- \
        -max_total_time="$seconds" -max_len=65536 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
done
echo "No reader crashed."
