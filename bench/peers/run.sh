#!/usr/bin/env bash
# Downloads the other systems, runs them and Quelea in one program, and prints one table.
# Arguments: numbers of boids; by default 10³, 10⁴, 10⁵ and 10⁶.
set -euo pipefail
cd "$(dirname "$0")"
python3 -m venv .venv
# Mesa's examples import networkx, but Mesa does not depend on it.
.venv/bin/pip install --quiet "mesa==3.3.1" scipy networkx
npm install --no-save --silent --no-audit --no-fund p5@1.11 jsdom@24
cargo run --release --quiet -- "$@"
