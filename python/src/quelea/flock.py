"""Flocks."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, Union, overload

import numpy as np
import numpy.typing as npt

from . import _native
from ._measures import MeasureProperties
from ._types import Floats
from .inspection import Inspection
from .vocabulary import describe, parameter_docs
from .progress import progress_bar
from .scenario import Scenario
from .storage import Storage

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation
    from matplotlib.axes import Axes
    from typing_extensions import Unpack

    from ._keywords import Keywords


class RuleInput(NamedTuple):
    """What a rule of your own gets: the whole flock before a step, by id."""

    positions: Floats
    velocities: Floats
    species_index: npt.NDArray[np.uint8]
    #: The number of steps done.
    step: int


class Flock(_native.Flock, MeasureProperties):
    __doc__ = f"""A running flock.

    `Flock(scenario, *, positions=None, velocities=None, species_index=None, species=None, obstacles=None,
    schedule=None, **parameters)`

    The scenario is the name of a preset, the path of a scenario file, TOML text, a dictionary or a `Scenario`.
    Parameters are keywords: `boids=500`, `noise_strength=0.4` or `**{{"noise.strength": 0.4}}`. `positions` of shape
    (n, d), and perhaps `velocities` and the species of each boid, replace the start of the scenario.

    >>> import quelea as q
    >>> flock = q.Flock("p5", boids=500, seed=2)
    >>> flock.run(100)
    >>> 0 <= flock.polarisation <= 1
    True

{parameter_docs()}
    """

    if TYPE_CHECKING:
        # The first offers every keyword with its type; the second takes paths: **{"noise.strength": 0.4}.
        @overload
        def __init__(
            self,
            scenario: Union[str, PathLike[str], Mapping[str, Any], _native.Scenario, bytes],
            /,
            *,
            positions: Optional[npt.ArrayLike] = None,
            velocities: Optional[npt.ArrayLike] = None,
            species_index: Optional[Iterable[Union[int, str]]] = None,
            species: Optional[Sequence[Mapping[str, Any]]] = None,
            obstacles: Optional[Sequence[Mapping[str, Any]]] = None,
            schedule: Optional[Sequence[Mapping[str, Any]]] = None,
            **parameters: Unpack[Keywords],
        ) -> None: ...
        @overload
        def __init__(self, scenario: Any, /, **parameters: Any) -> None: ...
        def __init__(self, scenario: Any, /, **parameters: Any) -> None: ...

    def run(self, steps: Optional[int] = None, *, progress: bool = False) -> None:
        """Does so many steps; without a number, all that are left of the scenario's own, or until its end condition.

        Other threads of Python run meanwhile. Ctrl-C stops between two steps and leaves the flock usable. `progress`
        shows a bar.
        """
        steps = _count("steps", steps)
        total = max(self.get("steps") - self.steps, 0) if steps is None else steps
        with progress_bar(total, progress) as report:
            self._run(steps, report)

    @property
    def positions(self) -> Floats:
        """Positions by id: a read-only array of shape (n, d), single precision for the fast engine.

        It shows the flock as it is now and never changes: after a step, ask again. The array is made when it is first
        asked for after a step, in one pass over the flock, and shared from then on: asking again copies nothing.
        `storage()` has the engine's own memory.
        """
        return super().positions

    @property
    def velocities(self) -> Floats:
        """Velocities by id; see `positions`."""
        return super().velocities

    @property
    def species(self) -> list[str]:
        """The names of the species; `species_index` says which each boid belongs to."""
        return self._scenario().species

    def storage(self) -> Storage:
        """The engine's own arrays, without a copy and in storage order. While they exist the flock cannot change."""
        return Storage(self._storage())

    def measure(self, *names: str) -> dict[str, float]:
        """The named measures of the present state, or all of them."""
        return self._measure(list(names) or None)

    def inspect(self, id: int) -> Inspection:
        """What one boid perceives, and the force of every rule on it in the coming step."""
        return Inspection.from_dict(self._inspect(id))

    def set(self, path: str, value: Any) -> None:
        """Changes a live parameter. Refused, with the flock unchanged, if it needs a restart or is not valid."""
        self._set(path, value)
        for watcher in list(self.__dict__.get("_watchers", ())):
            told = watcher()
            if told is not None:
                told(_path_of(path))

    def watch(self, watcher: Callable[[str], None]) -> None:
        """Calls a method of another object with the path of every parameter that `set` changes, while that exists."""
        self.__dict__.setdefault("_watchers", []).append(weakref.WeakMethod(watcher))

    def scenario(self) -> Scenario:
        """The scenario as it is now."""
        return Scenario(self._scenario())

    def continue_with(self, scenario: Any = None, **changes: Any) -> None:
        """Continues the present state with another scenario or other parameters, also those that need a restart.

        The numbers of boids must stay the same. Engine, search, rules, species, obstacles: all may differ.
        """
        self._continue_with(Scenario(self._scenario() if scenario is None else scenario, **changes))

    def add_obstacle(self, **keys: Any) -> None:
        """Adds an obstacle: `flock.add_obstacle(centre=[100, 80], radius=20)`."""
        self.continue_with(obstacles=[keys])

    def add_rule(
        self,
        function: Callable[[RuleInput], Optional[npt.ArrayLike]],
        name: Optional[str] = None,
        weight: float = 1.0,
    ) -> None:
        """Adds a rule: a function that is called once before every step and returns a force on each boid, by id.

        It gets a `RuleInput` and returns an array of shape (n, d), or None for no force. Its forces are added to those
        of the scenario's rules; a force that is not finite counts as none. It must not use the flock itself.

        >>> import quelea as q
        >>> flock = q.Flock("p5")
        >>> flock.add_rule(lambda boids: -0.01 * boids.velocities, name="drag")
        >>> flock.run(10)
        """
        if not callable(function):
            raise TypeError(f"a rule is a function of a RuleInput, not {type(function).__name__}")
        name = str(name or getattr(function, "__name__", "rule"))
        if name in self.rules:
            raise ValueError(f"there is a rule `{name}` already: give this one another name")

        def call(positions: Floats, velocities: Floats, species: npt.NDArray[np.uint8], step: int) -> Any:
            return function(RuleInput(positions, velocities, species, step))

        self._add_rule(call, name, weight)
        self.rules[name] = (function, weight)

    def remove_rule(self, name: str) -> None:
        """Removes a rule that was added."""
        if not self._remove_rule(name):
            raise KeyError(f"there is no rule `{name}`: there are {', '.join(self.rules) or 'none'}")
        del self.rules[name]

    @property
    def rules(self) -> dict[str, tuple[Callable[[RuleInput], Optional[npt.ArrayLike]], float]]:
        """The rules that were added, by name: function and weight."""
        added: dict[str, Any] = self.__dict__.setdefault("_rules", {})
        return added

    def save(self, path: Union[str, PathLike[str]], notes: str = "") -> None:
        """Writes a snapshot, from which the flock continues bit for bit."""
        Path(path).write_bytes(self.snapshot(notes))

    @classmethod
    def load(cls, path: Union[str, PathLike[str]]) -> Flock:
        """Reads a snapshot, or a checkpoint of the program."""
        return cls(Path(path).read_bytes())

    def restore(self, snapshot: bytes) -> None:
        """Gives this flock the scenario and the state of a snapshot. Rules that were added stay."""
        self._restore(snapshot)

    @classmethod
    def from_snapshot(cls, snapshot: bytes) -> Flock:
        """Continues a flock from a snapshot."""
        return cls(bytes(snapshot))

    def copy(self) -> Flock:
        """A flock in the same state, with the same rules, that goes its own way."""
        return _restore(type(self), self.snapshot(), dict(self.rules))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.snapshot(), dict(self.rules))

    def plot(self, ax: Optional[Axes] = None, **options: Any) -> Axes:
        """Draws the flock with Matplotlib; see `quelea.plotting.plot`."""
        from .plotting import plot

        return plot(self, ax, **options)

    def animate(self, steps: int = 200, **options: Any) -> FuncAnimation:
        """Runs the flock and shows it as an animation; see `quelea.plotting.animate`."""
        from .plotting import animate

        return animate(self, steps, **options)

    def _repr_html_(self) -> str:
        from .picture import html

        return html(self)

    def __repr__(self) -> str:
        name = self._scenario().name
        return f"<quelea.Flock {name}: {len(self)} boids in {self.dimension}D after {self.steps} steps>"


def _restore(kind: type[Flock], snapshot: bytes, rules: Mapping[str, tuple[Any, float]]) -> Flock:
    """A flock from its pickled parts."""
    flock = kind(snapshot)
    for name, (function, weight) in rules.items():
        flock.add_rule(function, name, weight)
    return flock


def _path_of(keyword: str) -> str:
    """The path of a parameter, by its path or keyword."""
    try:
        return describe(keyword).path
    except KeyError:
        # Those of a species, an obstacle or a schedule are not in the table by their own names.
        return keyword


def _count(name: str, number: Optional[int]) -> Optional[int]:
    """A number of steps, from whatever Python takes for an integer."""
    if number is None:
        return None
    whole = number.__index__()
    if whole < 0:
        raise ValueError(f"{name}: expected a number from 0, got {whole}")
    return whole
