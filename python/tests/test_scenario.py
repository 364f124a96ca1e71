"""Scenarios from presets, files, text, dictionaries and arrays, and what is said about wrong ones."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

import quelea as q

sys.path.insert(0, str(Path(__file__).parents[1]))


def test_every_preset_is_listed_and_opens():
    rows = q.presets()
    assert {"p5", "vicsek", "couzin2002", "mesa"} <= {row["name"] for row in rows}
    for row in rows:
        assert q.Scenario(row["name"]).name == row["name"]


def test_keywords_are_paths_or_names_with_underscores():
    by_path = q.Scenario("vicsek", **{"noise.strength": 0.4, "boids": 10})
    assert by_path == q.Scenario("vicsek", noise_strength=0.4, boids=10)
    assert by_path.get("noise.strength") == 0.4 and by_path.boids == 10


def test_a_scenario_survives_files_text_and_pickles(tmp_path):
    scenario = q.Scenario("couzin2002", seed=9)
    scenario.save(tmp_path / "couzin.toml")
    assert q.Scenario(tmp_path / "couzin.toml") == scenario
    assert q.Scenario(str(tmp_path / "couzin.toml")) == scenario
    assert q.Scenario(scenario.to_toml()) == scenario == q.Scenario.from_toml(scenario.to_toml())
    assert pickle.loads(pickle.dumps(scenario)) == scenario


def test_a_dictionary_is_the_file_that_says_the_same():
    text = "boids = 20\n[space]\nsize = [200, 180]\n[[obstacle]]\ncentre = [50, 40]\nradius = 5\n"
    text += "[[species]]\nname = 'hawk'\nboids = 1\nrelations.boid = 'hunt'\n"
    dictionary = {
        "boids": 20,
        "space": {"size": np.array([200, 180])},
        "obstacle": [{"centre": (50, 40), "radius": 5}],
        "species": [{"name": "hawk", "boids": 1, "relations": {"boid": "hunt"}}],
    }
    assert q.Scenario(dictionary) == q.Scenario(text)


def test_species_and_obstacles_are_added():
    flock = q.Flock(
        "p5",
        boids=50,
        species=[{"name": "hawk", "boids": 2, "relations": {"boid": "hunt"}}],
        obstacles=[{"centre": [320, 200], "radius": 30}],
    )
    assert flock.species == ["boid", "hawk"] and len(flock) == 52
    assert flock.species_index.tolist() == [0] * 50 + [1] * 2
    flock.run(50)
    flock.add_obstacle(shape="box", centre=[100, 100], size=[20, 30])
    assert flock.scenario().to_toml().count("[[obstacle]]") == 2
    flock.run(10)


def test_a_flock_starts_from_arrays():
    positions = np.array([[10, 20], [30, 40], [50, 60]])
    flock = q.Flock("p5", positions=positions, velocities=[[1, 0], [0, 1], [1, 1]])
    np.testing.assert_array_equal(flock.positions, positions)
    assert len(flock) == 3 and flock.velocities[2].tolist() == [1, 1]
    # Without velocities they are those of the scenario.
    assert np.any(q.Flock("p5", positions=positions).velocities)
    hawks = [{"name": "hawk", "relations": {"boid": "hunt"}}]
    flock = q.Flock("p5", positions=positions, species=hawks, species_index=["boid", "hawk", 0])
    assert flock.species_index.tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    "arrays, error, words",
    [
        ({"positions": np.zeros((3, 3))}, ValueError, r"shape \(n, 2\), got one of shape \(3, 3\)"),
        ({"positions": np.zeros(4)}, ValueError, r"got one of shape \(4,\)"),
        ({"positions": np.array([["a", "b"]])}, TypeError, "numbers"),
        ({"positions": np.zeros((1, 2), dtype=complex)}, TypeError, "dtype complex128"),
        ({"positions": [[1, 2], [3]]}, ValueError, "positions: expected"),
        ({"positions": [[1, np.nan]]}, ValueError, "`y` is NaN"),
        ({"positions": np.zeros((3, 2)), "velocities": np.zeros((2, 2))}, ValueError, "3 positions but 2 velocities"),
        ({"positions": np.zeros((3, 2)), "species_index": [0, 0]}, ValueError, "expected 3 entries"),
        ({"positions": np.zeros((3, 2)), "species_index": [0, 0, 9]}, ValueError, "allowed: boid"),
        ({"positions": np.zeros((3, 2)), "boids": 4}, ValueError, "expected 4, as many as boids, got 3"),
        ({"velocities": np.zeros((3, 2))}, ValueError, "need positions"),
    ],
)
def test_wrong_arrays_say_what_is_expected(arrays, error, words):
    with pytest.raises(error, match=words):
        q.Flock("p5", **arrays)


def test_errors_have_file_line_key_allowed_and_suggestion(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text("boids = 10\nspace.size = [100, 100]\nseparation.radus = 3\nsearch = 'girds'\n")
    with pytest.raises(q.ScenarioError) as caught:
        q.Flock(path)
    error = caught.value
    assert error.file == str(path) and error.line == 3 and error.key == "separation.radus"
    assert error.suggestion == "separation.radius" and "radius" in error.allowed
    assert [issue["key"] for issue in error.issues] == ["separation.radus", "search"]
    assert str(error).startswith(f"{path}:3: `separation.radus`")
    copied = pickle.loads(pickle.dumps(error))
    assert (copied.key, copied.issues, str(copied)) == (error.key, error.issues, str(error))
    with pytest.raises(q.ScenarioError, match="did you mean `vicsek`") as caught:
        q.Flock("viscek")
    assert caught.value.suggestion == "vicsek"
    with pytest.raises(q.ScenarioError) as caught:
        q.Flock("p5", boids=-1)
    assert caught.value.file is None and "from 0" in caught.value.allowed
    with pytest.raises(FileNotFoundError):
        q.Flock("no/such/file.toml")
    with pytest.raises(TypeError, match="preset"):
        q.Flock(7)


def test_docstrings_have_every_parameter_and_names_are_unique():
    keywords = [parameter.keyword for parameter in q.parameters()]
    assert len(set(keywords)) == len(keywords) > 150
    for parameter in q.parameters():
        assert f"{parameter.path} : " in q.Flock.__doc__ and parameter.description
    described = q.describe("noise_strength")
    assert described.path == "noise.strength" and described.live
    for name, (_, definition) in q.measures().items():
        assert definition.split()[0] in getattr(q.Flock, name).__doc__


def test_generated_files_are_up_to_date():
    from generate_keywords import keywords, measure_properties

    folder = Path(__file__).parents[1] / "src" / "quelea"
    assert (folder / "_keywords.py").read_text(encoding="utf-8") == keywords(), "run python/generate_keywords.py"
    assert (folder / "_measures.py").read_text(encoding="utf-8") == measure_properties(), "run python/generate_keywords.py"
