"""Sweeps on real local clusters: of Dask and Ray, each of which loses a worker, and of MPI."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from test_sweep import SETTINGS, die_once, same, survive

import quelea as q


@pytest.fixture(scope="module")
def expected() -> q.Sweep:
    return q.sweep(**SETTINGS, each=survive)


def test_dask_gives_the_same_bits_and_a_killed_worker_loses_nothing(expected, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            same(expected, q.sweep(**SETTINGS, each=survive, executor=client))
            killed = partial(die_once, tmp_path / "died")
            same(expected, q.sweep(**SETTINGS, each=killed, executor=client, out=tmp_path / "rows"))
    assert (tmp_path / "died").exists()


def test_ray_gives_the_same_bits_and_a_killed_worker_loses_nothing(expected, tmp_path, monkeypatch):
    ray = pytest.importorskip("ray")
    # The workers have to find this folder, in which the functions of the sweep are.
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    start_ray(ray, {"env_vars": {"PYTHONPATH": paths}})
    try:
        same(expected, q.sweep(**SETTINGS, each=survive, executor=ray))
        killed = partial(die_once, tmp_path / "died")
        same(expected, q.sweep(**SETTINGS, each=killed, executor=ray, out=tmp_path / "rows"))
    finally:
        ray.shutdown()
    assert (tmp_path / "died").exists()


def start_ray(ray: Any, environment: dict[str, Any], attempts: int = 10) -> None:
    """Ray gives itself 30 seconds to start, which a busy machine may need more than."""
    for attempt in range(attempts):
        try:
            ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env=environment)
            return
        except Exception as error:  # noqa: BLE001: it raises nothing more precise
            ray.shutdown()
            if "timed out during startup" not in str(error) or attempt + 1 == attempts:
                raise


MPI = """
import json
from test_clusters import SETTINGS
import quelea as q
from mpi4py.futures import MPIPoolExecutor

if __name__ == "__main__":
    with MPIPoolExecutor() as pool:
        print(json.dumps({name: list(column) for name, column in q.sweep(**SETTINGS, executor=pool).items()}, default=float))
"""


def test_mpi_gives_the_same_bits(tmp_path):
    pytest.importorskip("mpi4py")
    beside = Path(sys.executable).with_name("mpiexec")
    mpiexec = str(beside) if beside.exists() else shutil.which("mpiexec")
    if mpiexec is None:
        pytest.skip("there is no mpiexec")
    script = tmp_path / "sweep.py"
    script.write_text(MPI)
    words = [mpiexec, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(script)]
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    printed = subprocess.run(words, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": paths})
    local = {name: list(column) for name, column in q.sweep(**SETTINGS).items()}
    assert json.loads(printed.stdout) == json.loads(json.dumps(local, default=float))
