"""One boid under the microscope: what it perceives, and what each rule makes it do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Neighbour:
    """A boid that another one perceives."""

    id: int
    #: The shortest offset to it.
    offset: Vector
    distance: float
    #: Whether it is in the field of view of the perception.
    in_view: bool
    #: Whether separation applies to it.
    too_close: bool


@dataclass(frozen=True)
class Inspection:
    """Everything about one boid at one moment."""

    id: int
    species: str
    position: Vector
    velocity: Vector
    #: The radius within which it perceives; None if distance does not matter.
    radius: Optional[float]
    #: The full angle of its field of view, in degrees.
    field_of_view: float
    #: The distance within which the field of view does not matter.
    near: float
    #: The radius within which neighbours are too close; None if separation applies to all.
    separation_radius: Optional[float]
    neighbours: list[Neighbour]
    #: The force of each rule, limited and weighted, in the order in which rules act.
    forces: dict[str, Vector]
    #: The sum of the forces.
    sum: Vector
    #: Whether the step uses that sum: a budget may truncate the forces.
    sum_is_exact: bool

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> Inspection:
        vector = np.asarray
        neighbours = [Neighbour(**{**entry, "offset": vector(entry["offset"])}) for entry in found["neighbours"]]
        forces = {rule: vector(force) for rule, force in found["forces"].items()}
        vectors = {key: vector(found[key]) for key in ("position", "velocity", "sum")}
        return cls(**{**found, **vectors, "neighbours": neighbours, "forces": forces})
