"""Scenarios: everything that decides a run, as data."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Union

from . import _native
from .vocabulary import parameter_docs


class Scenario(_native.Scenario):
    __doc__ = f"""Everything that decides a run.

    `Scenario(source, *, species=None, obstacles=None, schedule=None, **parameters)`

    The source is the name of a preset, the path of a scenario file, TOML text (with a line break), a dictionary, or
    another scenario. Parameters are keywords: `boids=500`, `noise_strength=0.4` or `**{{"noise.strength": 0.4}}`.
    `species`, `obstacles` and `schedule` are lists of dictionaries, which are added to those of the source.

    >>> import quelea as q
    >>> scenario = q.Scenario("p5", boids=200, obstacles=[{{"centre": [300, 200], "radius": 40}}])
    >>> scenario.get("separation.radius")
    25

{parameter_docs()}
    """

    def save(self, path: Union[str, PathLike[str]]) -> None:
        """Writes a scenario file, which the program and the studio read too."""
        Path(path).write_text(self.to_toml(), encoding="utf-8")

    def __repr__(self) -> str:
        return f"<quelea.Scenario {self.name}: {self.boids} boids in {self.dimension}D>"
