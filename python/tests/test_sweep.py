"""Sweeps give the same bits whatever executes them, and lose nothing."""

from __future__ import annotations

import concurrent.futures as futures
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import quelea as q

SETTINGS = {
    "scenario": "vicsek",
    "vary": {"noise.strength": [0.1, 2.5, 5.0], "boids": [20, 30]},
    "seeds": [1, 4],
    "steps": 30,
    "average": 10,
    "measure": ["polarisation", "polarisation:binder", "clusters"],
}


def same(a: q.Sweep, b: q.Sweep) -> None:
    assert list(a) == list(b)
    for name in a:
        if isinstance(a[name], np.ndarray):
            assert a[name].tobytes() == b[name].tobytes(), name
        else:
            assert a[name] == b[name], name


@pytest.fixture(scope="module")
def local() -> q.Sweep:
    return q.sweep(**SETTINGS)


def test_a_sweep_is_a_tidy_table(local):
    assert local.rows == 12 and local["run"].tolist() == list(range(12))
    assert local["noise.strength"].tolist()[:5] == [0.1] * 4 + [2.5]
    assert local["seed"].tolist()[:4] == [1, 4, 1, 4]
    assert {"polarisation:error", "polarisation:binder"} <= set(local) and local["error"] == [None] * 12
    pytest.importorskip("xarray")
    grid = local.to_xarray()
    assert dict(grid.sizes) == {"noise.strength": 3, "boids": 2, "seed": 2}
    assert float(grid["polarisation"].sel({"noise.strength": 2.5, "boids": 30, "seed": 4})) == local["polarisation"][7]


def test_the_table_is_that_of_the_program(local, program, tmp_path):
    table = tmp_path / "sweep.csv"
    words = ["sweep", "vicsek", "--vary", "noise.strength=0.1,2.5,5.0", "--vary", "boids=20,30", "--vary", "seed=1,4"]
    words += ["--steps", "30", "--average", "10", "--measure", "polarisation,polarisation:binder,clusters"]
    subprocess.run([program, *words, "--out", str(table), "--quiet"], check=True)
    lines = [line.split(",") for line in table.read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == [name for name in local if name != "error"]
    for index, name in enumerate(lines[0]):
        ours = local[name]
        theirs = [line[index] for line in lines[1:]]
        assert theirs == list(ours) if name == "state_hash" else [float(x) for x in theirs] == ours.tolist(), name


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_give_the_same_bits(local, method, workers):
    with futures.ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context(method)) as pool:
        same(local, q.sweep(**SETTINGS, executor=pool))


def test_threads_give_the_same_bits(local):
    same(local, q.sweep(**SETTINGS, threads=1))
    with futures.ThreadPoolExecutor(2) as pool:
        same(local, q.sweep(**SETTINGS, executor=pool))


def die_once(marker: Path, flock: q.Flock) -> dict[str, float]:
    """Kills its process, but only in the first of all runs with seed 4."""
    if flock.get("seed") == 4:
        try:
            marker.touch(exist_ok=False)
        except FileExistsError:
            return {"x": 1}
        os.kill(os.getpid(), signal.SIGKILL)
    return {"x": 1}


def survive(flock: q.Flock) -> dict[str, float]:
    return {"x": 1}


def test_a_killed_process_loses_nothing(tmp_path):
    expected = q.sweep(**SETTINGS, each=survive)
    with futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = q.sweep(**SETTINGS, each=partial(die_once, tmp_path / "died"), executor=pool, out=tmp_path / "rows")
    assert (tmp_path / "died").exists()
    same(expected, found)


def always_die(flock: q.Flock) -> dict[str, float]:
    if flock.get("seed") == 4 and flock.get("boids") == 20 and flock.get("noise.strength") == 0.1:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"x": 1}


def test_a_run_that_always_kills_its_process_is_given_up():
    with futures.ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        with pytest.warns(q.SweepWarning, match="failed"):
            found = q.sweep(**SETTINGS, each=always_die, executor=pool)
    assert 1 in [run for run, _ in found.failed] and all("died" in reason for _, reason in found.failed)


def fail_for_some(flock: q.Flock) -> dict[str, float]:
    if flock.get("boids") == 30:
        raise RuntimeError("no luck")
    return {"spread": float(flock.positions.std())}


@pytest.mark.parametrize("workers", [None, 1])
def test_a_failed_run_is_reported_and_does_not_end_the_sweep(local, workers):
    executor = futures.ThreadPoolExecutor(workers) if workers else None
    with pytest.warns(q.SweepWarning, match="6 of 12 runs failed"):
        found = q.sweep(**SETTINGS, each=fail_for_some, executor=executor)
    assert [run for run, _ in found.failed] == [2, 3, 6, 7, 10, 11]
    assert found["error"][2] == "RuntimeError: no luck" and np.isnan(found["spread"][2]) and found["spread"][0] > 0
    assert found["polarisation"][0] == local["polarisation"][0] and np.isnan(found["polarisation"][2])


def test_a_dataset_is_resumed_and_nothing_is_done_twice(local, tmp_path, monkeypatch):
    done = []

    def stop_after_five(flock: q.Flock) -> dict[str, float]:
        if len(done) == 5:
            raise KeyboardInterrupt
        done.append(flock.hash)
        return {}

    folder = tmp_path / "rows"
    with pytest.raises(KeyboardInterrupt):
        q.sweep(**SETTINGS, each=stop_after_five, threads=1, out=folder)
    assert len(done) == 5
    done.clear()
    resumed = q.sweep(**SETTINGS, each=lambda flock: done.append(flock.hash) or {}, out=folder)
    assert len(done) == 7
    same(local, resumed)
    same(local, q.sweep(**SETTINGS, out=folder))
    with pytest.raises(ValueError, match="another sweep"):
        q.sweep(**{**SETTINGS, "steps": 31}, out=folder)


def test_a_killed_sweep_is_resumed_from_its_journal(local, tmp_path):
    folder = tmp_path / "rows"
    code = (
        "import os, signal, sys, json, quelea as q\n"
        "count = 0\n"
        "def each(flock):\n"
        "    global count\n"
        "    count += 1\n"
        "    if count == 6: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return {}\n"
        f"q.sweep(**json.loads({json.dumps(json.dumps(SETTINGS))}), each=each, threads=1, out={str(folder)!r})\n"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == -signal.SIGKILL
    journal = folder / "_journal.jsonl"
    lines = journal.read_text().splitlines()
    assert len(lines) == 5
    # The machine may also stop in the middle of a line.
    journal.write_text("\n".join(lines[:4]) + "\n" + lines[4][:20])
    same(local, q.sweep(**SETTINGS, out=folder))


def test_rows_go_to_parquet_and_not_to_memory(local, tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("quelea.dataset.PART_ROWS", 5)
    found = q.sweep(**SETTINGS, out=tmp_path / "rows")
    parts = sorted((tmp_path / "rows").glob("part-*.parquet"))
    assert len(parts) == 3 and not (tmp_path / "rows" / "_journal.jsonl").exists()
    assert parquet.read_table(tmp_path / "rows").num_rows == 12
    same(local, found)


def test_wrong_sweeps_are_refused_before_the_first_run():
    with pytest.raises(q.ScenarioError, match="noise.strenght") as caught:
        q.sweep("vicsek", {"noise.strenght": [1, 2]})
    assert caught.value.suggestion == "noise.strength"
    with pytest.raises(q.ScenarioError):
        q.sweep("vicsek", {"noise.strength": [1, -1]})
    with pytest.raises(ValueError, match="no values"):
        q.sweep("vicsek", {"noise.strength": []})
    with pytest.raises(ValueError, match="same value"):
        q.sweep("vicsek", {"noise.strength": [1, 1.0]})
    with pytest.raises(ValueError, match="not a measure"):
        q.sweep("vicsek", {"noise.strength": [1]}, measure=["polarization"])
    with pytest.raises(TypeError, match="executor"):
        q.sweep("vicsek", {"noise.strength": [1]}, steps=1, executor=3)


def test_words_and_lists_are_varied_too():
    found = q.sweep("p5", {"search": ["grid", "kd-tree"], "space.size": [[300, 200], [640, 400]]}, steps=5, boids=30)
    assert found["search"] == ["grid"] * 2 + ["kd-tree"] * 2 and found["space.size"][0] == "[300, 200]"
    assert found["state_hash"][0] == found["state_hash"][2] != found["state_hash"][1]
