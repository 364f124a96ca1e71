"""No leak: the memory in use is counted, not estimated from the size of the process."""

from __future__ import annotations

import ctypes
import gc
import sys
from typing import Callable

import pytest

import quelea as q

FIELDS = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")


class Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in FIELDS]


def allocated() -> tuple[int, int]:
    """The bytes that the C library has given out and not got back, and the number of Python's blocks."""
    try:
        mallinfo = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        pytest.skip("this C library does not count what it gives out")
    mallinfo.restype = Mallinfo
    gc.collect()
    info = mallinfo()
    return info.uordblks + info.hblkhd, sys.getallocatedblocks()


def grown(work: Callable[[int], None], times: int) -> tuple[int, int]:
    """How much memory so many repetitions leave behind, after some that fill caches."""
    work(times // 10)
    before = allocated()
    work(times)
    after = allocated()
    return after[0] - before[0], after[1] - before[1]


def check(work: Callable[[int], None], times: int) -> None:
    """Fails if a repetition leaves a byte or a block behind on average."""
    native, blocks = grown(work, times)
    assert native < times and blocks < times / 10, f"{native} bytes and {blocks} blocks after {times} repetitions"


@pytest.mark.parametrize("engine, steps", [("fast", 100_000), ("reference", 20_000)])
def test_steps_leave_nothing_behind(engine, steps):
    flock = q.Flock("p5", boids=30, engine=engine)
    check(flock.run, steps)


def test_arrays_and_measures_leave_nothing_behind():
    flock = q.Flock("p5", boids=30)

    def work(times):
        for step in range(times):
            flock.run(1)
            assert flock.positions.shape == flock.velocities.shape
            if step % 100 == 0:
                flock.measure()
                flock.inspect(7)
                with flock.storage() as storage:
                    assert len(storage.ids) == 30

    check(work, 100_000)


def test_rules_leave_nothing_behind():
    flock = q.Flock("p5", boids=30)
    flock.add_rule(lambda boids: -0.01 * boids.velocities, name="drag")
    check(flock.run, 20_000)


def test_flocks_and_their_snapshots_leave_nothing_behind():
    def work(times):
        for _ in range(times):
            flock = q.Flock("p5", boids=30)
            flock.run(1)
            flock.copy()

    # A leaked flock would be thousands of bytes.
    native, blocks = grown(work, 1000)
    assert native < 100_000 and blocks < 1000


def test_a_leak_is_found():
    kept = []
    leak = lambda times: kept.extend(bytearray(100) for _ in range(times))  # noqa: E731
    assert grown(leak, 1000)[1] >= 1000
    keep = lambda times: kept.extend(bytearray(10_000) for _ in range(times))  # noqa: E731
    assert grown(keep, 1000)[0] > 1000
