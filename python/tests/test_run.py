"""Runs, their tables, and the measures of trajectories of others."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest

import quelea as q


@pytest.fixture(scope="module")
def result():
    return q.run("veldic", steps=60, measure_every=10, record_every=20)


def test_a_run_keeps_what_it_was_asked_for(result):
    assert result.measures["step"].tolist() == [0, 10, 20, 30, 40, 50, 60]
    assert result.trajectory.steps.tolist() == [0, 20, 40, 60]
    last = result.trajectory.positions[-1]
    np.testing.assert_array_equal(last, result.flock.positions)
    assert result.hash == result.flock.hash
    assert {"catches", "near_misses"} <= set(result.measures)


def test_the_measures_are_those_of_the_program(program, result, tmp_path):
    table = tmp_path / "measures.csv"
    words = ["run", "veldic", "--steps", "60", "--measures", str(table), "--every", "10", "--quiet"]
    subprocess.run([program, *words], check=True)
    rows = [line for line in table.read_text().splitlines() if not line.startswith("#")]
    names = rows[0].split(",")
    values = np.array([[float(x) for x in row.split(",")] for row in rows[1:]])
    for index, name in enumerate(names):
        np.testing.assert_array_equal(values[:, index], result.measures[name], err_msg=name)


def test_tables_are_taken_by_pandas_polars_arrow_and_xarray(result):
    pd, pl, pa = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    xr = pytest.importorskip("xarray")
    measures = result.measures
    frame = measures.to_pandas()
    assert isinstance(frame, pd.DataFrame) and frame.attrs["units"]["mean_speed"] == "length/time"
    assert np.shares_memory(frame["polarisation"].to_numpy(), measures["polarisation"])
    assert isinstance(measures.to_polars(), pl.DataFrame) and pl.DataFrame(measures).shape == measures.to_polars().shape
    arrow = measures.to_arrow()
    assert pa.table(measures).num_rows == arrow.num_rows == 7
    assert arrow.schema.field("mean_speed").metadata[b"unit"] == b"length/time"
    assert arrow["polarisation"].chunk(0).buffers()[1].address == measures["polarisation"].ctypes.data
    tracks = result.trajectory.to_xarray()
    assert isinstance(tracks, xr.Dataset) and tracks["position"].dims == ("time", "boid", "axis")
    assert tracks["position"].attrs["units"] == "length" and np.shares_memory(tracks["position"].values, result.trajectory.positions)
    assert float(tracks["position"].sel(axis="x").isel(time=1, boid=4)) == result.trajectory.positions[1, 4, 0]
    assert len(result.trajectory.to_polars()) == 4 * len(result.flock)
    assert list(measures.to_xarray().dims) == ["step"]


def test_a_flock_continues_and_a_run_may_keep_nothing():
    flock = q.Flock("p5", boids=10)
    first = q.run(flock, steps=5)
    assert first.measures["step"].tolist() == [0, 1, 2, 3, 4, 5] and len(first.trajectory) == 0
    second = q.run(flock, steps=5, measure_every=0, record_every=2)
    assert second.measures.rows == 0 and second.trajectory.steps.tolist() == [6, 8, 10]


def test_a_recorded_trajectory_is_measured_as_the_run_was():
    result = q.run("vicsek", steps=30, measure_every=1, record_every=1)
    size = result.flock.scenario().get("space.size")
    tables = q.measure_trajectory(result.trajectory, size=size, radius=1.0)
    np.testing.assert_allclose(tables["measures"]["polarisation"], result.measures["polarisation"], rtol=1e-12)
    np.testing.assert_array_equal(tables["measures"]["clusters"], result.measures["clusters"])
    assert {"g", "correlation", "msd", "overlap", "bands"} <= set(tables)


def test_tables_of_trackers_are_accepted():
    pd = pytest.importorskip("pandas")
    frames = np.repeat(np.arange(10), 3)
    particles = np.tile([4, 7, 9], 10)
    table = pd.DataFrame({"y": particles * 1.0, "x": frames * 2.0, "frame": frames, "particle": particles, "mass": 1.0})
    measured = q.measure_trajectory(table, frame_rate=30)["measures"]
    np.testing.assert_allclose(measured["polarisation"], 1.0)
    np.testing.assert_allclose(measured["mean_speed"], 60.0)
    pl, pa = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    for other in (pl.DataFrame({name: table[name].to_numpy() for name in table}), pa.table({n: table[n].to_numpy() for n in table})):
        again = q.measure_trajectory(other, frame_rate=30)["measures"]
        np.testing.assert_array_equal(again["mean_speed"], measured["mean_speed"])
    named = table.assign(particle=table["particle"].map(lambda number: f"bird {number}"))
    assert q.measure_trajectory(named, frame_rate=30)["measures"].rows == 10


def test_atoms_of_ase_are_accepted():
    ase = pytest.importorskip("ase")
    frames = [ase.Atoms("H3", positions=[[step, boid, 0] for boid in range(3)]) for step in range(5)]
    measured = q.measure_trajectory(frames, frame_rate=2)["measures"]
    np.testing.assert_allclose(measured["mean_speed"], 2.0)


@pytest.mark.parametrize(
    "table, words",
    [
        ({"a": [1]}, "expected columns such as frame"),
        ({"frame": [0, 1], "id": [1, 1], "x": [0, 1]}, "no column `y`"),
        ({"frame": [0, 2, 3], "id": [1, 1, 1], "x": [0, 1, 2], "y": [0, 0, 0]}, "frame 1 is missing"),
        ({"frame": [0, 1], "id": [1, 1], "x": [0.0, float("nan")], "y": [0, 0]}, "leave out the row"),
    ],
)
def test_tables_that_cannot_be_measured_are_refused(table, words):
    with pytest.raises(ValueError, match=words):
        q.measure_trajectory(table, frame_rate=1)
