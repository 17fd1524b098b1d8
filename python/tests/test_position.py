"""The board, and wrong input of every kind."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from games import random_games

from fourfall import GameOver, IllegalMove, Position

FOUR = [1, 1, 1, 1]


def lines_through(cells: Any) -> bool:
    """The rule a second time, by looking at every window of four."""
    for row in range(6):
        for column in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ends = (row + 3 * down, column + 3 * right)
                if ends[0] < 6 and 0 <= ends[1] < 7:
                    window = [cells[row + at * down, column + at * right] for at in range(4)]
                    if all(window):
                        return True
    return False


def test_random_games_follow_the_rules(chance: random.Random) -> None:
    for game in random_games(chance, 300):
        model = np.zeros((6, 7), dtype=np.int8)
        heights = [0] * 7
        for ply, position in enumerate(game):
            assert position.ply == ply
            assert position.turn == ("first", "second")[ply % 2]
            assert np.array_equal(position.to_array(rows="bottom"), model)
            assert np.array_equal(position.to_array(), model[::-1])
            won = [lines_through(model == disc) for disc in (1, 2)]
            expected = "first" if won[0] else "second" if won[1] else None
            if expected is None and ply == 42:
                expected = "drawn"
            assert position.outcome == expected
            free = [column for column in range(7) if heights[column] < 6]
            assert position.legal == (free if expected is None else [])
            assert bool(position.winning_lines) == (won[0] or won[1])
            if ply + 1 < len(game):
                changed = np.argwhere(game[ply + 1].to_array(rows="bottom") != model)
                assert len(changed) == 1
                row, column = (int(it) for it in changed[0])
                assert row == heights[column]
                heights[column] += 1
                model[row, column] = ply % 2 + 1


def test_every_form_gives_the_same_position_back(chance: random.Random) -> None:
    for game in random_games(chance, 30):
        for position in game:
            assert Position.from_drawing(str(position)) == position
            assert Position.from_bitboards(*position.bitboards) == position
            assert eval(repr(position)) == position
            assert position.mirrored().mirrored() == position
            assert np.array_equal(position.mirrored().to_array(), position.to_array()[:, ::-1])
            for rows in ("top", "bottom"):
                array = position.to_array(rows=rows)
                assert Position.from_array(array, rows=rows) == position
                assert Position.from_array(array.astype(np.uint16), rows=rows) == position
                assert Position.from_array(array.tolist(), rows=rows) == position
                signed = np.where(array == 2, -1, array)
                assert Position.from_array(signed, rows=rows) == position


def test_positions_are_values() -> None:
    one, same, other = Position("1234"), Position("3214"), Position("4")
    assert one == same and hash(one) == hash(same) and one != other
    assert {one: 1}[same] == 1
    assert one != "1234"
    assert Position("1234") == Position([0, 1, 2, 3]) == Position(np.array([0, 1, 2, 3]))
    with pytest.raises(AttributeError):
        one.ply = 3  # type: ignore[misc]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_positions_can_be_pickled_and_copied(protocol: int) -> None:
    for moves in ("", "4435", "4455667", "44444432225"):
        position = Position(moves)
        assert pickle.loads(pickle.dumps(position, protocol)) == position
        assert copy.copy(position) == copy.deepcopy(position) == position


@pytest.mark.parametrize(
    ("moves", "error", "sentence"),
    [
        ("48", ValueError, "move 2: expected a digit from 1 to 7"),
        ("4 4", ValueError, "move 2: expected a digit"),
        ("４", ValueError, "move 1: expected a digit"),
        ("4444444", ValueError, "move 7: column 4 is full"),
        ("44556677", ValueError, "move 8: the game is over"),
        ([7], ValueError, "there is no column 7"),
        ([-1], ValueError, "there is no column -1"),
        ([3] * 7, IllegalMove, "column 4 is full"),
        ([2**80], OverflowError, None),
        ([1.5], TypeError, None),
        (["4"], TypeError, None),
        (4, TypeError, None),
        (b"44", ValueError, "there is no column 52"),
        (object(), TypeError, None),
    ],
)
def test_wrong_moves_are_refused(
    moves: Any, error: type[Exception], sentence: str | None
) -> None:
    with pytest.raises(error, match=sentence):
        Position(moves)


def test_wrong_plays_are_refused() -> None:
    with pytest.raises(IllegalMove, match="column 4 is full"):
        Position("444444").play(3)
    with pytest.raises(GameOver, match="the game is over"):
        Position("4455667").play(0)
    for column in (7, -1, 10**9):
        with pytest.raises(ValueError, match="there is no column"):
            Position().play(column)
    for wrong in ("4", None, 1.5):
        with pytest.raises(TypeError):
            Position().play(wrong)  # type: ignore[arg-type]


def board(*rows: str) -> list[list[int]]:
    return [[".XO".index(cell) for cell in row] for row in (".......",) * (6 - len(rows)) + rows]


@pytest.mark.parametrize(
    ("array", "error", "sentence"),
    [
        (np.zeros((7, 6), np.int8), ValueError, r"expected an array of shape \(6, 7\)"),
        (np.zeros(42, np.int8), ValueError, "shape"),
        (np.zeros((2, 6, 7), np.int8), ValueError, "shape"),
        (np.full((6, 7), 3), ValueError, "a cell is 0, 1 or 2"),
        (np.full((6, 7), 257), ValueError, "a cell is 0, 1 or 2"),
        (np.full((6, 7), -(2**60)), ValueError, "a cell is 0, 1 or 2"),
        (np.zeros((6, 7), np.float32), TypeError, "expected an array of integers, found float32"),
        (np.zeros((6, 7), object), TypeError, "expected an array of integers"),
        ("a board", TypeError, "expected an array of integers"),
        (None, TypeError, "expected an array of integers"),
        (board("X......", "......."), ValueError, "nothing lies below the disc in column 1, row 2"),
        (board("XX....."), ValueError, "the first player has 2 and the second 0"),
        (board("XXXXOOO", "OOOOXXX"), ValueError, "no order of moves leads to this board"),
    ],
)
def test_wrong_arrays_are_refused(array: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        Position.from_array(array)


def test_other_wrong_input_is_refused() -> None:
    with pytest.raises(ValueError, match='"top" or "bottom"'):
        Position().to_array(rows="left")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected 6 rows, found 1"):
        Position.from_drawing(". . . . . . .")
    with pytest.raises(ValueError, match="expected X, O or a dot"):
        Position.from_drawing("? . . . . . .")
    with pytest.raises(ValueError, match="off the board"):
        Position.from_bitboards(1 << 6, 0)
    with pytest.raises(OverflowError):
        Position.from_bitboards(-1, 0)
    with pytest.raises(ValueError, match="two discs lie in column 1, row 1"):
        Position.from_bitboards(1, 1)
    with pytest.raises(ValueError, match="scores run from -18 to 18"):
        Position().meaning(19)
