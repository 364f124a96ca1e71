#!/usr/bin/env bash
# Fetches the other systems and runs all of them beside Quelea, in one program and one table.
# Numbers of boids as arguments; without any, 10³, 10⁴, 10⁵ and 10⁶.
set -euo pipefail
cd "$(dirname "$0")"
python3 -m venv .venv
# Mesa's examples import networkx, and Mesa does not ask for it.
.venv/bin/pip install --quiet "mesa==3.3.1" scipy networkx
npm install --no-save --silent --no-audit --no-fund p5@1.11 jsdom@24
cargo run --release --quiet -- "$@"
