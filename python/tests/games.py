"""Positions that several tests use."""

import random
from collections.abc import Iterator
from pathlib import Path

from fourfall import Position

PROJECT = Path(__file__).resolve().parents[2]
VECTORS = PROJECT / "crates" / "engine" / "tests" / "data"
PUBLIC_SETS = PROJECT.parent / "shared" / "positions"


def rows(file: Path) -> list[tuple[str, int]]:
    """Moves and score of each line."""
    lines = (line.partition(" ") for line in file.read_text(encoding="ascii").splitlines())
    return [(moves, int(score)) for moves, _, score in lines if score and not moves.startswith("#")]


def random_games(chance: random.Random, count: int) -> Iterator[list[Position]]:
    """Games played at random to their end, each as its positions."""
    for _ in range(count):
        game = [Position()]
        while game[-1].outcome is None:
            game.append(game[-1].play(chance.choice(game[-1].legal)))
        yield game
