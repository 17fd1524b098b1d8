"""The solver, the bots and reviews against sets that others made, and against each other."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from games import PUBLIC_SETS, VECTORS, random_games, rows

import fourfall
from fourfall import BOTS, NO_SCORE, GameOver, Position, Solver, Unproved


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def test_our_own_positions_have_their_scores(solver: Solver) -> None:
    expected = rows(VECTORS / "positions.txt")
    assert len(expected) > 50
    for moves, score in expected:
        assert solver.score(moves) == score, moves
        column_scores = solver.scores(moves)
        assert column_scores.max() == score, moves
        assert column_scores[solver.best(moves)] == score, moves


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2", "L1_R3"])
def test_the_public_sets(name: str) -> None:
    file = PUBLIC_SETS / f"Test_{name}.txt"
    if not file.exists():
        pytest.skip(f"the public set is not here: {file}")
    expected = rows(file)
    assert len(expected) >= 300
    # The hardest take a second each without the book.
    expected = expected[:30] if name == "L1_R3" else expected
    scores = fourfall.position_scores([moves for moves, _ in expected], book=False)
    assert scores.tolist() == [score for _, score in expected]
    every = [moves for moves, _ in expected if name not in ("L1_R2", "L1_R3")]
    if every:
        assert fourfall.scores(every).max(axis=1).tolist() == [score for _, score in expected]


def test_ten_thousand_positions_of_bitbully_databases(chance: random.Random) -> None:
    """Random positions of twelve discs, and what the database of BitBully knows of them."""
    from bitbully import bitbully_core
    from bitbully_databases import BitBullyDatabases

    book = bitbully_core.OpeningBookCore(
        str(BitBullyDatabases.get_database_path("12-ply-dist")), is_8ply=False, with_distances=True
    )
    positions: list[Position] = []
    expected: list[int] = []
    seen: set[Position] = set()
    while len(positions) < 10_000:
        position, board = Position(), bitbully_core.BoardCore()
        while position.ply < 12 and position.outcome is None:
            column = chance.choice(position.legal)
            position = position.play(column)
            assert board.play(column)
        if position.outcome is not None or position in seen or board.canWin():
            continue  # the database leaves out games that are won at once
        seen.add(position)
        positions.append(position)
        expected.append(book.getBoardValue(board))
    assert fourfall.position_scores(positions).tolist() == expected


def test_scores_fit_each_other_along_random_games(solver: Solver, chance: random.Random) -> None:
    for game in random_games(chance, 40):
        late = [it for it in game if it.ply >= 20]
        for position, found in zip(late, fourfall.scores(late), strict=True):
            legal = [int(it) != NO_SCORE for it in found]
            assert [column for column in range(7) if legal[column]] == position.legal
            if position.outcome is not None:
                continue
            assert np.array_equal(found, solver.scores(position))
            assert np.array_equal(found[::-1], solver.scores(position.mirrored()))
            score = int(found.max())
            assert solver.score(position) == score
            for column in position.legal:
                after = position.play(column)
                if after.outcome is None:
                    assert solver.score(after) == -found[column]
            line = solver.line(position)
            end = position
            for column in line:
                end = end.play(column)
            words = position.meaning(score).split()
            assert len(line) == (42 - position.ply if words == ["draw"] else int(words[-1]))
            winner = {0: "drawn", 1: position.turn, -1: {"first": "second", "second": "first"}[position.turn]}
            assert end.outcome == winner[int(np.sign(score))]


def test_with_and_without_book_and_on_several_threads_alike() -> None:
    plain, threaded = Solver(book=False), Solver(book=False, threads=2, table_mib=8)
    with_book = Solver()
    assert (plain.book_ply, with_book.book_ply) == (None, 9)
    assert (plain.threads, threaded.threads) == (1, 2)
    for moves in ("44444", "4444413", "123456712"):
        assert plain.score(moves) == threaded.score(moves) == with_book.score(moves), moves
    assert with_book.nodes == 0 < plain.nodes
    plain.clear()
    assert plain.nodes == 0


def test_a_book_from_a_file(tmp_path: Path) -> None:
    book = VECTORS.parents[1] / "book" / "fourfall.book"
    assert Solver(book=book).book_ply == Solver(book=str(book)).book_ply == 9
    with pytest.raises(FileNotFoundError):
        Solver(book=tmp_path / "none")
    (tmp_path / "wrong").write_bytes(b"not a book")
    with pytest.raises(ValueError, match="not an opening book"):
        Solver(book=tmp_path / "wrong")
    (tmp_path / "damaged").write_bytes(book.read_bytes()[:-1] + b"\0")
    with pytest.raises(ValueError, match="damaged"):
        fourfall.scores([""], book=tmp_path / "damaged")


def test_a_limit_gives_bounds_that_are_true() -> None:
    exact = Solver().score("44")
    for nodes in (0, 1, 1000, 30_000):
        at_least, at_most = Solver(book=False).bounds("44", nodes=nodes)
        assert at_least <= exact <= at_most
    for ask in (Solver.score, Solver.scores, Solver.best, Solver.line, Solver.review):
        with pytest.raises(Unproved, match="the search reached its limit"):
            ask(Solver(book=False), "4", nodes=1000)
        with pytest.raises(Unproved):
            ask(Solver(book=False), "", seconds=0)
    solver = Solver(book=False)
    with pytest.raises(Unproved):
        solver.score("4", nodes=50_000)
    assert 40_000 < solver.nodes < 60_000
    assert solver.best("4", nodes=10, proved=False) in range(7)
    assert Solver().score("4", nodes=0, seconds=0) == -1, "the book needs no nodes"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"threads": 0}, ValueError),
        ({"threads": -1}, ValueError),
        ({"threads": "two"}, TypeError),
        ({"table_mib": 0}, ValueError),
        ({"table_mib": 10**6}, ValueError),
        ({"book": 7}, TypeError),
        ({"size": 7}, TypeError),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Solver(**options)


def test_wrong_questions_are_refused(solver: Solver) -> None:
    for ask in (solver.score, solver.scores, solver.best, solver.line, solver.bounds):
        with pytest.raises(GameOver, match="the first player has four in a row"):
            ask("4455667")
        with pytest.raises(ValueError, match="move 1: expected a digit"):
            ask("x")
        for wrong in (None, 4, b"4", [3]):
            with pytest.raises(TypeError, match="expected a Position or a string of moves"):
                ask(wrong)  # type: ignore[arg-type]
        for seconds in (-1, float("nan"), float("inf")):
            with pytest.raises(ValueError, match="is not a number of seconds"):
                ask("4", seconds=seconds)
        with pytest.raises(OverflowError):
            ask("4", nodes=-1)
    with pytest.raises(GameOver):
        fourfall.reply("4455667", "perfect")
    with pytest.raises(ValueError, match="no bot is called 'deep'|no bot is called \"deep\""):
        fourfall.reply("4", "deep")


def test_batches_take_every_form(chance: random.Random) -> None:
    positions = [game[-6] for game in random_games(chance, 40) if len(game) > 20]
    expected = fourfall.scores(positions)
    assert expected.shape == (len(positions), 7) and expected.dtype == np.int8
    for threads in (1, 2, 5):
        assert np.array_equal(fourfall.scores(iter(positions), threads=threads), expected)
    top = np.stack([it.to_array() for it in positions])
    assert np.array_equal(fourfall.scores(top), expected)
    assert np.array_equal(fourfall.scores(top[:, ::-1], rows="bottom"), expected)
    assert np.array_equal(fourfall.scores(top.astype(np.int64), book=False), expected)
    assert np.array_equal(fourfall.position_scores(top), expected.max(axis=1))
    assert fourfall.scores([]).shape == (0, 7)
    assert fourfall.scores(np.zeros((0, 6, 7), np.int8)).shape == (0, 7)
    assert fourfall.position_scores([]).shape == (0,)


@pytest.mark.parametrize(
    ("positions", "error", "sentence"),
    [
        ("4435", TypeError, "put it in a list"),
        (["", "4", "48"], ValueError, r"positions\[2\]: move 2"),
        (["", None], TypeError, r"positions\[1\]: expected a Position"),
        (7, TypeError, "not iterable"),
        (np.zeros((6, 7), np.int8), ValueError, r"shape \(n, 6, 7\)"),
        (np.zeros((2, 6, 7)), TypeError, "expected an array of integers"),
        (np.eye(42, dtype=np.int8)[[38, 0]].reshape(2, 6, 7), ValueError, r"positions\[1\]: nothing"),
    ],
)
def test_wrong_batches_are_refused(positions: Any, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        fourfall.scores(positions)


def test_every_bot_plays_the_games_it_plays_everywhere(solver: Solver) -> None:
    seen = set()
    for row in (VECTORS / "bots.txt").read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            name, seed, start, moves = row.split()
            seen.add(name)
            for ply in range(int(start), len(moves), 2):
                column = fourfall.reply(moves[:ply], name, seed=seed, solver=solver)
                assert column + 1 == int(moves[ply]), row
    assert seen == set(BOTS)


def test_a_review_says_what_scores_say(solver: Solver, chance: random.Random) -> None:
    for _ in range(20):
        moves = ""
        while Position(moves).outcome is None:
            moves += str(chance.choice(Position(moves).legal) + 1)
        review = solver.review(moves)
        assert len(review) == len(review.moves) == len(moves)
        points: list[list[int]] = [[], []]
        worth = {"best": 100, "good": 90, "inaccuracy": 60}
        worth |= {"missed win": 25, "mistake": 25, "blunder": 0}
        turning_point = None
        for ply, move in enumerate(review.moves):
            scores = solver.scores(moves[:ply])
            assert move.column + 1 == int(moves[ply])
            assert move.found == scores.max() == scores[move.best]
            assert move.left == scores[move.column]
            assert (move.judgement == "best") == (move.left == move.found)
            keeps = np.sign(move.left) == np.sign(move.found)
            fault = move.judgement not in ("best", "good")
            assert fault == (move.reason is not None) == (move.better_reason is not None)
            if move.reason is not None:
                assert set(move.reason.key) <= set(move.reason.cells)
                assert (move.reason.kind == "draw") == (move.reason.by is None)
            turning_point = turning_point if keeps else ply
            points[ply % 2].append(worth[move.judgement])
        assert review.turning_point == turning_point
        for own, accuracy in zip(points, review.accuracy, strict=True):
            assert accuracy is not None and abs(accuracy - sum(own) / len(own)) <= 0.5
    assert solver.review("").accuracy == (None, None)
    with pytest.raises(ValueError, match="move 8: the game is over"):
        solver.review("44556677")
