"""What Python costs: `flock.run(1000)` against the program, on the same 10⁴ boids.

    cargo build --release --package quelea-cli
    pip install ./python
    python overhead.py [PROGRAM] [ROUNDS]

Both do the same steps, to the same hash, in a fresh process each time, and take turns. The program counts the time of its
steps alone; that of Python is the call. On Linux, a turn begins when the machine is quiet, and counts if others took less than a
tenth of it.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable

PROGRAM = Path(__file__).parents[2] / "target" / "release" / "quelea"
STEPS = 1000
SETTINGS = {"boids": 10_000, "seed": 1, "space.size": [50, 50], "noise.strength": 1.0}

CALL = f"""
import time, quelea as q
flock = q.Flock("vicsek", **{SETTINGS!r})
start = time.perf_counter()
flock.run({STEPS})
print(time.perf_counter() - start, flock.hash)
"""


def with_python() -> tuple[float, str]:
    printed = subprocess.run([sys.executable, "-c", CALL], capture_output=True, text=True, check=True).stdout.split()
    return float(printed[0]), printed[1]


def with_program(program: str) -> tuple[float, str]:
    words = ["run", "vicsek", "--steps", str(STEPS), "--json"]
    for path, value in SETTINGS.items():
        words += ["--set", f"{path}={value}"]
    printed = json.loads(subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout)
    return float(printed["seconds"]), str(printed["state_hash"])


def seconds_of_others() -> float:
    """The processor time that other processes have taken so far; 0 where that cannot be known."""
    try:
        fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
    except OSError:
        return 0.0
    user, nice, system, _idle, _wait, *interrupts = (int(field) / os.sysconf("SC_CLK_TCK") for field in fields)
    own = sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return user + nice + system + sum(interrupts) - own


def share_of_others(work: Callable[[], None]) -> float:
    """The share of the machine that other processes take meanwhile."""
    start, others = time.perf_counter(), seconds_of_others()
    work()
    return (seconds_of_others() - others) / (time.perf_counter() - start) / (os.cpu_count() or 1)


def main(program: str, rounds: int) -> None:
    python, rust = [], []

    def turn() -> None:
        (ours, our_hash), (theirs, their_hash) = with_python(), with_program(program)
        assert our_hash == their_hash, "different flocks"
        python.append(ours)
        rust.append(theirs)

    while len(rust) < rounds:
        while share_of_others(lambda: time.sleep(1)) > 0.1:
            pass
        if share_of_others(turn) > 0.1:
            python.pop(), rust.pop()
        else:
            print(f"  Python {python[-1]:.4f} s, program {rust[-1]:.4f} s", file=sys.stderr, flush=True)
    ratio = statistics.median(a / b for a, b in zip(python, rust))
    print(f"{rounds} turns of {STEPS} steps of {SETTINGS['boids']} boids, medians, and the least of each:")
    print(f"program {statistics.median(rust):.4f} s, {min(rust):.4f} s")
    print(f"Python  {statistics.median(python):.4f} s, {min(python):.4f} s")
    print(f"Python takes {100 * (ratio - 1):+.1f} % (median of the ratios), {100 * (min(python) / min(rust) - 1):+.1f} % (least)")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(PROGRAM), int(sys.argv[2]) if len(sys.argv) > 2 else 15)
