"""The figures of docs/PEERS.md. `bench/peers/run` builds what is measured, and calls this.

One thread: processor time of the process, no book, tables cleared before each position outside of the measured time. Ours
is measured before and after the others, and a ratio uses the mean. Batches: the clock, since they use all cores. Both are
given the same positions; each of three rounds is a process of its own, which has answered a batch of other positions
before, and has random positions of its own. The best round of each counts.
"""

import os
import random
import subprocess
import sys
import time
from datetime import datetime, timezone

import fourfall
import numpy as np
from bitbully import bitbully_core

SETS = os.environ["SETS"]
COUNTS = [(name, int(count)) for name, count in (it.split(":") for it in os.environ["COUNTS"].split())]
RANDOM = ["34", "30", "24"]
EASY = ["L3_R1", "L2_R1", "L1_R1"]
BATCH = int(os.environ.get("BATCH", "20000"))


def rows(name, count):
    with open(f"{SETS}/Test_{name}.txt", encoding="ascii") as lines:
        pairs = [line.split() for line in lines][:count]
    return [(moves, int(score)) for moves, score in pairs]


def native(command):
    """Microseconds a position, by set; nothing if it is not built. The programs end if a score is wrong."""
    if not os.path.exists(command):
        return {}
    files = [f"{SETS}/Test_{name}.txt:{count}" for name, count in COUNTS]
    ran = subprocess.run([command, *files], capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{command}: {ran.stderr}")
    lines = [line.split() for line in ran.stdout.splitlines()]
    return {name: int(it[3]) / int(it[1]) for (name, _), it in zip(COUNTS, lines, strict=True)}


def from_python(score, clear):
    """Microseconds a position, by set, and how many scores were wrong."""
    found, wrong = {}, 0
    for name, count in COUNTS:
        spent = 0
        for moves, expected in rows(name, count):
            clear()
            start = time.process_time_ns()
            result = score(moves)
            spent += time.process_time_ns() - start
            wrong += result != expected
        found[name] = spent / 1000 / count
    return found, wrong


def board_of(moves):
    board = bitbully_core.BoardCore()
    for move in moves:
        board.play(int(move) - 1)
    return board


def rate(positions, ask):
    """Positions a second, and the answers."""
    start = time.perf_counter()
    answers = ask(positions)
    return len(positions) / (time.perf_counter() - start), answers


def random_games(chance, ply, count):
    """Different games of this many random moves that are not over."""
    games = set()
    while len(games) < count:
        moves, position = "", fourfall.Position()
        while position.ply < ply and position.outcome is None:
            column = chance.choice(position.legal)
            moves, position = moves + str(column + 1), position.play(column)
        if position.outcome is None:
            games.add(moves)
    return sorted(games)


def singles():
    ours = fourfall.Solver(book=False)
    peer = bitbully_core.BitBullyCore()
    sets = "target/release/examples/sets"
    columns = {}
    first = native(sets)
    columns["ours, Python"], ours_wrong = from_python(ours.score, ours.clear)
    columns["BitBully, Python"], peer_wrong = from_python(
        lambda moves: peer.mtdf(board_of(moves), 0), peer.resetTranspositionTable
    )
    columns["connect-four-ai, Rust"] = native("target/peers/release/peer-connect-four-ai")
    second = native(sets)
    if first:
        base = {name: (first[name] + second[name]) / 2 for name, _ in COUNTS}
        columns = {"ours, Rust": base, **columns}
    else:
        base = columns["ours, Python"]
    columns = {label: figures for label, figures in columns.items() if figures}
    total = sum(count for _, count in COUNTS)
    print(f"{total} positions; wrong scores: ours {ours_wrong}, BitBully {peer_wrong}.\n")
    print("| set | positions | " + " | ".join(f"{it}: µs" for it in columns) + " |")
    print("|---|---|" + "---|" * len(columns))
    for name, count in COUNTS:
        cells = (f"{it[name]:,.1f} ({it[name] / base[name]:.2f} ×)" for it in columns.values())
        print(f"| {name} | {count} | " + " | ".join(cells) + " |", flush=True)
    print()


def positions_of(kind, chance):
    """Strings of moves: a set, or this many random ones with so many discs."""
    if kind.isdigit():
        return random_games(chance, int(kind), BATCH)
    return [moves for moves, _ in rows(kind, 300)]


def one_round(what, kind, number):
    """Prints how many positions, the rates of ours and of BitBully, and how many answers differ."""
    chance = random.Random(int(number))
    positions, warming = positions_of(kind, chance), random_games(chance, 28, 2000)
    peer = bitbully_core.BitBullyCore()
    if what == "columns":
        def ours(it):
            return fourfall.scores(it, book=False)

        def theirs(it):
            return [peer.scoreMoves(board_of(one)) for one in it]
    else:
        def ours(it):
            return fourfall.position_scores(it, book=False)

        def theirs(it):
            return [peer.mtdf(board_of(one), 0) for one in it]
    ours(warming)
    our_rate, found = rate(positions, ours)
    theirs(warming)
    peer.resetTranspositionTable()
    their_rate, expected = rate(positions, theirs)
    # A full column is -128 here and -1000 there.
    different = (found != np.maximum(expected, fourfall.NO_SCORE)).sum()
    print(len(positions), our_rate, their_rate, different)


def batches():
    print("| positions | what | how many | ours: a second | BitBully: a second | × | answers that differ |")
    print("|---|---|---|---|---|---|---|")
    for what, kinds in (("score", [*RANDOM, *EASY]), ("columns", [*RANDOM, "L3_R1", "L2_R1"])):
        for kind in kinds:
            measured = []
            for number in range(3):
                command = [sys.executable, __file__, what, kind, str(number)]
                ran = subprocess.run(command, capture_output=True, text=True, check=True)
                measured.append([float(it) for it in ran.stdout.split()])
            count, ours, theirs, different = np.max(measured, axis=0)
            name = f"random, {kind} discs" if kind in RANDOM else kind
            label = {"score": "the score", "columns": "all seven columns"}[what]
            cells = f"{count:,.0f} | {ours:,.0f} | {theirs:,.0f} | {ours / theirs:.0f} × | {different:.0f}"
            print(f"| {name} | {label} | {cells} |", flush=True)
    print()


def main():
    now = datetime.now(timezone.utc)
    print(f"`bench/peers/run` with `COUNTS=\"{os.environ['COUNTS']}\"`, {now:%Y-%m-%d %H:%M} UTC, "
          f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start.\n", flush=True)
    singles()
    batches()


if len(sys.argv) > 1:
    one_round(*sys.argv[1:])
else:
    main()
