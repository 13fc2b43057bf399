"""Compares two checkouts of Ludoteca in one run: speed of the kernel, start-up time, page latency.

python benchmarks/compare.py BASE [--here CHECKOUT] [--rounds 7] [--json FILE]

BASE is a checkout with its kernel built. Only the command line's JSON and public URLs are used, so that any
two versions can be compared. The two sides alternate, and each figure is the median over the rounds.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

PERFT = {
    "tic-tackle": 6,
    "breakthrough": 5,
    "othello": 9,
    "draughts": 9,
    "kalah": 9,
    "pentago": 2,
    "alquerque": 9,
}
PLAYOUTS = {"amazons": 1000, "hex": 4000, "gomoku": 3000, "othello": 10000, "kalah": 50000, "draughts": 3000}
NODES = {
    "tic-tackle": 1_000_000, "breakthrough": 1_000_000, "othello": 600_000, "draughts": 600_000,
    "amazons": 300_000, "gomoku": 600_000, "pentago": 600_000, "kalah": 1_000_000, "alquerque": 600_000,
    "nine-mens-morris": 600_000,
}  # fmt: skip
PAGES = ("/", "/games/tic-tackle", "/games/tic-tackle/rules", "/api/library")


def environment(checkout: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(checkout / "src"), "LUDOTECA_NO_BROWSER": "1", "LANG": "C.UTF-8"}


def ludoteca(checkout: Path, *words: str) -> str:
    command = [sys.executable, "-m", "ludoteca", *words]
    return subprocess.run(
        command, cwd=checkout, env=environment(checkout), check=True, capture_output=True, text=True
    ).stdout


def rate(checkout: Path, words: tuple[str, ...]) -> float:
    """Nodes or moves a second, as the command itself measures them."""
    answer = json.loads(ludoteca(checkout, *words, "--json"))
    return float(answer.get("nodes") or answer["moves"]) / float(answer["seconds"])


def start_up(checkout: Path, words: tuple[str, ...]) -> float:
    """Milliseconds from start to exit."""
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, *words], cwd=checkout, env=environment(checkout), check=True, capture_output=True
    )
    return (time.perf_counter() - begun) * 1000


@contextmanager
def server(checkout: Path) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ludoteca", "serve", "--no-browser", "--port", str(port)]
        env = {**environment(checkout), "LUDOTECA_DATA": folder}
        process = subprocess.Popen(
            command, cwd=checkout, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait_for(port)
            yield port
        finally:
            process.terminate()
            process.wait(30)


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            _get(port, "/")
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server did not start")


def latency(checkout: Path, ports: dict[Path, int], path: str) -> float:
    return _get(ports[checkout], path)


def _get(port: int, path: str) -> float:
    """Milliseconds for one page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    begun = time.perf_counter()
    connection.request("GET", path, headers={"Accept-Language": "en"})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return (time.perf_counter() - begun) * 1000


def medians(sides: list[Path], rounds: int, measure: Callable[[Path], float]) -> list[float]:
    """Each side's median; the sides alternate, and the one that goes first changes every round."""
    seen: list[list[float]] = [[], []]
    for number in range(rounds):
        for side in (0, 1) if number % 2 == 0 else (1, 0):
            seen[side].append(measure(sides[side]))
    return [statistics.median(values) for values in seen]


def rows(sides: list[Path], rounds: int) -> Iterator[tuple[str, str, list[float]]]:
    for unit, words in commands():
        yield " ".join(words[:2]), unit, medians(sides, rounds, partial(rate, words=words))
    for words in (("-c", "import ludoteca; ludoteca.load"), ("-m", "ludoteca", "list")):
        yield " ".join(words), "ms", medians(sides, rounds, partial(start_up, words=words))
    with server(sides[0]) as one, server(sides[1]) as other:
        ports = dict(zip(sides, (one, other), strict=True))
        for path in PAGES:
            yield f"GET {path}", "ms", medians(sides, rounds * 20, partial(latency, ports=ports, path=path))


def commands() -> Iterator[tuple[str, tuple[str, ...]]]:
    for game, depth in PERFT.items():
        yield "nodes/s", ("perft", game, str(depth), "--no-bulk")
    for game, count in PLAYOUTS.items():
        yield "moves/s", ("playouts", game, "-n", str(count), "--seed", "1")
    for game, nodes in NODES.items():
        yield "nodes/s", ("best", game, "--nodes", str(nodes))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("base", type=Path)
    parser.add_argument("--here", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    sides = [asked.base.resolve(), asked.here.resolve()]
    table = []
    print("| measurement | unit | before | after | after / before |\n|---|---|---|---|---|")
    for name, unit, (before, after) in rows(sides, asked.rounds):
        table.append({"measurement": name, "unit": unit, "before": before, "after": after})
        print(f"| {name} | {unit} | {before:,.4g} | {after:,.4g} | {after / before:.2f} |", flush=True)
    if asked.json:
        asked.json.write_text(json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    main()
