"""The same flock in Quelea, NumPy, AgentPy and Mesa, in one run.

    pip install -r requirements.txt
    python compare.py [BOIDS ...]

Every system steps the flock of Mesa's boid flockers: the mean offset of the neighbours, a push from those that are too
close and their mean velocity change the direction, and the speed is 1. Each runs on one thread and is timed three times
after a first step, in processor time; the median counts. They take turns, so that a busy machine is busy for all.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from typing import Callable

# Read when NumPy is loaded, and when the first flock is made.
os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "RAYON_NUM_THREADS"), "1"))

import agentpy
import mesa
import numpy as np
from mesa.examples.basic.boid_flockers.model import BoidFlockers

import quelea as q

COHERE, SEPARATE, MATCH = 0.03, 0.015, 0.05

#: The flock of the public comparison of ABM frameworks (JuliaDynamics/ABMFrameworksComparison, "large"): 100 steps of
#: 400 birds, and the times relative to Agents.jl that it publishes.
PUBLIC = {"boids": 400, "side": 150.0, "vision": 15.0, "separation": 1.0}
PUBLISHED = {"Agents.jl": 1.0, "MASON": 0.61, "NetLogo": 19.0, "Mesa": 59.5}

#: A step, of which the first is not timed.
Step = Callable[[int], None]


def quelea_flock(boids: int, side: float, vision: float, separation: float) -> Step:
    flock = q.Flock(
        "mesa",
        boids=boids,
        space_size=[side, side],
        perception_radius=vision,
        separation_radius=separation,
        start_velocity="heading",
        start_speed=1,
    )
    return flock.run


def numpy_flock(boids: int, side: float, vision: float, separation: float) -> Step:
    """All pairs, vectorised, an array per axis, in blocks that fit into the cache."""
    random = np.random.default_rng(1)
    x, y = random.uniform(0, side, (2, boids))
    angles = random.uniform(0, 2 * np.pi, boids)
    velocities = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    block = max(1, 100_000 // boids)

    def offsets(places: np.ndarray, rows: slice) -> np.ndarray:
        found = places[None, :] - places[rows, None]
        found -= side * np.rint(found / side)
        return found

    def step(count: int) -> None:
        nonlocal x, y, velocities
        for _ in range(count):
            change = np.empty_like(velocities)
            for start in range(0, boids, block):
                rows = slice(start, start + block)
                dx, dy = offsets(x, rows), offsets(y, rows)
                distance = dx * dx + dy * dy
                # A boid is at no distance from itself.
                seen = ((distance < vision * vision) & (distance > 0)).astype(float)
                pull = seen * (COHERE - SEPARATE * (distance < separation * separation))
                pulls = np.stack([np.einsum("ij,ij->i", pull, dx), np.einsum("ij,ij->i", pull, dy)], axis=1)
                change[rows] = (pulls + MATCH * (seen @ velocities)) / np.maximum(seen.sum(axis=1, keepdims=True), 1)
            velocities += change
            velocities /= np.linalg.norm(velocities, axis=1, keepdims=True)
            x, y = (x + velocities[:, 0]) % side, (y + velocities[:, 1]) % side

    return step


class Bird(agentpy.Agent):
    def setup(self) -> None:
        angle = self.model.nprandom.uniform(0, 2 * np.pi)
        self.velocity = np.array([np.cos(angle), np.sin(angle)])

    def update_velocity(self) -> None:
        space, p = self.model.space, self.p
        position = space.positions[self]
        neighbours = space.neighbors(self, distance=p.vision).to_list()
        if neighbours:
            offset = np.array([space.positions[other] for other in neighbours]) - position
            offset -= p.side * np.round(offset / p.side)
            close = np.linalg.norm(offset, axis=1) < p.separation
            velocities = np.sum([other.velocity for other in neighbours], axis=0)
            change = COHERE * offset.sum(axis=0) - SEPARATE * offset[close].sum(axis=0) + MATCH * velocities
            self.velocity = self.velocity + change / len(neighbours)
            self.velocity /= np.linalg.norm(self.velocity)

    def update_position(self) -> None:
        self.model.space.move_by(self, self.velocity)


class Birds(agentpy.Model):
    def setup(self) -> None:
        self.space = agentpy.Space(self, shape=[self.p.side] * 2, torus=True)
        self.agents = agentpy.AgentList(self, self.p.boids, Bird)
        self.space.add_agents(self.agents, random=True)

    def step(self) -> None:
        # First all velocities, then all positions, as in AgentPy's own flocking example: its tree is built once a step.
        self.agents.update_velocity()
        self.agents.update_position()


def agentpy_flock(**parameters: float) -> Step:
    model = Birds({**parameters, "seed": 1})
    model.sim_setup()
    return lambda count: [model.sim_step() for _ in range(count)] and None


def mesa_flock(boids: int, side: float, vision: float, separation: float) -> Step:
    model = BoidFlockers(population_size=boids, width=side, height=side, vision=vision, separation=separation)
    return lambda count: [model.step() for _ in range(count)] and None


SYSTEMS: dict[str, Callable[..., Step]] = {
    f"Quelea {q.__version__}": quelea_flock,
    f"NumPy {np.__version__}": numpy_flock,
    f"AgentPy {agentpy.__version__}": agentpy_flock,
    f"Mesa {mesa.__version__}": mesa_flock,
}


def seconds_per_step(settings: dict[str, float], budget: float = 2.0) -> dict[str, float]:
    """The median of three turns of each system; a turn is as many steps as fit into the budget, at least one."""
    steps = {}
    for name, start in SYSTEMS.items():
        step = start(**settings)
        step(1)
        began = time.process_time()
        step(1)
        count = int(min(100, max(1, budget / (time.process_time() - began))))
        steps[name] = (step, count)
    times: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(3):
        for name, (step, count) in steps.items():
            began = time.process_time()
            step(count)
            times[name].append((time.process_time() - began) / count)
    return {name: statistics.median(found) for name, found in times.items()}


def main(sizes: list[int]) -> None:
    print("| boids | system | million boid-steps/s | Quelea is faster by |\n|---|---|---|---|")
    for boids in sizes:
        # Mesa's own density: a hundred boids on 100 × 100, about three neighbours each.
        times = seconds_per_step({"boids": boids, "side": 10 * boids**0.5, "vision": 10.0, "separation": 2.0})
        ours = next(iter(times.values()))
        for name, seconds in times.items():
            print(f"| {boids} | {name} | {boids / seconds / 1e6:.4f} | {seconds / ours:.0f} × |", flush=True)
    print("\nThe public comparison, 100 steps of 400 birds; times as multiples of that of Agents.jl:\n")
    print("| system | ms here | through Mesa's | published |\n|---|---|---|---|")
    times = seconds_per_step(PUBLIC)
    mesas = times[f"Mesa {mesa.__version__}"]
    for name, seconds in times.items():
        published = PUBLISHED.get(name.split()[0], "")
        print(f"| {name} | {100e3 * seconds:.2f} | {seconds / mesas * PUBLISHED['Mesa']:.3g} | {published} |")
    for name in ("Agents.jl", "MASON", "NetLogo"):
        print(f"| {name} | | | {PUBLISHED[name]} |")


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [100, 1000, 10_000])
