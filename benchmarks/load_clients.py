"""Simulated players for load tests: they use the pages like browsers, all in one process."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from benchmarks.http_client import HOST, EventStream, HttpClient, HttpResponse
from ludoteca.games import Game, load
from ludoteca.play.opponents import offered

GAMES = ("tapatan", "tic-tackle", "amazons", "pentago", "kalah", "hex:size=5", "gomoku", "coyote")
"""A game of each kind of board."""
ALONE = 12
"""Moves of a single player in each game."""
_MAIN = re.compile(rb'<main id="content"([^>]*)>')
_DATA = re.compile(r'data-([a-z]+)="([^"]*)"')


@dataclass
class LoadFigures:
    """Measurements of some clients."""

    moves: list[float] = field(default_factory=list)
    """Seconds from a move to the page that shows it."""
    pages: list[float] = field(default_factory=list)
    """Seconds for every other page."""
    answers: list[float] = field(default_factory=list)
    """Seconds from a person's move to the page that shows the computer's."""
    errors: Counter[str] = field(default_factory=Counter)
    busy: int = 0
    """How often the computer took longer than the timeout."""
    finished: int = 0
    accepted: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """The moves of each game that the server accepted, with their numbers."""
    lost: int = 0


def level_in(game: Game, level: int) -> int:
    """A level of the game: the one asked for, or the next stronger one that it has."""
    numbers = [one.number for one in offered(game).levels]
    return next((number for number in numbers if number >= level), numbers[-1])


class Player:
    """A simulated person with a browser who plays one game after the other."""

    def __init__(
        self, port: int, name: str, level: int, figures: LoadFigures, seed: int, address: str = HOST
    ) -> None:
        self.port, self.name, self.figures = port, name, figures
        self.game: Game = load(name)
        self.level = level_in(self.game, level)
        self.rng = random.Random(seed)
        self.client = HttpClient(port, address)

    async def play(self, until: float, pace: float, most: int = 10**9) -> None:
        """Play until the time is up, or `most` moves were made."""
        await asyncio.sleep(self.rng.random() * pace)
        made = 0
        while time.monotonic() < until and made < most:
            try:
                made += await self._one_game(until, pace, most - made)
            except (OSError, asyncio.IncompleteReadError, TimeoutError) as problem:
                self.figures.errors[type(problem).__name__] += 1
                self.client.close()
        self.client.close()

    async def _one_game(self, until: float, pace: float, most: int) -> int:
        name = self.name.partition(":")[0]
        wish = {"game": name, "called": self.name, "kind": "computer", "level": str(self.level)}
        started = await self._request("POST", "/start", wish)
        if started.status != 303:
            await asyncio.sleep(1)
            return 0
        there = started.headers["location"]
        found = self.figures.accepted.setdefault(there, [])
        page = page_data((await self._request("GET", there)).body)
        if not page:
            self.figures.errors["a page without its board"] += 1
        await self._request("GET", f"{there}/board.css")
        stream = await EventStream.open(
            self.port, f"{there}/events", self.client.cookies, self.client.address
        )
        try:
            made = 0
            while page and page["over"] == "no" and time.monotonic() < until and made < most:
                await asyncio.sleep(pace * self.rng.uniform(0.5, 1.5))
                page = await self._turn(there, page, stream, found)
                made += 1
            self.figures.finished += bool(page) and page.get("over") == "yes"
            return made
        finally:
            stream.close()

    async def _turn(
        self, there: str, page: dict[str, str], stream: EventStream, found: list[tuple[int, str]]
    ) -> dict[str, str]:
        """Make a move and wait for the computer's answer; the data of the page afterwards."""
        move = self.rng.choice(self.game.position(page["position"]).legal_moves).text
        started = time.monotonic()
        answer = await self._request(
            "POST", f"{there}/move", {"text": move, "ply": page["ply"]}, self.figures.moves
        )
        if answer.status != 200:
            return {}
        found.append((int(page["ply"]) + 1, move))
        after = page_data(answer.body)
        waited = after.get("thinking") == "yes"
        while after.get("thinking") == "yes" or after.get("behind") == "yes":
            try:
                if after["behind"] == "no":
                    await stream.changed(10.0, int(after["version"]))
            except TimeoutError:
                self.figures.busy += 1
            # As the page's script does: moves in a row are fetched one by one.
            reply = await self._request("GET", there, headers={"x-after": after["ply"]})
            if reply.status != 200:
                return {}
            after = page_data(reply.body)
        if waited:
            self.figures.answers.append(time.monotonic() - started)
        return after

    async def _request(
        self, method: str, path: str, form: dict[str, str] | None = None, into: list[float] | None = None,
        headers: dict[str, str] | None = None,
    ) -> HttpResponse:  # fmt: skip
        started = time.perf_counter()
        body = urlencode(form).encode() if form else b""
        answer = await self.client.request(method, path, body, headers=headers)
        (self.figures.pages if into is None else into).append(time.perf_counter() - started)
        if answer.status >= 400:
            self.figures.errors[f"{method} {re.sub('/g/[^/]*', '/g/…', path)} {answer.status}"] += 1
        return answer


def page_data(body: bytes) -> dict[str, str]:
    """The data attributes of the game on a page."""
    head = _MAIN.search(body)
    return dict(_DATA.findall(head[1].decode())) if head else {}


async def count_lost(port: int, accepted: dict[str, list[tuple[int, str]]]) -> int:
    """The number of accepted moves that are missing from their games."""
    client, missing = HttpClient(port), 0
    for there, moves in accepted.items():
        answer = await client.request("GET", f"/api/games/{there.rsplit('/', 1)[-1]}")
        while answer.status == 429:  # this number of requests exceeds the budget of one visitor
            await asyncio.sleep(float(answer.headers["retry-after"]))
            answer = await client.request("GET", f"/api/games/{there.rsplit('/', 1)[-1]}")
        kept = {one["number"]: one["move"] for one in json.loads(answer.body)["moves"]}
        missing += sum(kept.get(number) != move for number, move in moves)
    client.close()
    return missing


async def run_single(port: int, level: int) -> dict[str, LoadFigures]:
    """One player at a time, in each game."""
    found = {}
    for name in GAMES:
        figures = found[name] = LoadFigures()
        await Player(port, name, level, figures, 1).play(time.monotonic() + 30, 0.2, ALONE)
        figures.lost = await count_lost(port, figures.accepted)
    return found


def loopback_address(group: int, number: int) -> str:
    """One of many addresses of this machine."""
    return f"127.0.{group}.{1 + number % 250}"


async def run_concurrent(
    port: int,
    games: int,
    seconds: float,
    pace: float,
    level: int,
    most: int = 10**9,
    names: Sequence[str] = GAMES,
) -> LoadFigures:
    """Many players at once; none makes more moves than `most`."""
    figures = LoadFigures()
    until = time.monotonic() + seconds
    players = [
        Player(port, names[n % len(names)], level, figures, n, loopback_address(2, n)) for n in range(games)
    ]
    async with asyncio.timeout(seconds + 120):
        await asyncio.gather(*(one.play(until, pace, most) for one in players))
    figures.lost = await count_lost(port, figures.accepted)
    return figures
