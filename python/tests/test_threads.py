"""Threads that share a solver, and Ctrl-C. Nothing here measures time."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from games import VECTORS, rows

import fourfall
from fourfall import Solver


def test_threads_may_share_a_solver_or_have_their_own() -> None:
    expected = rows(VECTORS / "positions.txt")
    moves = [it for it, _ in expected]
    scores = [it for _, it in expected]
    shared = Solver()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(shared.score, moves)) == scores
        assert list(pool.map(lambda it: Solver().score(it), moves[:20])) == scores[:20]
        batches = list(pool.map(lambda _: fourfall.position_scores(moves).tolist(), range(4)))
    assert batches == [scores] * 4


@pytest.mark.parametrize("question", ["solver.score('')", "fourfall.scores([''] * 9, book=False)"])
def test_other_threads_run_while_one_searches(question: str) -> None:
    """The empty board without a book takes seconds; a thread that counts must not stand still."""
    script = textwrap.dedent(
        f"""
        import signal, threading, fourfall
        solver = fourfall.Solver(book=False)
        steps = 0
        def count():
            global steps
            while steps < 1000:
                steps += 1
            signal.raise_signal(signal.SIGINT)
        thread = threading.Thread(target=count)
        try:
            thread.start()
            {question}
            print("the search ended first")
        except KeyboardInterrupt:
            print("interrupted after", steps)
        """
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert ran.stdout == "interrupted after 1000\n", ran.stderr


@pytest.mark.parametrize(
    "question",
    [
        "solver.score('')",
        "solver.scores('')",
        "solver.best('')",
        "solver.line('')",
        "solver.review('4')",
        "fourfall.scores([''] * 50, book=False)",
        # The thread that asks is done at once, and waits for the other.
        "fourfall.scores(['445566', ''], book=False, threads=2)",
        "fourfall.reply('', 'perfect', solver=solver)",
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_ctrl_c_ends_a_search_and_the_solver_goes_on(question: str) -> None:
    script = textwrap.dedent(
        f"""
        import fourfall
        solver = fourfall.Solver(book=False, threads=2)
        print("searching", flush=True)
        try:
            {question}
            print("the search ended first")
        except KeyboardInterrupt:
            print("interrupted; then", solver.score("44444432225"))
        """
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "searching\n"
        # Until it is in the search the signal would end Python's own next step: that is the same
        # exception at the same place, so no waiting is needed.
        timer = threading.Timer(0.3, child.send_signal, [signal.SIGINT])
        timer.start()
        out, err = child.communicate(timeout=300)
        timer.cancel()
    assert out == "interrupted; then 1\n", err


def test_a_handler_that_raises_nothing_lets_the_search_go_on() -> None:
    heard = []
    before = signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    try:
        timer = threading.Timer(0.05, signal.raise_signal, [signal.SIGINT])
        timer.start()
        assert Solver(book=False).score("4444") == Solver().score("4444")
        timer.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [1]
