"""Many people with browsers, played by one process: what they do, and what they see."""

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

from benchmarks.wire import Answer, Stream, Wire
from ludoteca.games import Game, load

GAMES = ("tapatan", "tic-tackle", "amazons", "pentago", "kalah", "hex:size=5", "gomoku", "coyote")
"""A game of each kind of board."""
ALONE = 12
"""Moves in each game while nobody else plays."""
_MAIN = re.compile(rb'<main id="content"([^>]*)>')
_DATA = re.compile(r'data-([a-z]+)="([^"]*)"')


@dataclass
class Figures:
    """What a crowd has seen."""

    moves: list[float] = field(default_factory=list)
    """Seconds from a move to the page that shows it."""
    pages: list[float] = field(default_factory=list)
    """Seconds for every other page."""
    answers: list[float] = field(default_factory=list)
    """Seconds from a person's move to the page that shows the computer's."""
    errors: Counter[str] = field(default_factory=Counter)
    busy: int = 0
    """How often the computer was too busy to answer at once, and was asked again."""
    finished: int = 0
    accepted: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """The moves of each game that the server accepted, with their numbers."""
    lost: int = 0


class Player:
    """A person with a browser, who plays one game after the other."""

    def __init__(self, port: int, name: str, level: int, figures: Figures, seed: int) -> None:
        self.port, self.name, self.level, self.figures = port, name, level, figures
        self.game: Game = load(name)
        self.dice = random.Random(seed)
        self.wire = Wire(port)

    async def play(self, until: float, pace: float, most: int = 10**9) -> None:
        """Play until the time is up, or so many moves were made."""
        await asyncio.sleep(self.dice.random() * pace)
        made = 0
        while time.monotonic() < until and made < most:
            try:
                made += await self._one_game(until, pace, most - made)
            except (OSError, asyncio.IncompleteReadError, TimeoutError) as problem:
                self.figures.errors[type(problem).__name__] += 1
                self.wire.close()
        self.wire.close()

    async def _one_game(self, until: float, pace: float, most: int) -> int:
        name = self.name.partition(":")[0]
        wish = {"game": name, "called": self.name, "kind": "computer", "level": str(self.level)}
        begun = await self._ask("POST", "/start", wish)
        if begun.status != 303:
            return 0
        there = begun.headers["location"]
        found = self.figures.accepted.setdefault(there, [])
        page = seen((await self._ask("GET", there)).body)
        if not page:
            self.figures.errors["a page without its board"] += 1
        await self._ask("GET", f"{there}/board.css")
        stream = await Stream.open(self.port, f"{there}/events", self.wire.cookies)
        try:
            made = 0
            while page and page["over"] == "no" and time.monotonic() < until and made < most:
                await asyncio.sleep(pace * self.dice.uniform(0.5, 1.5))
                page = await self._turn(there, page, stream, found)
                made += 1
            self.figures.finished += bool(page) and page.get("over") == "yes"
            return made
        finally:
            stream.close()

    async def _turn(
        self, there: str, page: dict[str, str], stream: Stream, found: list[tuple[int, str]]
    ) -> dict[str, str]:
        """A move, and the computer's answer to it; what the page says then."""
        move = self.dice.choice(self.game.position(page["position"]).legal_moves).text
        begun = time.monotonic()
        answer = await self._ask(
            "POST", f"{there}/move", {"text": move, "ply": page["ply"]}, self.figures.moves
        )
        if answer.status != 200:
            return {}
        found.append((int(page["ply"]) + 1, move))
        after = seen(answer.body)
        waited = after.get("thinking") == "yes"
        while after.get("thinking") == "yes":
            try:
                await stream.changed(10.0, int(after["version"]))
            except TimeoutError:
                self.figures.busy += 1
            reply = await self._ask("GET", there)
            if reply.status != 200:
                return {}
            after = seen(reply.body)
        if waited:
            self.figures.answers.append(time.monotonic() - begun)
        return after

    async def _ask(
        self, method: str, path: str, form: dict[str, str] | None = None, into: list[float] | None = None
    ) -> Answer:
        begun = time.perf_counter()
        answer = await self.wire.ask(method, path, urlencode(form).encode() if form else b"")
        (self.figures.pages if into is None else into).append(time.perf_counter() - begun)
        if answer.status >= 400:
            self.figures.errors[f"{method} {re.sub('/g/[^/]*', '/g/…', path)} {answer.status}"] += 1
        return answer


def seen(body: bytes) -> dict[str, str]:
    """What a page says of its game."""
    head = _MAIN.search(body)
    return dict(_DATA.findall(head[1].decode())) if head else {}


async def lost(port: int, accepted: dict[str, list[tuple[int, str]]]) -> int:
    """How many of the accepted moves are not in their games."""
    wire, missing = Wire(port), 0
    for there, moves in accepted.items():
        answer = await wire.ask("GET", f"/api/games/{there.rsplit('/', 1)[-1]}")
        kept = {one["number"]: one["move"] for one in json.loads(answer.body)["moves"]}
        missing += sum(kept.get(number) != move for number, move in moves)
    wire.close()
    return missing


async def alone(port: int, level: int) -> dict[str, Figures]:
    """One person at a time, in each game."""
    found = {}
    for name in GAMES:
        figures = found[name] = Figures()
        await Player(port, name, level, figures, 1).play(time.monotonic() + 30, 0.2, ALONE)
        figures.lost = await lost(port, figures.accepted)
    return found


async def together(
    port: int,
    games: int,
    seconds: float,
    pace: float,
    level: int,
    most: int = 10**9,
    names: Sequence[str] = GAMES,
) -> Figures:
    """Many at once, for a time; none makes more moves than `most`."""
    figures = Figures()
    until = time.monotonic() + seconds
    crowd = [Player(port, names[n % len(names)], level, figures, n) for n in range(games)]
    async with asyncio.timeout(seconds + 120):
        await asyncio.gather(*(one.play(until, pace, most) for one in crowd))
    figures.lost = await lost(port, figures.accepted)
    return figures
