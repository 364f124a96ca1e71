"""Quelea simulates flocks: boids that separate, align and cohere, in 2D and 3D.

>>> import quelea as q
>>> flock = q.Flock("vicsek", boids=1000, seed=1, **{"noise.strength": 0.4})
>>> flock.run(100)
>>> flock.positions.shape
(1000, 2)

The same scenario gives the same bits as the program `quelea` and its page: `Flock.hash` is what they print.
"""

from typing import TYPE_CHECKING, Any

from ._native import BusyError, ScenarioError, SnapshotError, __version__
from .flock import Flock, RuleInput
from .inspection import Inspection, Neighbour
from .runs import Run, Trajectory, run
from .scenario import Scenario
from .sweeps import Sweep, SweepWarning, sweep
from .table import Table
from .trajectory import measure_trajectory
from .vocabulary import Parameter, describe, engines, measures, parameters, presets

if TYPE_CHECKING:
    from .studio import Studio

__all__ = [
    "BusyError",
    "Flock",
    "Inspection",
    "Neighbour",
    "Parameter",
    "RuleInput",
    "Run",
    "Scenario",
    "ScenarioError",
    "SnapshotError",
    "Studio",
    "Sweep",
    "SweepWarning",
    "Table",
    "Trajectory",
    "__version__",
    "describe",
    "engines",
    "measure_trajectory",
    "measures",
    "parameters",
    "presets",
    "run",
    "sweep",
]


def __getattr__(name: str) -> Any:
    # The widget needs anywidget, which not everyone has, and which takes a while to import.
    if name == "Studio":
        from .studio import Studio

        return Studio
    raise AttributeError(f"module 'quelea' has no attribute {name!r}")
