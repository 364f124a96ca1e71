"""A flock in a notebook, without Matplotlib: a small SVG and its measures."""

from __future__ import annotations

import html as markup

import numpy as np

from .colours import SPECIES
from .flock import Flock
from .outlines import outlines
from .plotting import _headings, _limits

#: The most boids that are drawn; of more, a sample.
MOST = 1000

WIDTH = 240.0


def html(flock: Flock) -> str:
    """The flock as HTML."""
    name = markup.escape(flock.scenario().name)
    order = flock.measure("polarisation", "mean_speed")
    info = flock.info
    rows = {
        "boids": f"{len(flock):,} in {flock.dimension}D",
        "step": f"{flock.steps:,}",
        "engine": f"{info['engine']}, {info['precision']} precision",
        "polarisation": f"{order['polarisation']:.3f}",
        "mean speed": f"{order['mean_speed']:.3g}",
        "hash": f"<code>{flock.hash}</code>",
    }
    table = "".join(f"<tr><th style='text-align:left'>{key}</th><td>{value}</td></tr>" for key, value in rows.items())
    return (
        f"<div style='display:flex;gap:1em;align-items:center'>{svg(flock)}"
        f"<table><caption><b>{name}</b></caption>{table}</table></div>"
    )


def svg(flock: Flock) -> str:
    """The boids as triangles, seen along the z axis."""
    low, high = _limits(flock)
    scale = WIDTH / float(np.max(high - low)[()])
    width, height = ((high - low)[:2] * scale).tolist()
    chosen = np.linspace(0, len(flock) - 1, min(len(flock), MOST)).astype(int) if len(flock) else np.arange(0)
    places = (np.asarray(flock.positions, dtype=np.float64)[chosen, :2] - low[:2]) * scale
    headings, species = _headings(flock)[chosen, :2], flock.species_index[chosen]
    length = max(2.5, min(8.0, WIDTH / np.sqrt(max(len(chosen), 1)) / 2))
    shapes = []
    for outline in outlines(flock.scenario()):
        line = " ".join(f"{x:.1f},{height - y:.1f}" for x, y in ((outline - low[:2]) * scale).tolist())
        shapes.append(f"<path d='M{line}Z' fill='#9a9a9a'/>")
    for (x, y), (u, v), kind in zip(places.tolist(), headings.tolist(), species.tolist()):
        # The y axis of SVG points down.
        y, v = height - y, -v
        corners = [(x + u * length, y + v * length)]
        corners += [(x - u * length / 2 + side * v * length / 3, y - v * length / 2 - side * u * length / 3) for side in (1, -1)]
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
        shapes.append(f"<polygon points='{points}' fill='{SPECIES[kind % len(SPECIES)]}'/>")
    return (
        f"<svg width='{width:.0f}' height='{height:.0f}' viewBox='0 0 {width:.1f} {height:.1f}' "
        f"style='background:#fff;border:1px solid #ccc'>{''.join(shapes)}</svg>"
    )
