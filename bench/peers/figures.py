"""The figures of docs/PEERS.md. `bench/peers/run` builds what is measured, and calls this.

One thread: processor time of the process, no book, tables cleared before each position outside of the measured time. Ours
is measured before and after the others, and a ratio uses the mean. Batches: the clock, since they use all cores; the best
of three rounds, in turn.
"""

import os
import random
import subprocess
import sys
import time
from datetime import datetime, timezone

import fourfall
from bitbully import bitbully_core

SETS = os.environ["SETS"]
COUNTS = [(name, int(count)) for name, count in (it.split(":") for it in os.environ["COUNTS"].split())]
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
    start = time.perf_counter()
    ask(positions)
    return len(positions) / (time.perf_counter() - start)


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


def batches():
    peer = bitbully_core.BitBullyCore()
    chance = random.Random(1)
    kinds = [(f"random, {ply} discs", random_games(chance, ply, BATCH)) for ply in (34, 30, 24)]
    kinds += [(name, [moves for moves, _ in rows(name, 300)]) for name in EASY]
    print("| positions | how many, ours and BitBully | ours: positions a second | BitBully: positions a second | × |")
    print("|---|---|---|---|---|")
    for name, moves in kinds:
        few = moves[:100]
        ours = theirs = 0.0
        for _ in range(3):
            ours = max(ours, rate(moves, lambda it: fourfall.scores(it, book=False)))
            peer.resetTranspositionTable()
            theirs = max(theirs, rate(few, lambda it: [peer.scoreMoves(board_of(one)) for one in it]))
        counts = f"{len(moves):,} and {len(few):,}"
        print(f"| {name} | {counts} | {ours:,.0f} | {theirs:,.0f} | {ours / theirs:.0f} × |", flush=True)
    print()


now = datetime.now(timezone.utc)
print(f"`bench/peers/run` with `COUNTS=\"{os.environ['COUNTS']}\"`, {now:%Y-%m-%d %H:%M} UTC, "
      f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start.\n")
singles()
batches()
