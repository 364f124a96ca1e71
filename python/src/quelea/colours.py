"""Colours of pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

#: Colours of species, distinct for most colour-blind readers (Okabe and Ito).
SPECIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")

#: From OKLab to the cube roots of cone responses, and from those responses to linear sRGB (Björn Ottosson, 2020).
TO_CONES = np.array([[1, 0.39633778, 0.21580376], [1, -0.105561346, -0.06385417], [1, -0.08948418, -1.2914855]])
TO_RGB = np.array(
    [[4.0767417, -3.3077116, 0.23096994], [-1.268438, 2.6097574, -0.34131938], [-0.0041960863, -0.7034186, 1.7076147]]
)


def headings(angles: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """The colour of each direction, in radians, as RGB from 0 to 1: hues of the same lightness, as in the studio."""
    turned = np.asarray(angles, dtype=np.float64) + 0.08 * 2 * np.pi
    lab = np.stack([np.full_like(turned, 0.58), 0.13 * np.cos(turned), 0.13 * np.sin(turned)], axis=-1)
    linear = np.clip((lab @ TO_CONES.T) ** 3 @ TO_RGB.T, 0, 1)
    encoded: npt.NDArray[np.float64] = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return encoded


def of_species(index: npt.ArrayLike) -> list[Any]:
    """The colour of each boid by the index of its species."""
    return [SPECIES[kind % len(SPECIES)] for kind in np.asarray(index).tolist()]
