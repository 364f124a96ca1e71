#!/usr/bin/env bash
# Runs all peers that this machine can: Quelea, krABMaga and boids in one program, then Mesa and p5.
# Sizes for the first as arguments; without any, 10⁴, 10⁵ and 10⁶.
set -euo pipefail
cd "$(dirname "$0")"
cargo run --release --quiet -- "$@"
echo
echo "| boids | system | million boid-steps/s |"
echo "|---|---|---|"
python3 -m venv .venv
.venv/bin/pip install --quiet "mesa==3.3.1" scipy
.venv/bin/python mesa_flockers.py
npm install --no-save --silent --no-audit --no-fund p5@1.11 jsdom@24
node p5_flock.mjs
