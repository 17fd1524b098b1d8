"""What is measured, in which order; every figure goes to target/load/results.json."""

import json
import os
import subprocess
import time
from fractions import Fraction

import report
import servers

QUICK = os.environ.get("QUICK", "") not in ("", "0")
RESULTS = servers.WORK / "results.json"
NAMES = list(servers.TITLES)

ROWS = ["50", "500", "1000x1"]
CURVE = ["5000"] if QUICK else ["100", "1000", "2000", "5000"]
IDLE_CONNECTIONS = 5000
LONG_ROW = "5000x1/6"
LONG_SECONDS = 20 if QUICK else 300
TIMES = ["--seconds", "4", "--warm-up", "1.5"] if QUICK else ["--seconds", "6", "--warm-up", "2"]
ROUNDS = 1 if QUICK else 3
EVERYTHING = ["new", *["round"] * ROUNDS, "curve", "idle", "long", "restart", "overload", "report"]


failures = []


def load(mode, port, pids, protocol, options):
    command = [str(servers.LOAD), mode, "--to", f"127.0.0.1:{port}", "--protocol", protocol,
               "--pid", ",".join(map(str, pids)), *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}


def measure(name, row, options):
    """One row against a server that is started for it."""
    with servers.serving(name) as (protocol, port, pids):
        if row == "idle":
            return load("idle", port, pids, protocol, ["--connections", str(IDLE_CONNECTIONS), *options])
        games, _, rate = row.partition("x")
        words = ["--games", games, *options]
        if rate:
            words += ["--pace-ms", str(round(1000 / Fraction(rate)))]
        return load("play", port, pids, protocol, words)


def run(parts):
    if set(parts) - {"new", "report"}:
        print("== building", flush=True)
        servers.build(NAMES)
    for part in parts:
        PARTS[part]()
    if failures:
        raise SystemExit("failed: " + ", ".join(failures))


def keep(kind, name, row, figures):
    results = json.loads(RESULTS.read_text())
    results["runs"].append({"kind": kind, "server": name, "row": row, "figures": figures})
    RESULTS.write_text(json.dumps(results, indent=1))


def new():
    git = ["git", "-C", str(servers.ROOT)]
    commit = subprocess.run([*git, "describe", "--always", "--dirty"], capture_output=True, text=True, check=True)
    servers.WORK.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps({
        "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "commit": commit.stdout.strip(),
        "command": "QUICK=1 make load" if QUICK else "make load",
        "machine": report.machine(),
        "seconds": TIMES[1],
        "long_seconds": LONG_SECONDS,
        "runs": [],
    }))


def each(kind, rows, options):
    """Row by row, and in each row one server after the other: what disturbs a minute disturbs all of them."""
    for row in rows:
        for name in NAMES:
            try:
                figures = measure(name, row, options)
            except subprocess.CalledProcessError:
                # The generator has said what was wrong. The others are measured all the same.
                failures.append(f"{name} {row}")
                continue
            keep(kind, name, row, figures)
            print(report.line(name, row, figures), flush=True)


def long():
    figures = measure("ours", LONG_ROW, ["--seconds", str(LONG_SECONDS), "--warm-up", "10"])
    keep("long", "ours", LONG_ROW, figures)
    print(report.line("ours", LONG_ROW, figures), flush=True)


def restart():
    port = servers.free_port()
    # Whoever is away must not lose meanwhile.
    command = servers.fourfall_command(port, ["--reconnect-seconds", "3600"])
    servers.shutil.rmtree(servers.WORK / "data", ignore_errors=True)
    words = [str(servers.LOAD), "restart", "--to", f"127.0.0.1:{port}", "--matches", "10000", "--", *command]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    figures = {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}
    keep("restart", "ours", "10000", figures)
    print(f"restart: {figures}", flush=True)
    servers.shutil.rmtree(servers.WORK / "data", ignore_errors=True)


def overload():
    # Room for the games that run, and for no other.
    games = 400
    limits = ["--max-rooms", str(games), "--max-connections", "1100"]
    with servers.serving("ours", limits) as (protocol, port, pids):
        options = ["--games", str(games), "--pace-ms", "1000", "--intruders", "1000", "--seconds", TIMES[1], "--warm-up", "2"]
        figures = load("overload", port, pids, protocol, options)
    keep("overload", "ours", str(games), figures)
    print(f"overload: {figures}", flush=True)


PARTS = {
    "new": new,
    "round": lambda: each("row", ROWS, TIMES),
    "curve": lambda: each("curve", CURVE, TIMES),
    "idle": lambda: each("idle", ["idle"], []),
    "long": long,
    "restart": restart,
    "overload": overload,
    "report": lambda: report.write(json.loads(RESULTS.read_text())),
}
