"""Measures of trajectories, whoever made them: trackers, other simulators, files."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy as np

from . import _native
from .runs import Trajectory
from .table import Table

#: Other names for the columns: those of trackpy, idtracker and ase.
ALIASES = {
    "frame": ("frame", "frames"),
    "step": ("step",),
    "time": ("time", "t"),
    "id": ("id", "particle", "particle_id", "track", "track_id", "boid", "animal"),
    "x": ("x", "x_pos", "pos_x"),
    "y": ("y", "y_pos", "pos_y"),
    "z": ("z", "z_pos", "pos_z"),
    "vx": ("vx", "velocity_x"),
    "vy": ("vy", "velocity_y"),
    "vz": ("vz", "velocity_z"),
}


def measure_trajectory(
    trajectory: Any,
    *,
    frame_rate: Optional[float] = None,
    size: Optional[Sequence[float]] = None,
    neighbours: int = 7,
    radius: Optional[float] = None,
    distance: Optional[float] = None,
    bins: int = 50,
    max_delay: Optional[int] = None,
) -> dict[str, Table]:
    """Measures a trajectory as `quelea measure` does, and returns its tables by name.

    The trajectory is a table of pandas, Polars or Arrow or a dictionary, with the columns frame (or step, or time), id,
    x, y[, z] and perhaps vx, vy[, vz]; trackpy's `particle` counts as id. A list of `ase.Atoms` and a `Trajectory` are
    taken too.

    `frame_rate` is the number of frames per unit of time, needed without velocities and times. `size` is that of a
    torus, a number per axis; without it the space is open. With `radius`, neighbours and clusters are measured.

    The tables: measures (of each frame), histogram (of the polarisation), g, correlation, fluctuations, bands, msd,
    overlap, delays, individuals. `docs/measures.md` defines them.
    """
    measured = _native.measure_trajectory(
        _columns(trajectory),
        frame_rate=frame_rate,
        size=[float(x) for x in size] if size is not None else [],
        neighbours=neighbours,
        radius=radius,
        distance=distance,
        bins=bins,
        max_delay=max_delay,
    )
    return {name: Table(columns) for name, columns in measured.items()}


def _columns(trajectory: Any) -> dict[str, Any]:
    """The columns of any table by the names that the measures know."""
    if isinstance(trajectory, Trajectory):
        # Its times: the interval between states may be any number of steps.
        columns = dict(trajectory.table().columns)
        return {name: columns[name] for name in columns if name not in ("step", "species")}
    if isinstance(trajectory, (list, tuple)) and trajectory and hasattr(trajectory[0], "get_positions"):
        return _columns_of_atoms(trajectory)
    names = [str(name) for name in getattr(trajectory, "column_names", None) or getattr(trajectory, "columns", trajectory)]
    lower = {name.strip().lower(): name for name in names}
    columns = {}
    for wanted, aliases in ALIASES.items():
        found = next((lower[alias] for alias in aliases if alias in lower), None)
        if found is not None:
            columns[wanted] = _values(trajectory[found])
    if not columns:
        raise ValueError(f"expected columns such as frame, id, x and y; there are {', '.join(names)}")
    return columns


def _values(column: Any) -> Any:
    values = np.asarray(column.to_numpy(zero_copy_only=False) if hasattr(column, "combine_chunks") else column)
    # Texts of pandas are objects, as are whole numbers with gaps.
    if values.dtype == object:
        return np.asarray([str(value) for value in values])
    return values


def _columns_of_atoms(frames: Sequence[Any]) -> dict[str, Any]:
    """A list of ase.Atoms; flat ones, whose z are all 0, are 2D. Velocities are used if any frame has them."""
    positions = np.concatenate([atoms.get_positions() for atoms in frames])
    velocities = np.concatenate([atoms.get_velocities() for atoms in frames])
    counts = [len(atoms) for atoms in frames]
    dimension = 3 if np.any(positions[:, 2]) else 2
    columns: dict[str, Any] = {
        "frame": np.repeat(np.arange(len(frames)), counts),
        "id": np.concatenate([np.arange(count) for count in counts]),
    }
    for axis, name in enumerate("xyz"[:dimension]):
        columns[name] = positions[:, axis]
        if np.any(velocities):
            columns[f"v{name}"] = velocities[:, axis]
    return columns
