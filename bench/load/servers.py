"""Starts the servers that are compared, each as it would run in production, and stops them."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "target/load"
LOAD = WORK / "release/load"
BINARY = Path(os.environ.get("FOURFALL_BINARY", ROOT / "target/release/fourfall"))
PEERS = {
    "socketio": "socket.io 4.8 on Node, relay",
    "colyseus": "Colyseus 0.18 on Node, relay",
    "boardgameio": "boardgame.io 0.50, rules, in memory",
}
OURS = {
    "ours": "Fourfall, SQLite on disk",
    "ours-pg": "Fourfall, PostgreSQL on disk",
}
TITLES = OURS | PEERS
# One address plays for everybody, and faster than people do: the limits per address and per socket are lifted, all others stay.
LIFTED = ["--events-burst", "1000000000", "--max-connections-per-address", "100000", "--max-rooms-per-address", "100000",
          "--requests-burst", "1000000", "--requests-per-second", "1000000"]

_ports = iter(range(21_100, 32_000))


def free_port():
    # Below the range clients take theirs from, and never the same twice.
    for port in _ports:
        with socket.socket() as it:
            try:
                it.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise SystemExit("no free port")


def build(names):
    subprocess.run(["cargo", "build", "--quiet", "--release", "--manifest-path", "bench/load/Cargo.toml",
                    "--target-dir", str(WORK)], cwd=ROOT, check=True)
    if any(it in OURS for it in names) and "FOURFALL_BINARY" not in os.environ:
        subprocess.run(["cargo", "build", "--quiet", "--release", "--package", "fourfall"], cwd=ROOT, check=True)
    for name in names:
        folder = ROOT / "bench/load/peers" / name
        if name in PEERS and not (folder / "node_modules").is_dir():
            # What the lock file says, like `npm ci`, which refuses a lock without the other platforms' optional packages.
            subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
    if "ours-pg" in names:
        subprocess.run(["tools/need", "postgres"], cwd=ROOT, check=True)


def wait_for(port, process, name, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise SystemExit(f"{name} does not start: see target/load/{name}.log")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise SystemExit(f"{name} does not answer")


def stop(process):
    process.terminate()
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def postgres():
    """A PostgreSQL that flushes every commit to the disk, as it does where it is installed; gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="fourfall-load-"))
    folder.chmod(0o755)
    tool = str(ROOT / "tools/postgres")
    options = {**os.environ, "POSTGRES_OPTIONS": "-c fsync=on"}
    try:
        started = subprocess.run([tool, "start", str(folder / "server")], env=options, check=True, capture_output=True, text=True)
        yield started.stdout.strip(), int((folder / "server/data/postmaster.pid").read_text().split()[0])
    finally:
        subprocess.run([tool, "remove", str(folder / "server")], check=False)
        shutil.rmtree(folder, ignore_errors=True)


def fourfall_command(port, more=()):
    return [str(BINARY), "serve", "--listen", f"127.0.0.1:{port}", "--admin-listen", "127.0.0.1:0", "--data-dir", str(WORK / "data"), "--log", "error",
            *LIFTED, *more]


@contextmanager
def serving(name, more=()):
    """Runs it; gives its protocol, its port, and the processes whose time counts."""
    port = free_port()
    shutil.rmtree(WORK / "data", ignore_errors=True)
    WORK.mkdir(parents=True, exist_ok=True)
    if name == "ours-pg":
        with postgres() as (address, postmaster):
            with running(name, fourfall_command(port, ["--database-url", address, *more]), port) as pid:
                yield "fourfall", port, [pid, postmaster]
    elif name == "ours":
        with running(name, fourfall_command(port, more), port) as pid:
            yield "fourfall", port, [pid]
    else:
        with running(name, ["node", f"bench/load/peers/{name}/server.mjs", str(port)], port) as pid:
            yield name, port, [pid]
    shutil.rmtree(WORK / "data", ignore_errors=True)


@contextmanager
def running(name, command, port):
    with open(WORK / f"{name}.log", "w") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env={**os.environ, "NODE_ENV": "production"})
        try:
            wait_for(port, process, name)
            yield process.pid
        finally:
            stop(process)
