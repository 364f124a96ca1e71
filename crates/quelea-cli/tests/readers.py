"""The files of quelea, read by the packages that its users work with.

`cargo xtask test` runs this with the path of the program. Each function is one promise.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ase.io
import numpy as np
import pandas as pd
import pyarrow.parquet as pq

PROGRAM = str(Path(sys.argv[1]).resolve())
FLAT = """name = "flat"
boids = 40
steps = 30
space.size = [100, 100]
perception.radius = 20
relations.hawk = "flee"
[[species]]
name = "hawk"
boids = 2
relations.boid = "hunt"
"""


def quelea(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def csv_and_parquet_tables_are_equal():
    quelea("run", "flat.toml", "--every", 5, "--measures", "m.csv", "--record", "r.csv", "-q")
    quelea("run", "flat.toml", "--every", 5, "--measures", "m.parquet", "--record", "r.parquet", "-q")
    report = json.loads(quelea("run", "flat.toml", "--json"))
    for name, rows in [("m", 7), ("r", 7 * 42)]:
        text, table = pd.read_csv(f"{name}.csv"), pd.read_parquet(f"{name}.parquet")
        assert list(text.columns) == list(table.columns) and len(text) == len(table) == rows
        for column in text.columns:
            assert (text[column].astype(table[column].dtype) == table[column]).all(), column
        assert pq.read_table(f"{name}.parquet").num_rows == rows
    measures = pd.read_parquet("m.parquet")
    assert list(measures.step) == [0, 5, 10, 15, 20, 25, 30]
    for name, value in report["measures"].items():
        assert measures[name].iloc[-1] == value, name
    record = pd.read_parquet("r.parquet")
    assert list(record.columns) == ["step", "id", "species", "x", "y", "vx", "vy"]
    assert record.groupby("step").id.apply(list).map(lambda ids: ids == list(range(42))).all()
    assert set(record[record.species == 1].id) == {40, 41}
    assert record.x.dtype == np.float32
    about = pq.read_schema("r.parquet").metadata
    assert b'name = "hawk"' in about[b"quelea.scenario"]


def the_array_holds_the_positions_of_the_table():
    quelea("run", "flat.toml", "--every", 5, "--record", "r.npy", "-q")
    array, record = np.load("r.npy"), pd.read_parquet("r.parquet")
    assert array.shape == (7, 42, 2) and array.dtype == np.float32
    assert (array.reshape(-1, 2) == record[["x", "y"]].to_numpy()).all()
    quelea("run", "flat.toml", "--every", 5, "--record", "v.npy", "--columns", "positions,velocities", "-q")
    both = np.load("v.npy")
    assert both.shape == (7, 42, 4) and (both.reshape(-1, 4) == record[["x", "y", "vx", "vy"]].to_numpy()).all()
    quelea("run", "flat.toml", "--engine", "reference", "--every", 5, "--record", "d.npy", "-q")
    assert np.load("d.npy").dtype == np.float64
    # Large arrays are memory-mapped.
    assert np.load("r.npy", mmap_mode="r")[3, 7, 1] == array[3, 7, 1]


def the_frames_hold_the_positions_of_the_array():
    quelea("run", "flat.toml", "--every", 5, "--record", "r.xyz", "-q")
    frames, array = ase.io.read("r.xyz", index=":", format="extxyz"), np.load("r.npy")
    assert len(frames) == 7
    for frame, positions in zip(frames, array):
        assert (frame.positions[:, :2].astype("f4") == positions).all() and (frame.positions[:, 2] == 0).all()
        assert list(frame.arrays["id"]) == list(range(42))
        assert list(frame.arrays["type"]) == ["boid"] * 40 + ["hawk"] * 2
        assert list(frame.pbc) == [True, True, False] and list(frame.cell.lengths()) == [100, 100, 1]
    assert [frame.info["Step"] for frame in frames] == [0, 5, 10, 15, 20, 25, 30]


def the_streamed_frames_hold_the_table():
    header, *frames = map(json.loads, quelea("run", "flat.toml", "--every", 5, "--record", "-", "-q").splitlines())
    record = pd.read_parquet("r.parquet")
    assert header["boids"] == 42 and header["species"] == list(record.species[:42])
    assert [frame["step"] for frame in frames] == [0, 5, 10, 15, 20, 25, 30]
    streamed = np.concatenate([np.hstack([frame["positions"], frame["velocities"]]) for frame in frames])
    assert (streamed.astype("f4") == record[["x", "y", "vx", "vy"]].to_numpy()).all()
    quelea("run", "flat.toml", "--every", 5, "--measures", "m.ndjson", "-q")
    rows, table = pd.read_json("m.ndjson", lines=True, precise_float=True), pd.read_csv("m.csv")
    assert list(rows.columns) == list(table.columns) and np.allclose(rows, table, rtol=1e-15, atol=0)


def files_of_a_killed_run_are_readable():
    readers = {
        "csv": lambda path: len(pd.read_csv(path)) // 42,
        "parquet": lambda path: pq.read_table(path).num_rows // 42,
        "npy": lambda path: len(np.load(path)),
        "xyz": lambda path: len(ase.io.read(path, index=":", format="extxyz")) if os.path.getsize(path) else 0,
    }
    for kind, samples in readers.items():
        for delay in [0.05, 0.3, 0.7]:
            path = f"killed.{kind}"
            program = subprocess.Popen([PROGRAM, "run", "flat.toml", "--steps", "1000000", "--every", "20", "--record", path, "--force", "-q"])
            while not os.path.exists(path):
                time.sleep(0.005)
            time.sleep(delay)
            program.send_signal(signal.SIGKILL)
            assert program.wait() == -signal.SIGKILL
            count = samples(path)
            assert count > 0 or delay < 0.5, (kind, count)
            if kind in ("csv", "parquet"):
                table = pd.read_csv(path) if kind == "csv" else pd.read_parquet(path)
                assert len(table) % 42 == 0 and not table.isna().any().any(), kind


def csv_and_parquet_tables_of_a_sweep_are_equal():
    vary = ["--vary", "separation.weight=0:1:3", "--vary", "search=grid,kd-tree", "--repeats", 2, "--steps", 3]
    quelea("sweep", "flat.toml", *vary, "--out", "s.csv", "-q")
    quelea("sweep", "flat.toml", *vary, "--out", "s.parquet", "-q")
    text, table = pd.read_csv("s.csv"), pd.read_parquet("s.parquet")
    assert text.shape == table.shape == (12, 20)
    for column in text.columns:
        assert (text[column] == table[column]).all(), column
    assert list(table["separation.weight"].unique()) == [0, 0.5, 1] and list(table.search[:3]) == ["grid", "grid", "kd-tree"]
    assert (table.groupby(["separation.weight", "seed"]).state_hash.nunique() == 1).all(), "exact searches agree"


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    Path("flat.toml").write_text(FLAT)
    for promise in [
        csv_and_parquet_tables_are_equal,
        the_array_holds_the_positions_of_the_table,
        the_frames_hold_the_positions_of_the_array,
        the_streamed_frames_hold_the_table,
        files_of_a_killed_run_are_readable,
        csv_and_parquet_tables_of_a_sweep_are_equal,
    ]:
        promise()
        print(f"   {promise.__name__}: ok")
    os.chdir("/")
