"""Load test of a class: a teacher, a projector and thirty pupils behind one address. Writes class_load.md.

python benchmarks/class_load.py [--pupils N] [--seconds S] [--pace P] [--workers N] [--write]

Clients in another process use `ludoteca serve` on loopback with a new SQLite database and its usual limits,
all from one address, as behind the router of a school. Pupils join with the code, keep the stream of the
class and that of their game open, play the computer until they are called to a game against a classmate, and
look at their tasks in between. The teacher's page and the projector with all boards are drawn again with
every activity; the teacher pairs everybody from time to time and starts a championship half-way. In the end
the teacher ends the class, and nothing of it may be left. The exit status is 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the imports of a script
from benchmarks.http_client import EventStream
from benchmarks.load_clients import LoadFigures, Player, page_data
from benchmarks.web_load import PAGE, Usage, percentile, server, spread, table, verdict
from ludoteca.games import load
from ludoteca.web.games.class_members import ANIMALS

REPORT = Path(__file__).with_name("class_load.md")
GAMES = ("tapatan", "tic-tac-toe", "kalah", "hex:size=5")
"""What pupils play when nobody calls them."""
CALLED = "tapatan"
"""What they play against each other."""
_CODE = re.compile(rb'id="code">([0-9A-Z ]+)<')
_CALL = re.compile(rb'href="(/g/[\w-]+)"')
_PICTURE = re.compile(rb'src="(/g/[\w-]+/picture.svg\?v=\d+)"')
_GAMES_AT_ONCE = 6
"""Moves against the computer before a pupil looks at the class again."""


class Member(Player):
    """Somebody in the class with a browser; what is common to teachers and pupils."""

    there = ""
    """The page of the class."""

    async def watch(self, until: float) -> None:
        """Follow the stream of the class as the page's script does."""
        while time.monotonic() < until:
            try:
                stream = await EventStream.open(self.port, f"{self.there}/events", self.client.cookies)
            except (OSError, TimeoutError) as problem:
                self.figures.errors[f"class stream: {type(problem).__name__}"] += 1
                await asyncio.sleep(1)
                continue
            try:
                await self._follow(stream, until)
            except (OSError, asyncio.IncompleteReadError):
                self.figures.errors["class stream ended"] += 1
            finally:
                stream.close()

    async def _follow(self, stream: EventStream, until: float) -> None:
        while time.monotonic() < until:
            try:
                async with asyncio.timeout(max(0.1, until - time.monotonic())):
                    line = await stream.line()
            except TimeoutError:
                return
            if line.startswith((b"event: changed", b"event: activity")):
                await self.draw()

    async def draw(self) -> None:
        raise NotImplementedError


class Pupil(Member):
    """Joins, plays, and comes when called."""

    def __init__(self, port: int, number: int, figures: LoadFigures) -> None:
        super().__init__(port, GAMES[number % len(GAMES)], 1, figures, number)
        self.number = number
        self.calls: list[str] = []
        self.beside = Beside(self)
        self.at_class = True
        """Whether the browser shows the page of the class."""
        self.played = 0
        """Games against classmates."""

    async def join(self, code: str) -> None:
        await asyncio.sleep(self.rng.random() * 8)
        await self._request("GET", f"/class/join/{code}")
        form = {"code": code, "name": f"Pupil {self.number}", "animal": ANIMALS[self.number % len(ANIMALS)]}
        answer = await self._request("POST", "/class/join", form)
        if answer.status != 303:
            raise SystemExit(f"pupil {self.number} could not join: {answer.status}")
        self.there = answer.headers["location"]
        await self._request("GET", self.there)
        await self.draw()

    async def draw(self) -> None:
        """What the script of the page asks for: the tasks on the page of the class, elsewhere the bar."""
        await asyncio.sleep(self.rng.random())  # as `class.js` does
        answer = await self.beside.get(f"{self.there}/live" if self.at_class else "/class/bar?at=/g/other")
        self.calls = list(dict.fromkeys(one.decode() for one in _CALL.findall(answer)))

    async def lesson(self, until: float, pace: float) -> None:
        watching = asyncio.create_task(self.watch(until))
        try:
            while time.monotonic() < until:
                try:
                    await self._next(until, pace)
                except (OSError, asyncio.IncompleteReadError, TimeoutError) as problem:
                    self.figures.errors[type(problem).__name__] += 1
                    self.client.close()
        finally:
            await watching
            self.client.close()
            self.beside.close()

    async def _next(self, until: float, pace: float) -> None:
        self.at_class = False
        await self._request("GET", "/class/bar?at=/g/other")  # every page asks for the bar
        if self.calls:
            await self._play_classmate(self.calls.pop(0), until, pace)
        elif self.rng.random() < 0.2:
            await self._request("GET", "/puzzles")
            await asyncio.sleep(pace)
        else:
            await self._one_game(until, pace, _GAMES_AT_ONCE)
        answer = await self._request("GET", self.there)
        self.at_class, self.calls = True, [one.decode() for one in _CALL.findall(answer.body)]

    async def _play_classmate(self, game: str, until: float, pace: float) -> None:
        """Play a game on two screens to its end, or give up after a while."""
        page = page_data((await self._request("GET", game)).body)
        stream = await EventStream.open(self.port, f"{game}/events", self.client.cookies)
        rules = load(CALLED)
        try:
            made = 0
            while page and page["over"] == "no" and time.monotonic() < until:
                if page["turn"] == page["mine"]:
                    await asyncio.sleep(pace * self.rng.uniform(0.5, 1.5))
                    page = page_data(
                        (await self._request("GET", game)).body
                    )  # the classmate may have resigned
                    if not page or page["over"] != "no":
                        break
                    position = rules.position(page["position"])
                    form = {"text": self.rng.choice(position.legal_moves).text, "ply": page["ply"]}
                    answer = await self._request("POST", f"{game}/move", form, self.figures.moves)
                    page, made = page_data(answer.body), made + 1
                    if made > 12 and page:
                        await self._request("POST", f"{game}/resign")
                        break
                else:
                    try:
                        await stream.changed(5.0, int(page["version"]))
                    except TimeoutError:
                        if self.rng.random() < 0.2:
                            return  # the classmate is elsewhere
                    page = page_data((await self._request("GET", game)).body)
            self.played += 1
        finally:
            stream.close()


class Beside:
    """A second connection of a browser, for what its scripts ask for."""

    def __init__(self, member: Player) -> None:
        self.member = member
        self._other = Player(member.port, "tapatan", 1, member.figures, 0)

    async def get(self, path: str) -> bytes:
        self._other.client.cookies = self.member.client.cookies
        return (await self._other._request("GET", path)).body

    def close(self) -> None:
        self._other.client.close()


class Teacher(Member):
    """Opens the class, watches it on two pages, pairs pupils, starts a championship, ends the class."""

    drawn = 0

    def __init__(self, port: int, figures: LoadFigures) -> None:
        super().__init__(port, "tapatan", 1, figures, 0)
        self.beside = Beside(self)
        self._pictures: set[str] = set()

    async def open(self) -> str:
        """The code."""
        answer = await self._request("POST", "/class", {"title": "5B", "days": "1"})
        self.there = answer.headers["location"]
        page = await self._request("GET", self.there)
        found = _CODE.search(page.body)
        if not found:
            raise SystemExit("the class has no code")
        for task in ({"kind": "level", "game": "tapatan", "level": "1"}, {"kind": "games", "times": "3"}):
            await self._request("POST", f"{self.there}/tasks", task)
        await self._request("POST", f"{self.there}/projector", {"game": "boards"})
        return found[1].decode().replace(" ", "")

    async def draw(self) -> None:
        """The live part of the page, and the projector with those pictures that have changed."""
        self.drawn += 1
        await self.beside.get(f"{self.there}/live")
        wall = await self.beside.get(f"{self.there}/projector")
        for picture in {one.decode() for one in _PICTURE.findall(wall)} - self._pictures:
            self._pictures.add(picture)
            await self.beside.get(picture)

    async def lesson(self, seconds: float, until: float) -> None:
        watching = asyncio.create_task(self.watch(until))
        rounds = 4
        for turn in range(rounds):
            if turn == rounds // 2:
                cup = {"game": CALLED, "format": "swiss", "rounds": "2"}
                await self._request("POST", f"{self.there}/cup", cup)
            else:
                # 422 where fewer than two pupils are free: nobody is to be paired then.
                body = f"game={CALLED}&level=1".encode()
                started = time.perf_counter()
                answer = await self.client.request("POST", f"{self.there}/pair", body)
                self.figures.pages.append(time.perf_counter() - started)
                if answer.status not in (303, 422):
                    self.figures.errors[f"POST …/pair {answer.status}"] += 1
            await asyncio.sleep(max(0.0, min(seconds / rounds, until - time.monotonic())))
        await watching

    async def end(self) -> None:
        await self._request("POST", f"{self.there}/end", {"confirm": "yes"})
        self.client.close()
        self.beside.close()


def left_over(file: str) -> int:
    """The rows that are left of the class: names, games, results."""
    tables = (
        "classes",
        "class_members",
        "class_tasks",
        "class_tournaments",
        "games",
        "results",
        "tournaments",
    )
    with closing(sqlite3.connect(file)) as connection:
        return sum(connection.execute(f"select count(*) from {name}").fetchone()[0] for name in tables)


@dataclass
class Lesson:
    """A lesson with its measurements."""

    teacher: Teacher
    pupils: list[Pupil]
    figures: LoadFigures

    @classmethod
    async def begin(cls, port: int, pupils: int) -> Lesson:
        """Open a class, and let the pupils join."""
        figures = LoadFigures()
        teacher = Teacher(port, figures)
        code = await teacher.open()
        found = [Pupil(port, number, figures) for number in range(pupils)]
        async with asyncio.timeout(120):
            await asyncio.gather(*(one.join(code) for one in found))
        return cls(teacher, found, figures)

    async def run(self, seconds: float, pace: float) -> None:
        until = time.monotonic() + seconds
        async with asyncio.timeout(seconds + 120):
            await asyncio.gather(
                self.teacher.lesson(seconds, until), *(one.lesson(until, pace) for one in self.pupils)
            )

    @property
    def played(self) -> int:
        """Games between classmates."""
        return sum(one.played for one in self.pupils) // 2


async def measure(asked: argparse.Namespace) -> tuple[str, bool]:
    with (
        tempfile.TemporaryDirectory() as folder,
        server(folder, "--workers", str(asked.workers)) as (port, pid),
    ):
        lesson = await Lesson.begin(port, asked.pupils)
        before = Usage.by(pid)
        await lesson.run(asked.seconds, asked.pace)
        after = Usage.by(pid)
        started = time.perf_counter()
        await lesson.teacher.end()
        ending = time.perf_counter() - started
        left = left_over(f"{folder}/web.sqlite")
    figures = lesson.figures
    late, wrong = percentile(figures.pages + figures.moves, 0.95), sum(figures.errors.values())
    rows = [
        ["", "number", "median ms", "95 % ms", "99 % ms"],
        ["moves shown", str(len(figures.moves)), *spread(figures.moves)],
        ["other pages", str(len(figures.pages)), *spread(figures.pages)],
        ["computer's answers shown", str(len(figures.answers)), *spread(figures.answers)],
    ]
    which = "".join(f"\n  - {what}: {number}" for what, number in figures.errors.items())
    good = not wrong and late < PAGE and not left
    text = f"""# Load test of a class

Written by `benchmarks/class_load.py`: {asked.pupils} pupils, a teacher and a projector for {asked.seconds:g}
seconds, all from one address; a pupil thinks for {asked.pace / 2:g} to {1.5 * asked.pace:g} s. Loopback,
SQLite, {asked.workers} workers, {os.cpu_count()} cores shared with the clients and with other work; the load
average at the end was {os.getloadavg()[0]:.1f}.

{table(rows)}

- Errors: {wrong}; target none: {verdict(not wrong)}.{which}
- All pages, 95 %: {1000 * late:.0f} ms; target below {1000 * PAGE:.0f} ms: {verdict(late < PAGE)}.
- Games against the computer {len(figures.accepted)}, against classmates
  {lesson.played}; the teacher's page was drawn {lesson.teacher.drawn} times.
- CPU time: the server {(after.server_seconds - before.server_seconds) / asked.seconds:.2f} cores, the workers
  {(after.worker_seconds - before.worker_seconds) / asked.seconds:.2f} cores. Memory of the server:
  {after.server:.0f} MB.
- The class was deleted in {ending:.1f} s; rows left of it: {left}; target none: {verdict(not left)}.
"""
    return text, good


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pupils", type=int, default=30, metavar="N", choices=range(2, 61))
    parser.add_argument("--seconds", type=float, default=300.0, metavar="S", help="at most 3600")
    parser.add_argument("--pace", type=float, default=4.0, metavar="P", help="seconds a pupil thinks")
    parser.add_argument("--workers", type=int, default=2, metavar="N", choices=range(1, 65))
    parser.add_argument("--write", action="store_true", help=f"keep the table as {REPORT.name}")
    asked = parser.parse_args()
    if not 1 <= asked.seconds <= 3600:
        parser.error("--seconds: between 1 and 3600")
    text, good = asyncio.run(measure(asked))
    print(text)
    if asked.write:
        REPORT.write_text(text, "utf-8")
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
