"""Rules written in Python."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import quelea as q


def drag(boids: q.RuleInput):
    return -0.1 * boids.velocities


@pytest.mark.parametrize("engine", ["fast", "reference"])
@pytest.mark.parametrize("dimension", [2, 3])
def test_a_rule_adds_its_forces(engine, dimension):
    # Nothing else moves these boids, so that a step adds exactly the force.
    scenario = {"boids": 4, "dimension": dimension, "engine": engine, "space": {"kind": "open"}}
    scenario.update({f"{rule}.weight": 0 for rule in ("separation", "alignment", "cohesion")})
    scenario["motion"] = {"step": 1, "max_speed": 100}
    positions = np.arange(4 * dimension).reshape(4, dimension) * 10.0
    flock = q.Flock(scenario, positions=positions, velocities=np.zeros((4, dimension)))
    force = np.linspace(-1, 1, 4 * dimension).reshape(4, dimension)
    flock.add_rule(lambda boids: force, name="wind", weight=0.5)
    assert np.allclose(flock.inspect(2).forces["wind"], 0.5 * force[2])
    flock.run(1)
    np.testing.assert_allclose(flock.velocities, 0.5 * force, rtol=1e-6)


def test_a_rule_is_called_once_per_step_with_arrays_by_id():
    flock = q.Flock("p5", boids=30, species=[{"name": "hawk", "boids": 1, "relations": {"boid": "hunt"}}])
    seen = []

    def watch(boids):
        seen.append(boids.step)
        assert boids.positions.shape == boids.velocities.shape == (31, 2)
        assert boids.species_index.tolist() == [0] * 30 + [1]

    plain = flock.copy()
    flock.add_rule(watch)
    flock.run(7)
    plain.run(7)
    assert seen == list(range(7))
    # None is no force, and a rule without force changes nothing.
    assert flock.hash == plain.hash
    flock.add_boid([1, 1], [0, 0], species=0)
    flock.remove_boid(len(flock) - 1)
    flock.run(1)


def test_errors_of_a_rule_reach_the_caller_and_stop_the_run():
    flock = q.Flock("p5", boids=5)

    def fails(boids):
        if boids.step == 3:
            raise ZeroDivisionError("in a rule")

    flock.add_rule(fails)
    with pytest.raises(ZeroDivisionError):
        flock.run(10)
    assert flock.steps == 3
    flock.remove_rule("fails")
    flock.run(1)
    flock.add_rule(lambda boids: np.zeros((5, 3)), name="flat")
    with pytest.raises(ValueError, match=r"`flat` must return None or an array of shape \(5, 2\)"):
        flock.run(1)
    flock.remove_rule("flat")
    with pytest.raises(KeyError):
        flock.remove_rule("flat")
    with pytest.raises(TypeError):
        flock.add_rule(3)


def test_a_rule_may_not_use_its_flock():
    flock = q.Flock("p5", boids=5)
    flock.add_rule(lambda boids: flock.positions, name="greedy")
    with pytest.raises(q.BusyError):
        flock.run(1)


def test_rules_travel_with_pickles_and_stay_through_changes():
    flock = q.Flock("p5", boids=20)
    flock.add_rule(drag)
    with pytest.raises(ValueError, match="already"):
        flock.add_rule(drag)
    copy = pickle.loads(pickle.dumps(flock))
    for each in (flock, copy):
        each.run(5)
        each.remove_boid(0)
        each.continue_with(search="kd-tree")
        each.run(5)
        assert "drag" in each.inspect(0).forces
    assert flock.hash == copy.hash
    flock.continue_with(engine="reference")
    assert "drag" in flock.inspect(0).forces
