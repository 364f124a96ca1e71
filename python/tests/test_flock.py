"""A flock in Python is the flock of the program."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest
from conftest import ROOT, golden_hashes

import quelea as q


@pytest.mark.parametrize("preset, expected", golden_hashes())
def test_every_preset_has_the_hash_of_the_library(preset, expected):
    flock = q.Flock(preset, steps=20)
    flock.run()
    assert flock.hash == expected


def test_a_run_has_the_hash_that_the_program_prints(program):
    flock = q.Flock("vicsek", boids=500, seed=3, **{"noise.strength": 0.4})
    flock.run(50)
    words = ["run", "vicsek", "--set", "boids=500", "--seed", "3", "--set", "noise.strength=0.4", "--steps", "50"]
    printed = subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout
    assert flock.hash in printed


@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_arrays_are_by_id_and_in_the_precision_of_the_engine(engine):
    flock = q.Flock("p5", boids=60, engine=engine)
    flock.run(30)
    assert flock.positions.shape == flock.velocities.shape == (60, 2)
    assert flock.positions.dtype == (np.float32 if engine == "fast" else np.float64)
    for boid in (0, 7, 59):
        inspected = flock.inspect(boid)
        np.testing.assert_array_equal(flock.positions[boid], inspected.position)
        np.testing.assert_array_equal(flock.velocities[boid], inspected.velocity)


def test_arrays_are_shared_and_read_only_and_outlive_every_change():
    flock = q.Flock("p5")
    positions = flock.positions
    assert np.shares_memory(positions, flock.positions)
    with pytest.raises(ValueError):
        positions[0] = 0
    with pytest.raises(ValueError):
        positions.flags.writeable = True
    before = positions.copy()
    flock.run(5)
    flock.remove_boid(3)
    flock.add_boid([1, 2], [0, 1])
    del flock
    np.testing.assert_array_equal(positions, before)


@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_the_storage_is_the_memory_of_the_engine_and_keeps_the_flock_as_it_is(engine):
    flock = q.Flock("p5", boids=200, engine=engine)
    flock.run(10)
    by_id = flock.positions
    with flock.storage() as storage:
        x, y = storage.positions
        again = flock.storage()
        assert np.shares_memory(x, again.positions[0])
        np.testing.assert_array_equal(np.stack([x, y], axis=1), by_id[storage.ids])
        assert not x.flags.writeable
        again.close()
    for change in (lambda: flock.run(1), lambda: flock.set("seed", 2), lambda: flock.remove_boid(0)):
        with pytest.raises(BufferError, match="storage"):
            change()
    del x, y
    flock.run(1)
    assert flock.steps == 11


def test_a_storage_outlives_its_flock():
    x = q.Flock("p5").storage().positions[0]
    assert np.all(np.isfinite(x))


def test_measures_are_a_dictionary_and_properties():
    flock = q.Flock("p5")
    flock.run(20)
    measured = flock.measure()
    assert list(measured) == list(q.measures())
    assert flock.polarisation == measured["polarisation"]
    assert flock.measure("clusters") == {"clusters": flock.clusters}
    assert len(np.unique(flock.cluster_ids())) == measured["clusters"]
    assert flock.neighbour_counts().mean() == pytest.approx(measured["mean_neighbours"])
    with pytest.raises(ValueError, match="allowed: polarisation"):
        flock.measure("polarization")


def test_an_inspection_has_neighbours_and_forces():
    flock = q.Flock("p5")
    flock.run(50)
    found = flock.inspect(7)
    assert {"separation", "alignment", "cohesion"} <= set(found.forces)
    np.testing.assert_allclose(sum(found.forces.values()), found.sum, rtol=1e-6, atol=1e-12)
    assert all(neighbour.distance <= found.radius for neighbour in found.neighbours)
    with pytest.raises(IndexError, match="there are 300"):
        flock.inspect(300)
    with pytest.raises(IndexError):
        flock.inspect(-1)


def test_live_parameters_change_and_others_are_refused():
    flock = q.Flock("p5")
    flock.set("separation.weight", 2.5)
    assert flock.get("separation_weight") == 2.5
    with pytest.raises(q.ScenarioError, match="restart") as caught:
        flock.set("boids", 3)
    assert caught.value.key == "boids" and len(flock) == 300
    flock.continue_with(engine="reference")
    assert flock.info["engine"] == "reference"


def test_snapshots_and_pickles_continue_bit_for_bit(tmp_path):
    flock = q.Flock("veldic", seed=5)
    flock.run(40)
    copies = [pickle.loads(pickle.dumps(flock)), q.Flock.from_snapshot(flock.snapshot()), flock.copy()]
    flock.save(tmp_path / "flock.checkpoint")
    copies.append(q.Flock.load(tmp_path / "flock.checkpoint"))
    flock.run(40)
    for copy in copies:
        assert isinstance(copy, q.Flock)
        copy.run(40)
        assert copy.hash == flock.hash
    with pytest.raises(q.SnapshotError):
        q.Flock(b"not a snapshot")


def test_a_checkpoint_of_the_program_continues(program, tmp_path):
    checkpoint = tmp_path / "run.checkpoint"
    words = ["run", "p5", "--steps", "30", "--checkpoint", str(checkpoint), "--quiet"]
    subprocess.run([program, *words], check=True)
    flock = q.Flock.load(checkpoint)
    fresh = q.Flock("p5", steps=30)
    fresh.run()
    assert flock.steps == 30 and flock.hash == fresh.hash


CTRL_C = """
import os, signal, threading, quelea as q

# A program in the background of a shell ignores it otherwise.
signal.signal(signal.SIGINT, signal.default_int_handler)
flock = q.Flock("p5")

def press_ctrl_c():
    while True:
        try:
            flock.steps
        except q.BusyError:
            break
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=press_ctrl_c).start()
try:
    flock.run(10**12)
except KeyboardInterrupt:
    at = flock.steps
    flock.run(1)
    assert flock.steps == at + 1 > 1
    print("stopped")
"""


def test_ctrl_c_stops_between_steps_and_leaves_the_flock_usable():
    child = subprocess.run([sys.executable, "-c", CTRL_C], capture_output=True, text=True)
    assert child.stdout == "stopped\n" and child.returncode == 0, child.stderr


def test_another_thread_may_not_use_a_flock_while_it_steps():
    flock = q.Flock("p5", boids=30)
    stepping, go_on = threading.Event(), threading.Event()

    def pause(boids):
        stepping.set()
        go_on.wait()

    flock.add_rule(pause)
    thread = threading.Thread(target=flock.run, args=(20,))
    thread.start()
    stepping.wait()
    for use in (lambda: flock.steps, lambda: flock.positions, lambda: flock.run(1), flock.measure):
        with pytest.raises(q.BusyError, match="in use"):
            use()
    go_on.set()
    thread.join()
    assert flock.steps == 20


def test_progress_is_shown_with_and_without_tqdm(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    q.Flock("p5", boids=10).run(50, progress=True)
    assert "100% 50/50 steps" in capsys.readouterr().err


def test_a_run_without_a_number_ends_when_the_scenario_does():
    flock = q.Flock("p5", boids=10, steps=25)
    flock.run()
    assert flock.steps == 25 and flock.ended
    flock.run()
    assert flock.steps == 25


def test_flocks_work_in_a_forked_process():
    flock = q.Flock("p5")
    flock.run(5)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            flock.run(5)
            status = 0 if flock.steps == 10 and flock.measure() else 2
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


def test_empty_and_single_flocks_are_ordinary():
    for boids in (0, 1):
        flock = q.Flock("p5", boids=boids)
        flock.run(3)
        assert flock.positions.shape == (boids, 2) and len(flock) == boids
        assert flock._repr_html_().startswith("<div")
        assert all(np.isfinite(value) for value in flock.measure().values())


def test_no_input_makes_the_native_half_panic():
    values = [None, -1, 0, 2**70, 1e308, float("nan"), "", "x", [], [[]], [1, "a"], {}, b"", object(), np.zeros((2, 2, 2))]
    allowed = (ValueError, TypeError, KeyError, IndexError, OverflowError, OSError, AttributeError)
    flock = q.Flock("p5", boids=5)
    calls = [
        lambda value: q.Flock(value),
        lambda value: q.Flock("p5", boids=value),
        lambda value: q.Flock("p5", positions=value),
        lambda value: q.Flock("p5", positions=np.zeros((2, 2)), species_index=value),
        lambda value: q.Flock("p5", obstacles=value),
        lambda value: flock.run(value) if value is not None else None,
        lambda value: flock.set("separation.weight", value),
        lambda value: flock.set(value, 1),
        lambda value: flock.inspect(value),
        lambda value: flock.move_pointer(value),
        lambda value: flock.add_boid(value, value),
        lambda value: q.sweep("p5", {"boids": value}, steps=1),
        lambda value: q.sweep("p5", {"boids": [3]}, seeds=value, steps=1),
        lambda value: q.measure_trajectory({"frame": value, "id": value, "x": value, "y": value}),
    ]
    for call in calls:
        for value in values:
            try:
                call(value)
            except allowed:
                pass


def test_the_scenes_have_obstacles():
    flock = q.Flock(ROOT / "scenarios" / "scenes" / "gate.toml")
    flock.run(5)
    assert "[[obstacle]]" in flock.scenario().to_toml()
