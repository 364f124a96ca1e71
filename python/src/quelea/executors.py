"""Executors of other projects: concurrent.futures, mpi4py.futures, Dask, Ray."""

from __future__ import annotations

import concurrent.futures as futures
from collections.abc import Iterator, Sequence
from typing import Any, Optional

from .sweep_task import Row, Task

#: The number of a run; its row, or None and the reason.
Result = tuple[int, Optional[Row], Optional[str]]

#: How often a run is tried again after its worker has died. A run that kills its worker must not do so forever.
ATTEMPTS = 3

#: How many tasks are submitted ahead: enough for any cluster, and little to hold.
AHEAD = 1000


def completed(executor: Any, task: Task, runs: Sequence[int]) -> Iterator[Result]:
    """Does runs with an executor and yields each as it finishes, in any order."""
    kind = type(executor)
    if getattr(executor, "__name__", None) == "ray":
        return _with_ray(executor, task, runs)
    if kind.__module__.split(".")[0] == "distributed":
        return _with_dask(executor, task, runs)
    if callable(getattr(executor, "submit", None)):
        return _with_futures(executor, task, runs)
    raise TypeError(
        f"executor: expected one of concurrent.futures or mpi4py.futures, a client of Dask or the module ray, "
        f"not {kind.__name__}"
    )


def _with_futures(executor: Any, task: Task, runs: Sequence[int]) -> Iterator[Result]:
    attempts: dict[int, int] = {}
    waiting, replacement = list(reversed(runs)), None
    pending: dict[Any, int] = {}
    try:
        while waiting or pending:
            current = replacement or executor
            try:
                while waiting and len(pending) < AHEAD:
                    pending[current.submit(task, waiting[-1])] = waiting[-1]
                    waiting.pop()
            except futures.BrokenExecutor:
                # Its other tasks fail too, below.
                if not pending:
                    replacement = _replace(current, replacement)
                    continue
            done, _ = futures.wait(pending, return_when=futures.FIRST_COMPLETED)
            broken = False
            for future in done:
                run = pending.pop(future)
                try:
                    yield run, future.result(), None
                except futures.BrokenExecutor as error:
                    broken = True
                    attempts[run] = attempts.get(run, 0) + 1
                    if attempts[run] < ATTEMPTS:
                        waiting.append(run)
                    else:
                        yield run, None, f"its worker died {ATTEMPTS} times: {error}"
                except Exception as error:  # noqa: BLE001: a task itself raises nothing
                    yield run, None, f"{type(error).__name__}: {error}"
            if broken and not pending:
                replacement = _replace(current, replacement)
    finally:
        for future in pending:
            future.cancel()
        if replacement:
            replacement.shutdown(wait=True)


def _replace(broken: Any, replacement: Any) -> Any:
    """A new pool of processes for one that lost a worker and takes no more tasks."""
    if not isinstance(broken, futures.ProcessPoolExecutor):
        raise futures.BrokenExecutor(f"{type(broken).__name__} is broken: the finished runs are kept")
    if replacement:
        replacement.shutdown(wait=False)
    settings = vars(broken)
    return futures.ProcessPoolExecutor(settings["_max_workers"], mp_context=settings["_mp_context"])


def _with_dask(client: Any, task: Task, runs: Sequence[int]) -> Iterator[Result]:
    from distributed import as_completed

    waiting = iter(runs)
    numbers: dict[str, int] = {}
    fingerprint = task.plan().fingerprint

    def submit(run: int) -> Any:
        # The scheduler gives the task of a lost worker to another one.
        future = client.submit(task, run, key=f"quelea-{fingerprint}-{run}", pure=False)
        numbers[future.key] = run
        return future

    first = [submit(run) for _, run in zip(range(AHEAD), waiting)]
    results = as_completed(first)
    # It keeps futures only until they are done.
    del first
    for future in results:
        run = numbers.pop(future.key)
        try:
            yield run, future.result(), None
        except Exception as error:  # noqa: BLE001: a task itself raises nothing
            yield run, None, f"{type(error).__name__}: {error}"
        future.release()
        for following in waiting:
            results.add(submit(following))
            break


def _with_ray(ray: Any, task: Task, runs: Sequence[int]) -> Iterator[Result]:
    if not ray.is_initialized():
        ray.init()
    shared = ray.put(task)
    remote = ray.remote(_call).options(max_retries=ATTEMPTS)
    waiting = iter(runs)
    pending = {remote.remote(shared, run): run for _, run in zip(range(AHEAD), waiting)}
    while pending:
        done, _ = ray.wait(list(pending), num_returns=1)
        for reference in done:
            run = pending.pop(reference)
            try:
                yield run, ray.get(reference), None
            except Exception as error:  # noqa: BLE001: a task itself raises nothing
                yield run, None, f"{type(error).__name__}: {error}"
            for following in waiting:
                pending[remote.remote(shared, following)] = following
                break


def _call(task: Task, run: int) -> Row:
    return task(run)
