"""The adapters, on the programs they are for."""

import random
from typing import Any

import numpy as np
import pytest
from games import random_games

from fourfall import Position, Solver
from fourfall.adapters import kaggle, openspiel, pettingzoo


@pytest.mark.others
def test_pettingzoo_observations_are_the_positions_played(chance: random.Random) -> None:
    from pettingzoo.classic import connect_four_v3

    for _ in range(20):
        env = connect_four_v3.env()
        env.reset()
        position = Position()
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            assert pettingzoo.position(observation) == position
            assert pettingzoo.position(observation["observation"]) == position
            assert np.flatnonzero(observation["action_mask"]).tolist() == position.legal
            column = chance.choice(position.legal)
            env.step(column)
            position = position.play(column)
        assert position.outcome is not None
        env.close()


def test_a_perfect_action_for_pettingzoo() -> None:
    assert pettingzoo.action(np.zeros((6, 7, 2), np.int8), Solver()) == 3


@pytest.mark.others
def test_openspiel_histories_are_the_positions_played(chance: random.Random) -> None:
    import pyspiel

    game = pyspiel.load_game("connect_four")
    for _ in range(20):
        state, moves = game.new_initial_state(), ""
        while not state.is_terminal():
            position = openspiel.position(state.history_str())
            assert position == Position(moves)
            assert position.legal == state.legal_actions()
            assert str(position).replace(" ", "").lower() == str(state).strip()
            column = chance.choice(position.legal)
            state.apply_action(column)
            moves += str(column + 1)
        assert openspiel.action_string(moves) == state.history_str()
        outcome = {1.0: "first", -1.0: "second", 0.0: "drawn"}[state.returns()[0]]
        assert Position(moves).outcome == outcome


def observed(position: Position) -> dict[str, Any]:
    return {"board": position.to_array().flatten().tolist(), "mark": position.ply % 2 + 1}


# As Kaggle has it, but for the time: here it must be enough on any machine.
CONFIGURATION = {"columns": 7, "rows": 6, "inarow": 4, "actTimeout": 600}


def test_the_kaggle_agent_wins_every_game_it_starts(chance: random.Random) -> None:
    for _ in range(10):
        position = Position()
        while position.outcome is None:
            if position.turn == "first":
                column = kaggle.agent(observed(position), CONFIGURATION)
                assert column == Solver().best(position)
            else:
                column = chance.choice(position.legal)
            position = position.play(column)
        assert position.outcome == "first"


def test_the_kaggle_agent_without_time_still_plays(chance: random.Random) -> None:
    # No book, no time: what is not proved at once is played by a bot that looks ahead.
    for game in random_games(chance, 5):
        for position in game[:-1]:
            column = kaggle.agent(observed(position), {"actTimeout": 0})
            assert column in position.legal


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: pettingzoo.position(np.zeros((7, 6, 2))), "shape"),
        (lambda: pettingzoo.position(np.ones((6, 7, 2))), "both players have a disc"),
        (lambda: openspiel.position("x3"), "expected actions"),
        (lambda: openspiel.position("3, 7"), "there is no column 7"),
        (lambda: openspiel.position("3, -1"), "expected actions"),
        (lambda: openspiel.action_string("48"), "move 2"),
        (lambda: kaggle.agent({"board": [0] * 41}), "42 cells"),
        (lambda: kaggle.agent({"board": [0] * 42}, {"inarow": 5}), "inarow = 4, not 5"),
    ],
)
def test_wrong_input_is_refused(call: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()
