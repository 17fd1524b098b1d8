from collections.abc import Iterable, Sequence
from os import PathLike
from typing import Any, Final, Literal, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Rows: TypeAlias = Literal["top", "bottom"]
_Book: TypeAlias = bool | str | PathLike[str]
_Positions: TypeAlias = Iterable[Position | str] | NDArray[np.integer[Any]]
_Judgement: TypeAlias = Literal["best", "good", "missed win", "mistake", "blunder"]

__all__ = [
    "BOTS",
    "NO_SCORE",
    "Position",
    "Review",
    "ReviewedMove",
    "Solver",
    "__version__",
    "position_scores",
    "reply",
    "scores",
]

__version__: Final[str]
NO_SCORE: Final[int]
BOTS: Final[tuple[str, ...]]

@final
class Position:
    def __new__(cls, moves: str | Iterable[SupportsIndex] | None = None) -> Position: ...
    @classmethod
    def from_drawing(cls, drawing: str) -> Position: ...
    @classmethod
    def from_array(cls, array: ArrayLike, *, rows: _Rows = "top") -> Position: ...
    @classmethod
    def from_bitboards(cls, first: int, second: int) -> Position: ...
    def to_array(self, *, rows: _Rows = "top") -> NDArray[np.int8]: ...
    @property
    def bitboards(self) -> tuple[int, int]: ...
    @property
    def ply(self) -> int: ...
    @property
    def turn(self) -> Literal["first", "second"]: ...
    @property
    def legal(self) -> list[int]: ...
    @property
    def outcome(self) -> Literal["first", "second", "drawn"] | None: ...
    @property
    def winning_lines(self) -> list[list[tuple[int, int]]]: ...
    def play(self, column: SupportsIndex) -> Position: ...
    def mirrored(self) -> Position: ...
    def meaning(self, score: SupportsIndex) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Solver:
    def __new__(
        cls, *, book: _Book = True, threads: int = 1, table_mib: int = 4
    ) -> Solver: ...
    def score(
        self, position: Position | str, *, nodes: int | None = None, seconds: float | None = None
    ) -> int: ...
    def bounds(
        self, position: Position | str, *, nodes: int | None = None, seconds: float | None = None
    ) -> tuple[int, int]: ...
    def scores(
        self, position: Position | str, *, nodes: int | None = None, seconds: float | None = None
    ) -> NDArray[np.int8]: ...
    def best(
        self,
        position: Position | str,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        proved: bool = True,
    ) -> int: ...
    def line(
        self, position: Position | str, *, nodes: int | None = None, seconds: float | None = None
    ) -> list[int]: ...
    def review(
        self,
        moves: str | Sequence[SupportsIndex],
        *,
        nodes: int | None = None,
        seconds: float | None = None,
    ) -> Review: ...
    def clear(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def book_ply(self) -> int | None: ...

@final
class Review:
    @property
    def moves(self) -> list[ReviewedMove]: ...
    @property
    def accuracy(self) -> tuple[int | None, int | None]: ...
    @property
    def turning_point(self) -> int | None: ...
    def __len__(self) -> int: ...

@final
class ReviewedMove:
    @property
    def column(self) -> int: ...
    @property
    def judgement(self) -> _Judgement: ...
    @property
    def found(self) -> int: ...
    @property
    def left(self) -> int: ...
    @property
    def best(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

def scores(
    positions: _Positions,
    *,
    rows: _Rows = "top",
    book: _Book = True,
    threads: int | None = None,
) -> NDArray[np.int8]: ...
def position_scores(
    positions: _Positions,
    *,
    rows: _Rows = "top",
    book: _Book = True,
    threads: int | None = None,
) -> NDArray[np.int8]: ...
def reply(
    position: Position | str, bot: str, *, seed: str = "ABC123", solver: Solver | None = None
) -> int: ...
