"""Pictures and the widget, as far as they can be tested without a browser."""

from __future__ import annotations

import gzip
import xml.etree.ElementTree as xml

import pytest

import quelea as q


def test_plots_in_two_and_three_dimensions():
    pytest.importorskip("matplotlib").use("agg")
    import matplotlib.pyplot as plt

    for preset in ("p5", "couzin2002", "dorsogna"):
        for colour in ("heading", "speed", "species"):
            ax = q.Flock(preset).plot(colour=colour)
            assert ax.get_title() == f"{preset}, step 0" and len(ax.collections) == 1
            ax.figure.canvas.draw()
            plt.close(ax.figure)
    with pytest.raises(ValueError, match="expected heading, speed or species"):
        q.Flock("p5").plot(colour="red")


OBSTACLES = [
    {"centre": [320, 200], "radius": 40},
    {"shape": "box", "centre": [100, 100], "size": [20, 30]},
    {"shape": "capsule", "from": [200, 50], "to": [260, 90], "radius": 5},
    {"shape": "half-space", "centre": [0, 380], "normal": [0, -1]},
    {"shape": "polygon", "points": [[500, 100], [560, 100], [530, 160]]},
    {"shape": "polygon", "points": [[500, 300], [560, 300], [530, 360]], "closed": False, "thickness": 4},
    {"centre": [400, 300], "radius": 10, "velocity": [1, 0]},
]


def test_obstacles_are_drawn_where_they_are():
    pytest.importorskip("matplotlib").use("agg")
    import matplotlib.pyplot as plt

    flock = q.Flock("p5", boids=10, obstacles=OBSTACLES)
    ax = flock.plot()
    inside = [(320, 235), (91, 114), (230, 70), (300, 395), (530, 140), (530, 300), (545, 330)]
    outside = [(320, 245), (89, 100), (230, 80), (300, 375), (505, 140), (530, 320), (400, 300)]
    covered = lambda point: any(patch.get_path().contains_point(point) for patch in ax.patches)  # noqa: E731
    assert all(map(covered, inside)) and not any(map(covered, outside))
    assert flock._repr_html_().count("<path") == len(ax.patches) == 7
    plt.close(ax.figure)


def test_an_animation_steps_the_flock(tmp_path):
    pytest.importorskip("matplotlib").use("agg")
    pytest.importorskip("PIL")
    flock = q.Flock("p5", boids=20)
    animation = flock.animate(6, every=2)
    animation.save(tmp_path / "flock.gif", writer="pillow")
    assert flock.steps == 6 and (tmp_path / "flock.gif").stat().st_size > 1000


def test_a_flock_draws_itself_in_a_notebook():
    flock = q.Flock("veldic")
    found = xml.fromstring(flock._repr_html_().replace("&nbsp;", " "))
    assert len(found.findall(".//polygon")) == min(len(flock), 1000)
    assert flock.hash in flock._repr_html_()
    table = q.run(flock, steps=3).measures
    assert len(xml.fromstring(table._repr_html_()).findall(".//tr")) == 5


def test_the_widget_follows_the_flock_and_the_flock_the_widget():
    pytest.importorskip("anywidget")
    flock = q.Flock("p5")
    studio = q.Studio(flock, controls=["separation.weight", "cohesion.weight"])
    assert studio.parameters == {"separation.weight": 1.5, "cohesion.weight": 1.0}
    studio.parameters = {**studio.parameters, "separation.weight": 2.25}
    assert flock.get("separation.weight") == 2.25
    flock.set("cohesion_weight", 0.5)
    assert studio.parameters["cohesion.weight"] == 0.5
    studio.parameters = {**studio.parameters, "cohesion.weight": -1e12}
    assert studio.parameters["cohesion.weight"] == flock.get("cohesion.weight") == 0.5 and "cohesion.weight" in studio.error


def test_a_slider_that_is_moved_while_the_flock_steps_moves_back():
    pytest.importorskip("anywidget")
    flock = q.Flock("p5")
    studio = q.Studio(flock, controls=["separation.weight"])

    def move_slider(boids):
        # Notebooks handle messages in other threads, also while a cell runs.
        studio.parameters = {"separation.weight": 2.0}

    flock.add_rule(move_slider)
    flock.run(1)
    assert studio.parameters["separation.weight"] == flock.get("separation.weight") == 1.5
    assert "in use" in studio.error


def test_the_widget_exchanges_flocks_with_its_page():
    pytest.importorskip("anywidget")
    flock = q.Flock("p5")
    studio = q.Studio(flock)
    other = q.Flock("p5")
    other.run(30)
    studio._receive(studio, {"type": "snapshot"}, [other.snapshot()])
    assert flock.hash == other.hash
    before = studio._snapshot
    studio.push()
    assert studio._snapshot != before


def test_the_page_is_in_the_package():
    pytest.importorskip("anywidget")
    from quelea import studio

    try:
        files = studio.page_files()
    except FileNotFoundError:
        pytest.skip("the page is not built: cargo xtask web")
    assert gzip.decompress(files["quelea_wasm_bg.wasm"])[:4] == b"\0asm"
    assert "quelea-flock.js" in files and not any("studio" in name for name in files)
