"""Hostile clients beside honest players: what the honest ones notice. Writes hostile_load.md.

python benchmarks/hostile_load.py [--seconds 60] [--clients 20] [--players 10] [--one-address] [--cookies]
    [--limits P] [--kinds K …] [--write]

Everything runs on loopback, bounded in number and time. Each client has an address of its own (127.0.x.y), or
all share one, as in a school. The players have opened a page before the attack. The hostile clients run in a
process of their own at the lowest priority: their processor time is not the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the imports of a script
from benchmarks.http_client import HOST, HttpClient, connect, request_bytes
from benchmarks.load_clients import GAMES, LoadFigures, Player, loopback_address
from benchmarks.web_load import children_of, percentile, server, spread, table, verdict
from ludoteca.web.request_context import VISITOR
from ludoteca.workshop.drafts import copy_of

PAGE, REPLY, MEGABYTES, RECOVERY = 0.5, 3.0, 1500.0, 10.0
"""Targets: 95 % of the pages and every reply, in seconds; memory; seconds to recover."""
REPORT = Path(__file__).with_name("hostile_load.md")
JSON, FORM = "application/json", "application/x-www-form-urlencoded"


# -- the server ---------------------------------------------------------------------------------------


def memory(pid: int) -> float:
    """The resident megabytes of the server and its workers; shared pages count once for each."""
    total = 0.0
    for one in [pid, *children_of(pid)]:
        try:
            lines = Path(f"/proc/{one}/status").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            continue  # a worker that was replaced
        total += sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
    return total


# -- hostile clients ----------------------------------------------------------------------------------


@dataclass
class Attacker:
    """One hostile client: its address, and what it was answered."""

    port: int
    address: str
    until: float
    rng: random.Random
    statuses: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.client = HttpClient(self.port, self.address)

    async def post(self, path: str, body: bytes | dict[str, Any], media: str = JSON) -> dict[str, Any]:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await self.ask("POST", path, content, media)

    async def ask(self, method: str, path: str, body: bytes = b"", media: str = JSON) -> dict[str, Any]:
        try:
            answer = await self.client.request(method, path, body, media)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as problem:
            self.statuses[type(problem).__name__] += 1
            self.client.close()
            await asyncio.sleep(0.05)
            return {}
        self.statuses[str(answer.status)] += 1
        try:
            found = json.loads(answer.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until


async def solve_large_games(one: Attacker) -> None:
    """Finding 1: perfect players whose tables are huge, or take long."""
    while one.goes_on:
        await one.post("/api/games", {"game": "tapatan", "first": "perfect:most=10000000000"})
        await one.post("/api/games", {"game": "fox-and-hounds", "first": "perfect"})
        await one.post("/api/games", {"game": "tic-tackle", "first": "perfect:most=4000000"})


async def list_many_moves(one: Attacker) -> None:
    """Finding 2: rules with positions that have very many moves."""
    rules = copy_of("amazons").text.replace("grid = [10, 10]", "grid = [19, 19]")
    row, empty = "x1" * 9 + "x", "/".join(["19"] * 17)
    while one.goes_on:
        wish = {"game": "mine", "rules_text": rules, "first": "human", "second": "human"}
        await one.post("/api/games", {**wish, "position": f"{row}/{empty}/{row.replace('x', 'o')} x"})
        begun = await one.post("/api/games", {"game": "amazons", "first": "human", "second": "human"})
        if "game" in begun:
            for _ in range(3):
                await one.ask("GET", f"/api/games/{begun['game']['id']}/legal")


async def keep_workers_busy(one: Attacker) -> None:
    """Finding 4: playtests, and games against slow computers, polled."""
    rules = copy_of("tapatan", f"Mine {one.address}").text
    while one.goes_on:
        await one.post("/api/workshop/playtest", {"text": rules, "seconds": 5.0})
        wish = {"game": "gomoku", "first": "engine:seconds=10", "second": "human"}
        begun = await one.post("/api/games", wish)
        if "game" in begun:
            for _ in range(10):
                await one.ask("GET", f"/api/games/{begun['game']['id']}")
        await one.post("/api/best", {"game": "amazons", "seconds": 10})


async def send_long_keys(one: Attacker) -> None:
    """Finding 5: dotted keys that take the parser quadratic time."""
    while one.goes_on:
        text = "a" + ".a" * one.rng.randrange(5000, 9000) + " = 1"
        for path in ("look", "cards"):
            await one.post(f"/api/workshop/{path}", {"text": text})


async def send_large_bodies(one: Attacker) -> None:
    """Finding 6: unknown keys in JSON, and forms of separators."""
    keys = json.dumps({f"k{n}": n for n in range(60_000)}).encode()[:990_000]
    unknown = json.dumps({f"k{n:06}": 1 for n in range(60_000)}).encode()
    while one.goes_on:
        await one.post("/api/games", unknown)
        await one.post("/api/games", keys)
        for sign in (b"%", b"&"):
            await one.post("/start", sign * 990_000, FORM)


async def hold_connections(one: Attacker) -> None:
    """Finding 8: half-open requests and event streams that are never read."""
    held: list[asyncio.StreamWriter] = []
    begun = await one.post("/api/games", {"game": "tapatan", "first": "human", "second": "human"})
    stream = f"/api/games/{begun['game']['id']}/events" if "game" in begun else "/api/games/none/events"
    while one.goes_on:
        for request in (b"GET / HTTP/1.1\r\nhost: ", request_bytes("GET", stream, one.port, {})):
            try:
                _, writer = await asyncio.wait_for(connect(one.port, one.address), 2)
                writer.write(request)
                held.append(writer)
                one.statuses["opened"] += 1
            except (OSError, TimeoutError) as problem:
                one.statuses[type(problem).__name__] += 1
        await asyncio.sleep(0.05)
        if len(held) > 100:
            held.pop(0).close()
    for writer in held:
        writer.close()


async def make_tournaments(one: Attacker) -> None:
    """Tournaments between quick computers, each made by a browser that drops its cookies."""
    wish = {"game": "othello", "format": "round-robin", "games": "20"}
    form = urlencode({**wish, "player-1": "level:5", "player-2": "level:5"}).encode()
    while one.goes_on:
        one.client.cookies.clear()
        await one.ask("POST", "/tournaments", form, FORM)


KINDS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "solving": solve_large_games,
    "moves": list_many_moves,
    "workers": keep_workers_busy,
    "keys": send_long_keys,
    "bodies": send_large_bodies,
    "connections": hold_connections,
    "tournaments": make_tournaments,
}


def attack(port: int, asked: argparse.Namespace, results: Any) -> None:
    """The process of the hostile clients."""
    os.nice(15)
    results.put(asyncio.run(_attack(port, asked)))


async def _attack(port: int, asked: argparse.Namespace) -> dict[str, Counter[str]]:
    until = time.monotonic() + asked.seconds
    attackers: dict[str, list[Attacker]] = {}
    tasks = []
    for group, kind in enumerate(asked.kinds):
        for number in range(asked.clients):
            address = HOST if asked.one_address else loopback_address(10 + group, number)
            one = Attacker(port, address, until, random.Random(f"{kind} {number}"))
            if asked.cookies:
                one.client.cookies[VISITOR] = f"{kind}-{number}-" + "x" * 30
            attackers.setdefault(kind, []).append(one)
            tasks.append(KINDS[kind](one))
    async with asyncio.timeout(asked.seconds + 60):
        await asyncio.gather(*tasks)
    for one in (one for group in attackers.values() for one in group):
        one.client.close()
    return {kind: sum((one.statuses for one in group), Counter()) for kind, group in attackers.items()}


# -- measuring ----------------------------------------------------------------------------------------


@dataclass
class Result:
    calm: LoadFigures
    attacked: LoadFigures
    after: LoadFigures
    most_memory: float
    statuses: dict[str, Counter[str]]
    log_bytes: int


def honest_players(port: int, asked: argparse.Namespace) -> list[Player]:
    return [
        Player(
            port, GAMES[n % len(GAMES)], 3, LoadFigures(), 100 + n,
            HOST if asked.one_address else loopback_address(2, n),
        )
        for n in range(asked.players)
    ]  # fmt: skip


async def honest(players: list[Player], seconds: float) -> LoadFigures:
    """The figures of players who have been here before, except the first time."""
    figures = LoadFigures()
    until = time.monotonic() + seconds
    for one in players:
        one.figures = figures
    async with asyncio.timeout(seconds + 60):
        await asyncio.gather(*(one.play(until, 1.5) for one in players))
    return figures


async def measure(asked: argparse.Namespace) -> Result:
    with tempfile.TemporaryDirectory() as folder, server(folder, "--limits", asked.limits) as (port, pid):
        players = honest_players(port, asked)
        calm = await honest(players, 10.0)
        most = [memory(pid)]

        async def sample() -> None:
            while True:
                most.append(memory(pid))
                await asyncio.sleep(0.5)

        results: Any = multiprocessing.get_context("spawn").Queue()
        process = multiprocessing.get_context("spawn").Process(target=attack, args=(port, asked, results))
        process.start()
        sampling = asyncio.create_task(sample())
        await asyncio.sleep(2.0)
        attacked = await honest(players, asked.seconds)
        statuses = await asyncio.to_thread(results.get, True, 120)
        await asyncio.to_thread(process.join)
        await asyncio.sleep(RECOVERY)
        after = await honest(players, 10.0)
        sampling.cancel()
        log = Path(f"{folder}/log")
        print(log.read_text(errors="replace")[-2000:], file=sys.stderr)
        return Result(calm, attacked, after, max(most), statuses, log.stat().st_size)


def report(found: Result, asked: argparse.Namespace) -> str:
    rows = [["", "pages", "median ms", "95 % ms", "99 % ms", "replies", "median ms", "slowest ms", "errors"]]
    for name, one in (("before", found.calm), ("attacked", found.attacked), ("after", found.after)):
        pages = one.pages + one.moves
        replies = [str(len(one.answers)), *spread(one.answers, (0.5, 1.0))]
        rows.append(
            [name, str(len(pages)), *spread(pages), *replies, str(sum(one.errors.values()) + one.busy)]
        )
    pages, slowest = found.attacked.pages + found.attacked.moves, max(found.attacked.answers, default=99.0)
    page, late = percentile(pages, 0.95), percentile(found.after.pages + found.after.moves, 0.95)
    answered = "\n".join(
        f"- {kind}: " + ", ".join(f"{status} {number}" for status, number in counts.most_common(6))
        for kind, counts in found.statuses.items()
    )
    errors = "".join(f"\n  - {what}: {number}" for what, number in found.attacked.errors.items())
    where = "all on one address" if asked.one_address else "each at an address of its own"
    where += ", each with a cookie" if asked.cookies else ""
    held = verdict(found.most_memory < MEGABYTES)
    return f"""## {asked.clients} hostile clients of each kind, {asked.players} players, {where}

`--limits {asked.limits}`.
Kinds: {", ".join(asked.kinds)}; {asked.seconds:g} seconds. The players play against level 3.

{table(rows)}

- Pages, 95 %: {1000 * page:.0f} ms; target below {1000 * PAGE:.0f}: {verdict(page < PAGE)}.
- The slowest reply of the computer: {slowest:.2f} s; target below {REPLY:g}: {verdict(slowest < REPLY)}.
- Server and workers: at most {found.most_memory:.0f} MB; target {MEGABYTES:.0f}: {held}.
- {RECOVERY:g} s after the attack, pages 95 %: {1000 * late:.0f} ms: {verdict(late < PAGE)}.
- Log: {found.log_bytes} bytes.{errors}

Answers to the hostile clients:

{answered}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="at most 600")
    parser.add_argument("--clients", type=int, default=20, choices=range(1, 101), metavar="N")
    parser.add_argument("--players", type=int, default=10, choices=range(1, 101), metavar="N")
    parser.add_argument("--one-address", action="store_true")
    parser.add_argument("--cookies", action="store_true", help="each hostile client has a visitor's cookie")
    parser.add_argument("--limits", choices=("school", "internet", "off"), default="school")
    parser.add_argument("--kinds", nargs="+", choices=tuple(KINDS), default=list(KINDS))
    parser.add_argument("--write", action="store_true", help=f"append to {REPORT.name}")
    asked = parser.parse_args()
    asked.seconds = min(asked.seconds, 600.0)
    text = report(asyncio.run(measure(asked)), asked)
    print(text)
    if asked.write:
        with REPORT.open("a") as file:
            file.write("\n" + text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
