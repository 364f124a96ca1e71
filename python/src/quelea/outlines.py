"""The outlines of obstacles, for pictures in 2D."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .scenario import Scenario

Outline = npt.NDArray[np.float64]


def outlines(scenario: Scenario) -> list[Outline]:
    """The corners of every obstacle that stands still: filled, they are all of it."""
    found: list[Outline] = []
    index = 0
    while scenario.dimension == 2 and scenario.get(f"obstacle.{index}.shape"):
        obstacle = {
            key: scenario.get(f"obstacle.{index}.{key}")
            for key in ("shape", "centre", "radius", "size", "from", "to", "normal", "points", "closed", "solid", "thickness")
        }
        if not scenario.get(f"obstacle.{index}.velocity") and not scenario.get(f"obstacle.{index}.path"):
            reach = 2 * float(np.linalg.norm(np.subtract(*scenario.extent))) + 1
            found += _corners(obstacle, reach)
        index += 1
    return found


def _corners(obstacle: dict[str, Any], reach: float) -> list[Outline]:
    centre = np.asarray(obstacle["centre"], dtype=np.float64)
    if obstacle["shape"] == "sphere":
        return [_capsule(centre, centre, obstacle["radius"])]
    if obstacle["shape"] == "box":
        return [centre + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.asarray(obstacle["size"]) / 2]
    if obstacle["shape"] == "capsule":
        return [_capsule(np.asarray(obstacle["from"]), np.asarray(obstacle["to"]), obstacle["radius"])]
    if obstacle["shape"] == "half-space":
        out = np.asarray(obstacle["normal"]) / np.linalg.norm(obstacle["normal"])
        along = np.array([-out[1], out[0]])
        return [centre + reach * np.array([along, -along, -along - out, along - out])]
    points = np.asarray(obstacle["points"], dtype=np.float64)
    ends = np.roll(points, -1, axis=0) if obstacle["closed"] else points[1:]
    walls = [_capsule(a, b, obstacle["thickness"] / 2) for a, b in zip(points, ends) if obstacle["thickness"]]
    return ([points] if obstacle["closed"] and obstacle["solid"] else []) + walls


def _capsule(start: Outline, end: Outline, radius: float) -> Outline:
    """Everything within a radius of a line."""
    direction = np.arctan2(end[1] - start[1], end[0] - start[0])
    angles = direction + np.linspace(-np.pi / 2, np.pi / 2, 24)
    half = radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return np.concatenate([end + half, start - half])
