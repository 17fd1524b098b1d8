"""An exact and fast solver for four in a row, with bots, reviews and numpy batches.

>>> import fourfall
>>> solver = fourfall.Solver()
>>> solver.score("4435")
-2
>>> fourfall.Position("4435").meaning(-2)
'loses in 36'
>>> fourfall.scores(["4435", "44444432225"])
array([[  -2,   -2,   -4,   -3,   -2,   -5,   -5],
       [ -15,  -15,  -15, -128,  -15,    1,  -15]], dtype=int8)

A string is a list of columns as people write them, 1 to 7. A number is a column as programs count,
0 to 6. A score counts for the player to move: positive for a win, 22 less the discs the winner will
have used; 0 for a draw.
"""

from fourfall._errors import GameOver, IllegalMove, Unproved
from fourfall._native import (
    BOTS,
    NO_SCORE,
    Position,
    Reason,
    Review,
    ReviewedMove,
    Solver,
    __version__,
    position_scores,
    reply,
    scores,
)

__all__ = [
    "BOTS",
    "NO_SCORE",
    "GameOver",
    "IllegalMove",
    "Position",
    "Reason",
    "Review",
    "ReviewedMove",
    "Solver",
    "Unproved",
    "__version__",
    "position_scores",
    "reply",
    "scores",
]
