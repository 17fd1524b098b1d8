"""An agent for Kaggle's ConnectX that never errs, and answers within its time.

A submission is two lines:

    from fourfall.adapters.kaggle import agent as fourfall_agent
    def agent(observation, configuration): return fourfall_agent(observation, configuration)

>>> agent({"board": [0] * 42, "mark": 1}, {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 2})
3
"""

from collections.abc import Mapping
from typing import Any

from fourfall import Position, Solver, Unproved, reply

SHARE = 0.5
"""Of the time for a move, the part that is searched in: the rest is for a slow machine."""

TIMEOUT = 2.0
"""Seconds for a move where the configuration does not say."""

STAND_IN = "solo-medium"
"""Who plays if the search does not end in time: it looks a few discs ahead, in no time."""


_kept: list[Solver] = []


def _solver() -> Solver:
    """One solver for the whole game, made when it is first needed."""
    if not _kept:
        _kept.append(Solver())
    return _kept[0]


def position(observation: Mapping[str, Any]) -> Position:
    """The board of an observation: 42 cells, the top row first."""
    board = observation["board"]
    if len(board) != 42:
        raise ValueError(f"expected a board of 42 cells, found {len(board)}")
    return Position.from_array([list(board[at : at + 7]) for at in range(0, 42, 7)])


def agent(observation: Mapping[str, Any], configuration: Mapping[str, Any] | None = None) -> int:
    """A perfect column, 0 to 6; one that looks good if the time is too short to prove one."""
    given = configuration or {}
    for name, value in (("columns", 7), ("rows", 6), ("inarow", 4)):
        if given.get(name, value) != value:
            raise ValueError(f"this agent plays with {name} = {value}, not {given[name]}")
    here = position(observation)
    seconds = SHARE * float(given.get("actTimeout", TIMEOUT))
    try:
        return _solver().best(here, seconds=seconds)
    except Unproved:
        return reply(here, STAND_IN)
