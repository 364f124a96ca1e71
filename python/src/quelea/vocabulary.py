"""The tables of parameters, presets, measures and engines, as the library has them."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import lru_cache
from typing import Optional

from . import _native


@dataclass(frozen=True)
class Parameter:
    """One row of the parameter table."""

    #: The key in a scenario file and after `--set`, such as `separation.radius`.
    path: str
    #: number, integer, bool, word, words, numbers, pairs, points or text.
    type: str
    #: The smallest and the largest number allowed.
    range: Optional[tuple[float, float]]
    #: The words allowed, with their meanings.
    words: Optional[list[tuple[str, str]]]
    #: What is allowed, in words.
    allowed: str
    #: The default as TOML; empty if there is none.
    default: str
    optional: bool
    unit: str
    description: str
    #: Whether it can change while a flock runs.
    live: bool

    @property
    def keyword(self) -> str:
        """Its name as a keyword of Python: `noise_strength` for `noise.strength`."""
        return self.path.replace(".", "_")


@lru_cache(maxsize=1)
def parameters() -> tuple[Parameter, ...]:
    """Every parameter, in the order of a scenario file."""
    return tuple(Parameter(**row) for row in _native.parameters())


def describe(path: str) -> Parameter:
    """The description of a parameter, by its path or keyword."""
    for parameter in parameters():
        if path in (parameter.path, parameter.keyword):
            return parameter
    raise KeyError(f"`{path}` is not a parameter; quelea.parameters() lists them")


def presets() -> list[dict[str, str]]:
    """Every preset: name, group, title and source."""
    return _native.presets()


def measures() -> dict[str, tuple[str, str]]:
    """Every measure: its unit and its definition."""
    return {name: (unit, definition) for name, unit, definition in _native.measures()}


def engines() -> dict[str, str]:
    """Every engine: its name, as in `engine="reference"`, and a sentence on it."""
    return {name: description.strip() for name, description in _native.engines()}


@lru_cache(maxsize=1)
def parameter_docs() -> str:
    """All parameters for a docstring. Those of obstacles and schedules are keys of their lists."""
    lines = ["Parameters", "----------"]
    for parameter in parameters():
        unit = f", {parameter.unit}" if parameter.unit else ""
        default = f"; {parameter.default} by default" if parameter.default else ""
        live = "" if parameter.live else "; needs a restart"
        lines.append(f"{parameter.path} : {parameter.allowed}{unit}{default}{live}")
        lines += textwrap.wrap(" ".join(parameter.description.split()), 110, initial_indent="    ", subsequent_indent="    ")
    return textwrap.indent("\n".join(lines), "    ")
