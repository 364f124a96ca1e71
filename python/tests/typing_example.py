"""What type checkers must accept; mypy reads it, and nothing runs it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import quelea as q

flock = q.Flock("vicsek", boids=10_000, seed=1, noise_strength=0.4, search="grid")
by_path = q.Flock("vicsek", boids=10_000, seed=1, **{"noise.strength": 0.4})
flock.run(1000, progress=True)
order: float = flock.polarisation
speeds: npt.NDArray[np.floating[npt.NBitBase]] = np.linalg.norm(flock.velocities, axis=1)
distance: float = flock.inspect(7).neighbours[0].distance
flock.add_rule(lambda boids: -0.1 * boids.velocities)
table: q.Table = q.run("p5", steps=10, record_every=5).measures
grid: q.Sweep = q.sweep("vicsek", {"noise.strength": np.linspace(0, 5, 21)}, seeds=range(32))
for run, reason in grid.failed:
    print(run + 1, reason.upper())
