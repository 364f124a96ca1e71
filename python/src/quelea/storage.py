"""The arrays of an engine themselves."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from ._types import Floats


class Storage:
    """The boids as their engine stores them, without a copy.

    Slot s of every array is the same boid, `ids[s]`. The fast engine sorts boids by the cell they are in, so slots
    change from step to step. While any of these arrays exists the flock cannot change: a step raises BufferError.

    >>> import quelea as q
    >>> flock = q.Flock("p5")
    >>> with flock.storage() as storage:
    ...     x, y = storage.positions
    ...     right = float(x.max())
    ...     del x, y
    >>> flock.run(1)
    """

    def __init__(self, arrays: dict[str, Any]):
        #: The id of the boid in each slot.
        self.ids: npt.NDArray[np.integer[Any]] = arrays["ids"]
        #: An array per axis.
        self.positions: tuple[Floats, ...] = arrays["positions"]
        #: An array per axis.
        self.velocities: tuple[Floats, ...] = arrays["velocities"]

    def __enter__(self) -> Storage:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the arrays."""
        self.ids = np.empty(0, dtype=np.uint32)
        self.positions = self.velocities = ()
