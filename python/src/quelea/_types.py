"""Types that several modules use."""

from __future__ import annotations

from typing import Union

import numpy as np
import numpy.typing as npt

#: Single precision from the fast engine, double from the reference engine.
Floats = Union[npt.NDArray[np.float32], npt.NDArray[np.float64]]
