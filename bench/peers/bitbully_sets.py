"""BitBully (PyPI `bitbully`) on files of positions: FILE:COUNT…; prints name, positions, nodes, microseconds.

No book, the table cleared before each position outside the measured time, processor time of this thread.
Without a score in a line it prints `moves score` instead, so that it can also make a table.
"""
import sys
import time

from bitbully import bitbully_core


def solve(solver, moves):
    board = bitbully_core.BoardCore()
    for move in moves:
        board.play(int(move) - 1)
    solver.resetTranspositionTable()
    solver.resetNodeCounter()
    start = time.thread_time_ns()
    score = solver.mtdf(board, 0)
    return score, solver.getNodeCounter(), time.thread_time_ns() - start


def main():
    solver = bitbully_core.BitBullyCore()
    for argument in sys.argv[1:]:
        path, _, count = argument.partition(":")
        positions = nodes = nanoseconds = 0
        with open(path, encoding="ascii") as lines:
            for line in list(lines)[: int(count) if count else None]:
                moves, _, expected = line.rstrip("\n").partition(" ")
                score, visited, taken = solve(solver, moves)
                if not expected:
                    print(moves, score)
                elif score != int(expected):
                    sys.exit(f"{moves}: {score} instead of {expected}")
                positions += 1
                nodes += visited
                nanoseconds += taken
        print(path.rsplit("/", 1)[-1], positions, nodes, nanoseconds // 1000)


main()
