"""A bar that shows how far a run or a sweep is."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Callable, Optional

Report = Callable[[int], object]


@contextmanager
def progress_bar(total: int, shown: bool, unit: str = "step") -> Iterator[Optional[Report]]:
    """What to call with the number of further steps; None if nothing is shown. Uses tqdm where it is installed."""
    if not shown:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield from _plain_bar(total, unit)
        return
    with tqdm(total=total, unit=unit, unit_scale=unit == "step") as bar:
        yield bar.update


def _plain_bar(total: int, unit: str) -> Iterator[Report]:
    done, shown_at = 0, 0.0

    def report(more: int) -> None:
        nonlocal done, shown_at
        done += more
        now = time.monotonic()
        if done >= total or now - shown_at > 0.2:
            shown_at = now
            share = done / total if total else 1.0
            filled = int(30 * share)
            bar = "#" * filled + "-" * (30 - filled)
            print(f"\r[{bar}] {share:4.0%} {done}/{total} {unit}s", end="", file=sys.stderr, flush=True)

    try:
        yield report
    finally:
        print(file=sys.stderr)
