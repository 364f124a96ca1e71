"""Fits weights and radii of the model p5 to the measures of a trajectory, with Optuna.

    python calibrate_optuna.py [TRIALS] [TRAJECTORY]

The trajectory is a CSV or Parquet file with the columns step, id, x, y, vx and vy, such as `quelea run p5 --record` writes.
Without one, a flock is recorded whose parameters the fit then has to find.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import optuna
import pandas as pd

import quelea as q

HIDDEN = {"separation.weight": 2.0, "alignment.weight": 0.6, "perception.radius": 40.0}
SPACE = q.Scenario("p5").get("space.size")


def record(flock: q.Flock) -> q.Trajectory:
    """The flock after it has settled."""
    flock.run(150)
    return q.run(flock, steps=50, measure_every=0, record_every=10).trajectory


def fingerprint(trajectory: Any) -> np.ndarray:
    """What is compared: order, spacing and grouping, averaged over the frames."""
    measures = q.measure_trajectory(trajectory, size=SPACE, radius=50)["measures"]
    names = ("polarisation", "mean_nearest_distance", "mean_neighbours")
    return np.array([np.mean(measures[name]) for name in names])


def read(path: str) -> pd.DataFrame:
    return pd.read_csv(path, comment="#") if path.endswith(".csv") else pd.read_parquet(path)


def main(trials: int, path: str | None = None) -> None:
    settings: dict[str, Any] = {"boids": 120, "space_size": SPACE}
    if path:
        observed: Any = read(path)
        settings["boids"] = int(observed["id"].nunique())
    else:
        observed = record(q.Flock("p5", seed=99, **settings, **HIDDEN)).to_pandas()
    target = fingerprint(observed)

    def distance(trial: optuna.Trial) -> float:
        guess = {
            "separation.weight": trial.suggest_float("separation.weight", 0.5, 4.0),
            "alignment.weight": trial.suggest_float("alignment.weight", 0.1, 2.0),
            "perception.radius": trial.suggest_float("perception.radius", 20.0, 80.0),
        }
        found = fingerprint(record(q.Flock("p5", seed=trial.number, **settings, **guess)))
        return float(np.sum(((found - target) / target) ** 2))

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=1))
    study.optimize(distance, n_trials=trials)
    print(f"distance {study.best_value:.4f}")
    for name, value in study.best_params.items():
        print(f"{name:20} {value:6.2f}" + ("" if path else f"   hidden: {HIDDEN[name]}"))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, sys.argv[2] if len(sys.argv) > 2 else None)
