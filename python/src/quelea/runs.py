"""One run with its measures and states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

import numpy as np
import numpy.typing as npt

from ._types import Floats
from .flock import Flock, _count
from .progress import progress_bar
from .table import Column, Table
from .vocabulary import measures

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    import xarray

AXES = ("x", "y", "z")


@dataclass(frozen=True)
class Trajectory:
    """Recorded states: who was where, and how fast, at which step."""

    #: The number of steps done before each state, of shape (t,).
    steps: npt.NDArray[np.integer[Any]]
    #: Of shape (t, n, d).
    positions: Floats
    #: Of shape (t, n, d).
    velocities: Floats
    #: The species of each boid, of shape (n,).
    species_index: npt.NDArray[np.uint8]
    #: The names of the species.
    species: list[str]
    #: How long a step takes.
    time_step: float

    @property
    def time(self) -> npt.NDArray[np.float64]:
        """The time of each state, of shape (t,)."""
        return self.steps.astype(np.float64) * self.time_step

    def __len__(self) -> int:
        return len(self.steps)

    def table(self) -> Table:
        """A row for each boid in each state: step, time, id, species, x, y[, z], vx, vy[, vz]."""
        frames, boids, dimension = self.positions.shape
        names = np.asarray(self.species, dtype=object)[self.species_index].tolist()
        columns: dict[str, Column] = {
            "step": np.repeat(self.steps.astype(np.int64), boids),
            "time": np.repeat(self.time, boids),
            "id": np.tile(np.arange(boids, dtype=np.int64), frames),
            "species": names * frames,
        }
        units = {"time": "time"}
        for prefix, unit, vectors in (("", "length", self.positions), ("v", "length/time", self.velocities)):
            for axis in range(dimension):
                columns[prefix + AXES[axis]] = vectors[:, :, axis].ravel()
                units[prefix + AXES[axis]] = unit
        return Table(columns, units)

    def to_xarray(self) -> xarray.Dataset:
        """As a Dataset of xarray with the dimensions (time, boid, axis), without a copy."""
        import xarray as xr

        dims = ("time", "boid", "axis")
        data = {
            "position": (dims, self.positions, {"units": "length"}),
            "velocity": (dims, self.velocities, {"units": "length/time"}),
        }
        coords = {
            "time": ("time", self.time, {"units": "time"}),
            "step": ("time", self.steps),
            "boid": ("boid", np.arange(self.positions.shape[1])),
            "species": ("boid", np.asarray(self.species)[self.species_index]),
            "axis": ("axis", list(AXES[: self.positions.shape[2]])),
        }
        return xr.Dataset(data, coords=coords)

    def to_arrow(self) -> pyarrow.Table:
        """`table` for Arrow."""
        return self.table().to_arrow()

    def to_pandas(self) -> pandas.DataFrame:
        """`table` for pandas."""
        return self.table().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """`table` for Polars."""
        return self.table().to_polars()

    def __repr__(self) -> str:
        frames, boids, dimension = self.positions.shape
        return f"<quelea.Trajectory of {boids} boids in {dimension}D: {frames} states>"


@dataclass(frozen=True)
class Run:
    """A finished run."""

    #: The flock in its last state.
    flock: Flock
    #: The measures over time; `to_xarray()` has the dimension step.
    measures: Measured
    #: The recorded states.
    trajectory: Trajectory

    @property
    def hash(self) -> str:
        """The hash of the last state, as `quelea run` prints it."""
        return self.flock.hash


class Measured(Table):
    """The measures of a run: a row for each measured step."""

    def to_xarray(self, dims: Any = "step") -> xarray.Dataset:
        return super().to_xarray(dims)


def run(
    scenario: Any,
    *,
    steps: Optional[int] = None,
    measure_every: int = 1,
    record_every: int = 0,
    progress: bool = False,
    **parameters: Any,
) -> Run:
    """Runs a scenario from its start and returns its measures and states.

    The scenario is whatever `Flock` takes, with the same keywords, or a flock, which continues. Without `steps` it runs
    all steps of the scenario, or until its end condition. It is measured and recorded every so many steps, and at the
    end; 0 is never.

    >>> import quelea as q
    >>> result = q.run("p5", steps=20, measure_every=10, record_every=5)
    >>> result.measures["step"].tolist(), result.trajectory.positions.shape
    ([0, 10, 20], (5, 300, 2))
    """
    flock = scenario if isinstance(scenario, Flock) and not parameters else Flock(scenario, **parameters)
    steps = _count("steps", steps)
    total = max(flock.get("steps") - flock.steps, 0) if steps is None else steps
    measured, recorded = _count("measure_every", measure_every) or 0, _count("record_every", record_every) or 0
    with progress_bar(total, progress) as report:
        kept = flock._record(steps, measured, recorded, report)
    units = {name: unit for name, (unit, _) in measures().items()}
    trajectory = Trajectory(
        kept["steps"],
        kept["positions"],
        kept["velocities"],
        flock.species_index,
        flock.species,
        float(flock.get("motion.step")),
    )
    return Run(flock, Measured(kept["measures"], units), trajectory)
