"""PettingZoo's `connect_four_v3`: its observation, and an agent.

>>> import numpy
>>> observation = numpy.zeros((6, 7, 2), dtype=numpy.int8)
>>> observation[5, 3, 1] = 1  # one disc, the opponent's: the second player is to move
>>> position(observation) == Position("4")
True
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from fourfall import Position, Solver

SHAPE = (6, 7, 2)


def position(observation: Mapping[str, Any] | ArrayLike) -> Position:
    """The position that the agent to move observes: its own discs in the first plane."""
    planes = np.asarray(
        observation["observation"] if isinstance(observation, Mapping) else observation
    )
    if planes.shape != SHAPE:
        raise ValueError(f"expected an observation of shape {SHAPE}, found {planes.shape}")
    own, other = planes[:, :, 0] != 0, planes[:, :, 1] != 0
    first, second = (own, other) if own.sum() == other.sum() else (other, own)
    if (own & other).any():
        raise ValueError("both players have a disc on one cell")
    return Position.from_array(first + 2 * second.astype(np.int8))


def action(observation: Mapping[str, Any] | ArrayLike, solver: Solver) -> int:
    """A perfect action, 0 to 6."""
    return solver.best(position(observation))
