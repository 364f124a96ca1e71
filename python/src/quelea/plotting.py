"""Pictures with Matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from . import colours
from .flock import Flock
from .outlines import outlines

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation
    from matplotlib.axes import Axes

def plot(flock: Flock, ax: Optional[Axes] = None, *, colour: str = "heading", size: Optional[float] = None) -> Axes:
    """Draws every boid as an arrow along its heading, in 3D as a point, and obstacles that stand still.

    `colour` is "heading", "speed" or "species"; `size` the length of an arrow, in units of the space.
    """
    import matplotlib.pyplot as plt

    if colour not in ("heading", "speed", "species"):
        raise ValueError(f"colour: expected heading, speed or species, got {colour!r}")
    if ax is None:
        projection = {"projection": "3d"} if flock.dimension == 3 else {}
        _, ax = plt.subplots(figsize=(6, 6), subplot_kw=projection)
    low, high = _limits(flock)
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])
    ax.set_title(f"{flock.scenario().name}, step {flock.steps}")
    shade = _colours(flock, colour)
    positions, headings = flock.positions, _headings(flock)
    if flock.dimension == 3:
        space: Any = ax
        space.set_zlim(low[2], high[2])
        space.scatter(*positions.T, color=shade, s=min(20.0, max(3.0, 4000 / max(len(flock), 1))))
        ax.set_aspect("equal")
        return ax
    ax.set_aspect("equal")
    for outline in outlines(flock.scenario()):
        ax.fill(*outline.T, color="#9a9a9a", linewidth=0)
    length = size or float(np.max(high - low)) / max(25.0, np.sqrt(max(len(flock), 1)))
    arrows = length * headings
    ax.quiver(
        *(positions - arrows / 2).T, *arrows.T, color=shade, angles="xy", scale_units="xy", scale=1,
        width=0.15 * length, units="xy", headwidth=5, headlength=6, headaxislength=5,
    )  # fmt: skip
    return ax


def animate(
    flock: Flock, steps: int = 200, *, every: int = 1, interval: int = 40, ax: Optional[Axes] = None, **options: Any
) -> FuncAnimation:
    """Runs the flock for so many steps and shows every so many of them, `interval` milliseconds each.

    The flock steps as the animation is shown or saved. In a notebook, `HTML(animation.to_jshtml())` shows it.
    """
    from matplotlib.animation import FuncAnimation

    ax = plot(flock, ax, **options)

    def draw(frame: int) -> list[Any]:
        if frame:
            flock.run(every)
        ax.clear()
        plot(flock, ax, **options)
        return []

    figure: Any = ax.figure
    frames = steps // every + 1
    return FuncAnimation(figure, draw, frames=frames, interval=interval, repeat=False, init_func=lambda: [])


def _limits(flock: Flock) -> tuple[Any, Any]:
    """The corners of what is shown: the space, or all boids if it is open."""
    low, high = (np.asarray(corner) for corner in flock.scenario().extent)
    if np.all(high > low) or len(flock) == 0:
        return low, np.where(high > low, high, low + 1)
    low, high = flock.positions.min(axis=0), flock.positions.max(axis=0)
    centre, half = (low + high) / 2, max(float(np.max(high - low)) * 0.55, 1e-6)
    return centre - half, centre + half


def _headings(flock: Flock) -> Any:
    velocities = np.asarray(flock.velocities, dtype=np.float64)
    speeds = np.linalg.norm(velocities, axis=1, keepdims=True)
    along_x = np.eye(1, flock.dimension)
    return np.where(speeds > 0, velocities / np.where(speeds > 0, speeds, 1), along_x)


def _colours(flock: Flock, colour: str) -> Any:
    """The colour of each boid."""
    if colour == "species":
        return colours.of_species(flock.species_index)
    if colour == "heading":
        return colours.headings(np.arctan2(flock.velocities[:, 1], flock.velocities[:, 0]))
    import matplotlib.pyplot as plt

    speeds = np.linalg.norm(flock.velocities, axis=1)
    # From 0, so that speeds that hardly differ look alike; without the end that would vanish into the ground.
    return plt.get_cmap("viridis")(0.85 * speeds / max(float(speeds.max(initial=0)), 1e-30))
