"""One run of a sweep: what travels to a worker, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Callable, Optional

from . import _native
from .flock import Flock

#: One row of the table, as plain numbers and texts.
Row = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """Everything that decides the runs of a sweep. Calling it with the number of a run does that run.

    It can be pickled if `each` can, and repeating a run gives the same row, bit for bit.
    """

    scenario: str
    varied: list[tuple[str, list[Any]]]
    seeds: list[int]
    measures: list[str]
    average: int
    every: int
    each: Optional[Callable[[Flock], Mapping[str, Any]]] = None

    def plan(self) -> _native.Sweep:
        """The plan of the sweep, made once in each process."""
        return _plan(self.scenario, repr(self.varied), repr(self.seeds), tuple(self.measures), self.average, self.every)

    def description(self) -> dict[str, Any]:
        """What a reader of the dataset may want to know."""
        varied = {path: values for path, values in self.varied}
        settings = {"average": self.average, "every": self.every, "measures": self.measures}
        return {"scenario": self.scenario, "varied": varied, "seeds": self.seeds, **settings}

    def __call__(self, run: int) -> Row:
        plan = self.plan()
        try:
            row, flock = plan.run(run, self.each is not None)
        except Exception as error:  # noqa: BLE001: whatever it is, the other runs go on
            return failed_row(plan, run, _reason(error))
        return finished_row(self, plan, row, flock)


@lru_cache(maxsize=4)
def _plan(scenario: str, varied: str, seeds: str, measures: tuple[str, ...], average: int, every: int) -> _native.Sweep:
    from ast import literal_eval

    # Written as text, since lists cannot be keys of the cache.
    return _native.Sweep(scenario, dict(literal_eval(varied)), literal_eval(seeds), list(measures), average, every)


def finished_row(task: Task, plan: _native.Sweep, row: Row, flock: Optional[bytes]) -> Row:
    """The row of a run, with what `each` adds."""
    if task.each is None or flock is None:
        return {**row, "error": None}
    try:
        more = {str(name): _plain(value) for name, value in task.each(Flock(flock)).items()}
    except Exception as error:  # noqa: BLE001: whatever it is, the other runs go on
        return failed_row(plan, row["run"], _reason(error))
    twice = [name for name in more if name in row]
    if twice:
        return failed_row(plan, row["run"], f"`each` returned `{twice[0]}`, which is a column already")
    return {**row, **more, "error": None}


def failed_row(plan: _native.Sweep, run: int, reason: str) -> Row:
    """The row of a run that failed."""
    return {**plan.unfinished_row(run), "state_hash": None, "error": reason}


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _plain(value: Any) -> Any:
    """A number or a text. Whole numbers become floats: a run that fails has NaN in the same column."""
    value = value.item() if hasattr(value, "item") else value
    return float(value) if isinstance(value, (bool, int, float)) else str(value)
