"""Which parameter decides how ordered a flock is? A Sobol analysis with SALib.

    python sensitivity_salib.py [SAMPLES]      (a power of 2)
"""

from __future__ import annotations

import sys

import numpy as np
from SALib.analyze import sobol as analyze
from SALib.sample import sobol as sample

import quelea as q

PROBLEM = {
    "num_vars": 3,
    "names": ["noise.strength", "perception.radius", "motion.max_speed"],
    "bounds": [[0.0, 6.0], [0.3, 2.0], [0.01, 0.3]],
}


def order(values: np.ndarray) -> float:
    """The polarisation of a flock with these values, averaged over the last steps."""
    flock = q.Flock("vicsek", boids=100, seed=1, **dict(zip(PROBLEM["names"], values)))
    flock.run(150)
    return float(np.mean(q.run(flock, steps=50, measure_every=5).measures["polarisation"]))


def main(samples: int) -> None:
    points = sample.sample(PROBLEM, samples, seed=1)
    found = analyze.analyze(PROBLEM, np.array([order(point) for point in points]), seed=1)
    print(f"{len(points)} runs\n{'parameter':20} {'first order':>12} {'total':>8}")
    for name, first, total in zip(PROBLEM["names"], found["S1"], found["ST"]):
        print(f"{name:20} {first:12.3f} {total:8.3f}")
    assert found["ST"][0] == max(found["ST"]), "noise decides most"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 64)
