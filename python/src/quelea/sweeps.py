"""Sweeps: all combinations of parameter values, with several seeds each."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

import numpy as np

from . import _native
from .dataset import Dataset
from .executors import completed
from .flock import Flock
from .progress import progress_bar
from .scenario import Scenario
from .sweep_task import Row, Task, failed_row, finished_row
from .table import Column, Table
from .vocabulary import measures

if TYPE_CHECKING:
    import xarray


#: The most seeds that are counted out; the most runs of a sweep are ten times as many.
MOST_SEEDS = 1_000_000


class SweepWarning(UserWarning):
    """Some runs of a sweep failed, or something that was asked for has no effect."""


class Sweep(Table):
    """The table of a sweep: a row per run, in the order of the runs.

    Its columns are run, the varied parameters, seed, the measures, state_hash, what `each` returned, and error, which
    is None but for runs that failed.
    """

    def __init__(self, varied: Sequence[str], rows: Optional[list[Row]] = None, dataset: Optional[Dataset] = None):
        super().__init__({}, {name: unit for name, (unit, _) in measures().items()})
        #: The varied parameters.
        self.varied = list(varied)
        #: The Parquet dataset that has the rows; None if they are in memory only.
        self.path = dataset.path if dataset else None
        self._rows, self._dataset = rows, dataset

    @property
    def columns(self) -> dict[str, Column]:
        if not self._columns:
            rows = self._rows if self._dataset is None else self._dataset.rows()
            self._columns = _to_columns(rows or [])
            self._rows = None
        return self._columns

    @property
    def failed(self) -> list[tuple[int, str]]:
        """The number of each run that failed, and why."""
        pairs = zip(self["run"], self["error"])
        return [(int(run), str(error)) for run, error in pairs if error is not None]

    def to_xarray(self, dims: Any = None) -> xarray.Dataset:
        """As a Dataset of xarray whose dimensions are the varied parameters and the seed."""
        if dims is None:
            dims = [*self.varied, "seed"]
        drop = {name: column for name, column in self.columns.items() if name not in ("run", "error")}
        return Table(drop, self.units).to_xarray(dims)


def sweep(
    scenario: Any,
    vary: Mapping[str, Iterable[Any]],
    *,
    seeds: Union[int, Iterable[int], None] = None,
    measure: Optional[Iterable[str]] = None,
    average: int = 1,
    every: int = 1,
    each: Optional[Callable[[Flock], Mapping[str, Any]]] = None,
    executor: Any = None,
    threads: Optional[int] = None,
    out: Union[str, PathLike[str], None] = None,
    progress: bool = False,
    **parameters: Any,
) -> Sweep:
    """Runs all combinations of parameter values with every seed, and returns a tidy table.

    The scenario and the keywords are those of `Flock`. The runs, and every bit of their results, are those of
    `quelea sweep`, whatever executes them and however many workers there are.

    Parameters
    ----------
    vary : parameters and the values each takes. The first changes slowest, the seed fastest.
    seeds : a number of seeds, counted from that of the scenario, or the seeds themselves; one by default.
    measure : names of measures, such as `polarisation`, or with `average` also `polarisation:susceptibility` and
        `polarisation:binder`; all by default.
    average : measures are averaged over so many final steps, with their errors; 1 takes the last state alone.
    every : only every so many of these steps is measured.
    each : a function that gets the flock of each finished run and returns further columns.
    executor : None for threads of this process on all cores; or an executor of `concurrent.futures` or
        `mpi4py.futures`, a client of Dask, or the module `ray`. Each run is a task of its own that can be repeated.
    threads : the number of threads without an executor; one per core by default.
    out : the folder of a Parquet dataset to which rows are written as runs finish. The same call resumes it.
    progress : whether a bar is shown.

    A run that fails does not end the sweep: its row has the reason in the column `error`. Values that are not valid are
    refused before the first run.

    >>> import quelea as q
    >>> grid = q.sweep("vicsek", {"noise.strength": [0.5, 4.0]}, seeds=2, measure=["polarisation"], boids=50, steps=50)
    >>> grid.rows, list(grid)
    (4, ['run', 'noise.strength', 'seed', 'polarisation', 'state_hash', 'error'])
    """
    base = Scenario(scenario, **parameters)
    varied = [(str(path), [_plain(value) for value in values]) for path, values in vary.items()]
    task = Task(base.to_toml(), varied, _seeds(base, seeds), list(measure or []), average, every, each)
    plan = task.plan()
    for warning in plan.warnings:
        warnings.warn(warning, SweepWarning, stacklevel=2)
    paths = [path for path, _ in task.varied]
    if out is None:
        rows: list[Row] = []
        _execute(task, range(len(plan)), executor, threads, progress, len(plan), rows.append)
        result = Sweep(paths, sorted(rows, key=lambda row: row["run"]))
        failures = sum(row["error"] is not None for row in rows)
    else:
        with Dataset.open(out, plan.fingerprint, task.description()) as dataset:
            left = [run for run in range(len(plan)) if run not in dataset.done]
            _execute(task, left, executor, threads, progress, len(plan), dataset.append)
        result = Sweep(paths, dataset=dataset)
        failures = dataset.failures
    if failures:
        warnings.warn(
            f"{failures} of {len(plan)} runs failed; `failed` and the column `error` say why", SweepWarning, stacklevel=2
        )
    return result


def _execute(
    task: Task,
    runs: Sequence[int],
    executor: Any,
    threads: Optional[int],
    progress: bool,
    total: int,
    keep: Callable[[Row], None],
) -> None:
    """Does runs and keeps the row of each as it finishes."""
    with progress_bar(total, progress, "run") as report:
        if report:
            report(total - len(runs))

        def finish(row: Row) -> None:
            keep(row)
            if report:
                report(1)

        if executor is None:
            _execute_here(task, runs, threads or os.cpu_count() or 1, finish)
        else:
            for run, row, error in completed(executor, task, runs):
                finish(row if row is not None else failed_row(task.plan(), run, error or "the worker died"))


def _execute_here(task: Task, runs: Sequence[int], threads: int, finish: Callable[[Row], None]) -> None:
    plan = task.plan()

    def handle(run: int, row: Optional[Row], flock: Optional[bytes], error: Optional[str]) -> None:
        finish(failed_row(plan, run, error or "") if row is None else finished_row(task, plan, row, flock))

    plan.run_many(list(runs), max(1, min(threads, len(runs))), task.each is not None, handle)


def _seeds(scenario: _native.Scenario, seeds: Union[int, Iterable[int], None]) -> list[int]:
    first = int(scenario.get("seed"))
    if seeds is None:
        return [first]
    if isinstance(seeds, (int, np.integer)):
        if not 0 < seeds <= MOST_SEEDS:
            raise ValueError(f"seeds: expected a number from 1 to {MOST_SEEDS}, or the seeds themselves, got {seeds}")
        return [first + index for index in range(int(seeds))]
    return [int(seed) for seed in seeds]


def _plain(value: Any) -> Any:
    """A value as plain Python, so that tasks do not depend on NumPy's types."""
    return value.tolist() if hasattr(value, "tolist") else value


def _to_columns(rows: list[Row]) -> dict[str, Column]:
    names: list[str] = []
    for row in rows:
        names += [name for name in row if name not in names]
    # The reason of a failure stands last, after what `each` has added.
    if "error" in names:
        names = [name for name in names if name != "error"] + ["error"]
    return {name: _to_column([row.get(name) for row in rows]) for name in names}


def _to_column(values: list[Any]) -> Column:
    present = [value for value in values if value is not None]
    if present and all(isinstance(value, int) for value in present) and len(present) == len(values):
        return np.asarray(values, dtype=np.int64)
    if present and all(isinstance(value, (int, float)) for value in present):
        return np.asarray([np.nan if value is None else value for value in values], dtype=np.float64)
    return [None if value is None else str(value) for value in values]

