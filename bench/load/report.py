"""Figures become one table on the terminal, and docs/BENCHMARKS.md with its plot."""

import os
import platform
import re
import statistics
import subprocess

import plot
import servers

DOCUMENT = servers.ROOT / "docs/BENCHMARKS.md"
PLOT = servers.ROOT / "docs/benchmarks.svg"
# Only what is between these lines is written here: the rest of the document is people's.
BEGIN = "<!-- measured: written by `make load` -->"
END = "<!-- measured: end -->"
ROWS_IN_FULL = ("50", "500", "1000x1")


def machine():
    """What it was measured on."""
    cpu = re.search(r"model name\s*: (.*)", open("/proc/cpuinfo").read())
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return f"{os.cpu_count()} processors ({cpu.group(1) if cpu else platform.machine()}), Linux {platform.release()}, Node {node}"


def line(name, row, f):
    """One run, as it is made."""
    if row == "idle":
        return f"{name:12} {row:9} {f['idle_kib_per_connection']:8.1f} KiB a connection"
    return (f"{name:12} {row:9} {f['moves_per_s']:8,.0f} moves/s {f['server_us_per_move']:6.0f} us   "
            f"ack {f['ack_p50_ms']:.2f} / {f['ack_p99_ms']:.2f} ms   other {f['other_p50_ms']:.2f} / {f['other_p99_ms']:.2f} ms   "
            f"generator {f['generator_us_per_move']:.0f} us   refused {f['refused']:.0f}")


class Medians:
    """Of every figure, over all runs of a server and row."""

    def __init__(self, results):
        self.runs = {}
        for run in results["runs"]:
            self.runs.setdefault((run["server"], run["row"]), []).append(run["figures"])

    def __call__(self, server, row, figure):
        runs = self.runs.get((server, row))
        return statistics.median(it[figure] for it in runs) if runs else None

    def rows(self):
        """Rows that more than one server has, games first, those with a pace last."""
        rows = {row for server, row in self.runs if server in servers.PEERS and row != "idle"}
        return sorted(rows, key=lambda it: ("x" in it, int(it.partition("x")[0])))

    def peers(self, row, figure):
        values = {peer: self(peer, row, figure) for peer in servers.PEERS}
        return {peer: value for peer, value in values.items() if value is not None}


def row_title(row):
    games, _, rate = row.partition("x")
    pace = {"": "as fast as they can", "1": "a move a second each", "1/6": "a move every six seconds each"}
    return f"{int(games):,} games, {pace.get(rate, f'{rate} moves a second each')}"


def ratio(median, row):
    """Ours to the best peer: moves a second, or where the pace is given, its p99 to ours."""
    if "x" in row:
        ours, peers = median("ours", row, "other_p99_ms"), median.peers(row, "other_p99_ms")
        return min(peers.values()) / ours if ours and peers else None
    ours, peers = median("ours", row, "moves_per_s"), median.peers(row, "moves_per_s")
    return ours / max(peers.values()) if ours and peers else None


def runs_of(median, row):
    runs = max(len(it) for (_, its_row), it in median.runs.items() if its_row == row)
    return f"median of {runs} runs" if runs > 1 else "one run"


def row_table(median, row):
    """One row in full."""
    head = ["", "moves/s", "processor time a move", "to the acknowledgement, ms", "to the other's socket, ms", "memory a connection"]
    lines = []
    for name, title in servers.TITLES.items():
        if median(name, row, "moves_per_s") is None:
            continue
        times = [" / ".join(f"{median(name, row, f'{what}_{share}_ms'):.2f}" for share in ("p50", "p99", "p999"))
                 for what in ("ack", "other")]
        lines.append([title, f"{median(name, row, 'moves_per_s'):,.0f}", f"{median(name, row, 'server_us_per_move'):.0f} µs", *times,
                      f"{median(name, row, 'playing_kib_per_connection'):.0f} KiB"])
    return f"**{row_title(row)}** ({runs_of(median, row)})\n\n{markdown(head, lines)}"


def curve_table(median):
    """What the plot shows, in figures."""
    rows = [it for it in median.rows() if it.isdigit()]
    lines = []
    for name, title in servers.TITLES.items():
        cells = [f"{median(name, row, 'moves_per_s'):,.0f} · {median(name, row, 'server_us_per_move'):.0f} · {median(name, row, 'other_p99_ms'):.1f}"
                 if median(name, row, "moves_per_s") else "–" for row in rows]
        lines.append([title, *cells])
    head = ["", *(f"{int(row):,} games" for row in rows)]
    return f"Moves a second · µs of processor time a move · p99 to the other's socket in ms:\n\n{markdown(head, lines)}"


def bars(median, results):
    """What was asked for, what was measured, and whether that is enough."""
    found = []

    def bar(load, wanted, measured, met):
        found.append([load, wanted, measured, "yes" if met else "**no**"])

    for row in ("50", "500"):
        ours, relay = (median(it, row, "moves_per_s") for it in ("ours", "socketio"))
        if not ours or not relay:
            continue
        bar(f"{row} games", "1.5 times the socket.io relay's moves a second", f"{ours / relay:.2f}", ours >= 1.5 * relay)
        cost = median("ours", row, "server_us_per_move") / median("socketio", row, "server_us_per_move")
        bar(f"{row} games", "at most 0.6 times its processor time a move", f"{cost:.2f}", cost <= 0.6)
        fastest = ratio(median, row)
        bar(f"{row} games", "the fastest peer's moves a second; aim 1.5 times", f"{fastest:.2f}", fastest >= 1)
    if median("ours", "1000x1", "moves_per_s"):
        cost = [median(it, "1000x1", "server_us_per_move") for it in ("ours", "socketio")]
        bar("1,000 games × 1 move/s", "at most the socket.io relay's processor time a move", f"{cost[0]:.0f} µs, its {cost[1]:.0f}", cost[0] <= cost[1])
        ours, peers = median("ours", "1000x1", "other_p99_ms"), median.peers("1000x1", "other_p99_ms")
        best = min(peers, key=peers.get)
        bar("1,000 games × 1 move/s", "p99 to the other's socket no worse than the best peer's", f"{ours:.2f} ms, {best} {peers[best]:.2f}", ours <= peers[best])
    idle = median("ours", "idle", "idle_kib_per_connection")
    if idle is not None:
        bar("idle connection", "at most 10 KiB", f"{idle:.1f} KiB", idle <= 10)
    long = {name: median("ours", "5000x1/6", name) for name in ("ack_p99_ms", "refused", "memory_early_mib", "memory_mib")}
    if long["refused"] is not None:
        grown = long["memory_mib"] / long["memory_early_mib"] - 1
        minutes = f"{results['long_seconds'] / 60:g} minutes"
        bar(f"10,000 players, 5,000 games, a move per 6 s, {minutes}", "no error, p99 acknowledgement ≤ 20 ms, memory flat (within 5 %)",
            f"{long['refused']:.0f} errors, {long['ack_p99_ms']:.2f} ms, {long['memory_early_mib']:.0f} → {long['memory_mib']:.0f} MiB",
            long["refused"] == 0 and long["ack_p99_ms"] <= 20 and grown <= 0.05)
    few, many = (median("ours", row, "server_us_per_move") for row in ("100", "5000"))
    if few and many:
        bar("cost a move, 100 → 5,000 games", "within 20 %", f"{few:.0f} → {many:.0f} µs, {many / few - 1:+.0%}", abs(many / few - 1) <= 0.2)
    ready = median("ours", "10000", "ready_ms")
    if ready:
        taken = median("ours", "10000", "taken_up")
        bar("restart with 10,000 unfinished matches", "serving within 2 s, all taken up", f"{ready / 1000:.2f} s, {taken:,.0f} taken up, all played to their end",
            ready <= 2000 and taken == 10_000)
    quiet, full, answers = (median("ours", "400", it) for it in ("quiet_ack_p99_ms", "overload_ack_p99_ms", "overloaded_answers_per_s"))
    if quiet:
        cores = median("ours", "400", "server_cores")
        memory = [median("ours", "400", it) for it in ("memory_before_mib", "memory_mib")]
        bar("overload: 400 games × 1 move/s, no room for more", "`overloaded` is answered, games keep their latency (p99 ≤ 20 ms)",
            f"{answers:,.0f} answers a second, p99 {quiet:.2f} → {full:.2f} ms, {memory[0]:.0f} → {memory[1]:.0f} MiB, {cores:.2f} processors", full <= 20)
    return ["load", "bar", "measured", "met"], found


def markdown(head, lines):
    return "\n".join("| " + " | ".join(it) + " |" for it in [head, ["---"] * len(head), *lines])


def write(results):
    median = Medians(results)
    parts = [f"Measured {results['date']} at commit {results['commit']} by `{results['command']}`, on {results['machine']}. The generator runs on the same "
             f"processors. A run is {results['seconds']} s; times are p50 / p99 / p99.9."]
    head, lines = bars(median, results)
    parts += ["### The bars", markdown(head, lines), "### Beside others"]
    parts.append("![Moves a second, and p99 from a move to the other's socket, against games from 50 to 5,000](benchmarks.svg)")
    parts.append(curve_table(median))
    parts += [row_table(median, row) for row in ROWS_IN_FULL if ("ours", row) in median.runs]
    idle = [[title, f"{median(name, 'idle', 'idle_kib_per_connection'):.1f} KiB"]
            for name, title in servers.TITLES.items() if median(name, "idle", "memory_mib")]
    parts += ["**Connections that do nothing**", markdown(["", "memory each"], idle)]
    measured = "\n\n".join(parts)
    text = DOCUMENT.read_text() if DOCUMENT.exists() else f"# The server under load\n\n{BEGIN}\n{END}\n"
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{measured}\n\n{END}{after}")
    PLOT.write_text(plot.svg(median))
    show(median, head, lines)


def show(median, bars_head, bars_lines):
    """The table for people at a terminal; the ratios are its last line."""
    print(f"\n{'row':9} {'server':12} {'moves/s':>9} {'us/move':>8} {'ack p50':>9} {'p99':>9} {'p99.9':>9} {'other p50':>10} {'p99':>9} {'p99.9':>9} {'KiB':>6}")
    for row in median.rows():
        for name in servers.TITLES:
            if median(name, row, "moves_per_s") is None:
                continue
            figures = [median(name, row, f"{what}_{share}_ms") for what in ("ack", "other") for share in ("p50", "p99", "p999")]
            print(f"{row:9} {name:12} {median(name, row, 'moves_per_s'):9,.0f} {median(name, row, 'server_us_per_move'):8.0f} "
                  + "{:9.2f} {:9.2f} {:9.2f} {:10.2f} {:9.2f} {:9.2f}".format(*figures)
                  + f" {median(name, row, 'playing_kib_per_connection'):6.0f}")
    for name in servers.TITLES:
        if median(name, "idle", "memory_mib"):
            print(f"{'idle':9} {name:12} {median(name, 'idle', 'idle_kib_per_connection'):.1f} KiB a connection")
    print()
    for load, wanted, measured, met in bars_lines:
        print(f"{met.strip('*'):4} {load}: {wanted}: {measured}")
    ratios = [(row, ratio(median, row)) for row in median.rows()]
    print("ratio " + " ".join(f"{row}:{value:.2f}" for row, value in ratios if value is not None))
