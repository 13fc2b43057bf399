"""What a teacher or a pupil sees of a class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from urllib.parse import urlencode

from fastapi import Request

from ludoteca.errors import LudotecaError
from ludoteca.games import Game
from ludoteca.messages import catalogue
from ludoteca.play.opponents import offered
from ludoteca.play.session import HUMAN
from ludoteca.tournament.crosstable_text import points_text
from ludoteca.web.game_view import GameView
from ludoteca.web.games.class_store import StoredClass
from ludoteca.web.games.class_tasks import MOST_TIMES, beaten_level, progress
from ludoteca.web.games.classrooms import BOARDS
from ludoteca.web.links import origin_for
from ludoteca.web.players import name_of
from ludoteca.web.request_context import guest, language
from ludoteca.web.services import Services
from ludoteca.web.store.classes import LastGame, PairGame, Work, other_seats
from ludoteca.web.store.schema import MemberRow, TaskRow
from ludoteca.web.tournament_view import TournamentView

MESSAGES = catalogue("web")
_WALL = ((1, 1), (2, 2), (3, 6), (4, 8), (5, 15), (6, 24), (7, 35))
"""Columns of boards on the projector, and how many boards they are for."""


@dataclass(frozen=True)
class TaskView:
    """A task, and how far one pupil has got."""

    number: int
    text: str
    short: str
    """For the head of a column."""
    times: int
    start: str
    """The page where a pupil begins, or empty for a new game against a level."""
    game: str
    level: str
    done: int = 0
    is_begun: bool = False
    """Whether the pupil has an unfinished game for it: that is the start page."""

    @property
    def is_done(self) -> bool:
        return self.done >= self.times


@dataclass(frozen=True)
class PupilView:
    """A pupil in the teacher's list."""

    number: int
    name: str
    animal: str
    doing: str
    game: str
    """The id of the last game, empty if there is none."""
    board: str
    """The address of its picture."""
    is_playing: bool
    since: str
    tasks: tuple[TaskView, ...]


@dataclass(frozen=True)
class Call:
    """A game that a pupil is to play."""

    game: str
    text: str
    animal: str


@dataclass(frozen=True)
class Cup:
    """A championship: its page, the leaders, and unfinished games."""

    view: TournamentView
    leaders: tuple[tuple[int, str, str], ...]
    """Rank, name and points; empty as long as nobody has any."""


class ClassView:
    """A class for one of its members."""

    def __init__(self, request: Request, services: Services, stored: StoredClass) -> None:
        self.request, self.services, self.stored, self.row = request, services, stored, stored.row
        self.lang = language(request)
        self.visitor = guest(request).visitor
        self._origin = origin_for(request, services.settings)

    def say(self, key: str, **values: object) -> str:
        return MESSAGES.text(self.lang, key, **values)

    @property
    def url(self) -> str:
        return f"/class/{self.row.id}"

    @property
    def title(self) -> str:
        return self.row.title or self.say("class.untitled")

    @property
    def expires(self) -> str:
        """The day on which everything is deleted at the latest."""
        day = self.stored.expires
        month = self.say(f"month-{day.month}")
        return self.say("class.date", day=day.day, month=month, year=day.year)

    @property
    def code(self) -> str:
        """In two groups, which are easier to read out."""
        code = self.stored.code
        return f"{code[:3]} {code[3:]}" if code else ""

    @property
    def join_path(self) -> str:
        return f"/class/join/{self.stored.code}"

    @property
    def join_url(self) -> str:
        """What pupils type in: the shortest address that leads to the form."""
        return f"{self._origin.url}/class"

    @property
    def reach(self) -> str:
        return self._origin.reach

    # -- pupils ---------------------------------------------------------------------------------------

    @cached_property
    def _work(self) -> dict[str, Work]:
        return self.services.classrooms.work(self.stored)

    @cached_property
    def _by_visitor(self) -> dict[str, MemberRow]:
        return {one.visitor: one for one in self.stored.pupils}

    @cached_property
    def _seats(self) -> dict[str, dict[str, tuple[str, str | None]]]:
        games = [work.game.id for work in self._work.values() if work.game]
        with self.services.database.reading() as session:
            return other_seats(session, games)

    @cached_property
    def pupils(self) -> list[PupilView]:
        """In the order of their names."""
        found = [self.pupil(one) for one in self.stored.pupils]
        return sorted(found, key=lambda one: (one.name.casefold(), one.animal))

    def pupil(self, row: MemberRow) -> PupilView:
        work = self._work[row.visitor]
        game = work.game
        return PupilView(
            number=row.number, name=row.name, animal=row.animal, doing=self._doing(work),
            game=game.id if game else "", board=f"/g/{game.id}/picture.svg?v={game.version}" if game else "",
            is_playing=bool(game and game.result is None and work.doing == "game"),
            since=self._since(work.last), tasks=tuple(self._task(one, work) for one in self.stored.tasks),
        )  # fmt: skip

    def _doing(self, work: Work) -> str:
        if not work.doing:
            return self.say("class.idle")
        if work.doing == "puzzles":
            return self.say("class.doing-puzzles", n=sum(work.puzzles.values()))
        if work.doing == "exercise":
            return self.say("class.doing-exercise", n=sum(work.exercises.values()))
        assert work.game
        return self._game_text(work.game)

    def _game_text(self, game: LastGame) -> str:
        title, opponent = self._title(game.called, game.file), self._opponent(game)
        if game.result is None:
            key = "class.playing" if opponent else "class.playing-alone"
            return self.say(key, game=title, opponent=opponent, n=game.plies)
        result = "draw" if game.result == "draw" else "won" if game.result == game.side else "lost"
        if not opponent:
            result = "over"
        return self.say(f"class.{result}", game=title, opponent=opponent)

    def _opponent(self, game: LastGame) -> str:
        """The name of the other player; empty for two people at one screen."""
        side = "second" if game.side == "first" else "first"
        player, owner = self._seats.get(game.id, {}).get(side, (HUMAN, None))
        if game.kind in ("shared", "watch"):
            return ""
        if owner in self._by_visitor:
            return self._by_visitor[owner].name
        if player == HUMAN:
            return self.say("class.somebody")
        return name_of(player, self._game(game.called, game.file))

    def _game(self, called: str, file: str | None = None) -> Game:
        return self.services.game_cache.game(called, file)

    def _title(self, called: str, file: str | None = None) -> str:
        try:
            return self._game(called, file).title(self.lang)
        except LudotecaError:
            return called

    def _since(self, moment: datetime | None) -> str:
        if moment is None:
            return ""
        minutes = int((datetime.now(UTC) - moment).total_seconds() // 60)
        if minutes < 2:
            return self.say("class.now")
        if minutes < 120:
            return self.say("class.minutes", n=minutes)
        hours = minutes // 60
        return self.say("class.hours", n=hours) if hours < 48 else self.say("class.days-ago", n=hours // 24)

    # -- tasks ----------------------------------------------------------------------------------------

    @cached_property
    def tasks(self) -> list[TaskView]:
        """For a pupil, with the pupil's own progress."""
        own = self._work.get(self.stored.me.visitor, Work())
        return [self._task(one, own) for one in self.stored.tasks]

    def done_by(self, task: TaskView) -> int:
        """How many pupils have done a task."""
        row = next(one for one in self.stored.tasks if one.number == task.number)
        return sum(progress(row, work) >= row.times for work in self._work.values())

    def _task(self, row: TaskRow, work: Work) -> TaskView:
        text, short = self._task_texts[row.number]
        done, begun = progress(row, work), self._begun(row, work)
        start = f"/g/{begun}" if begun else self._start(row, done)
        return TaskView(row.number, text, short, row.times, start, row.called, row.detail, done, bool(begun))

    def _begun(self, row: TaskRow, work: Work) -> str:
        """The pupil's last game, if it is unfinished and would count for a task to beat a level."""
        game = work.game
        if row.kind != "level" or game is None or game.result is not None or game.called != row.called:
            return ""
        players = (player for player, _ in self._seats.get(game.id, {}).values())
        return game.id if any(beaten_level(one) >= int(row.detail) for one in players) else ""

    @cached_property
    def _task_texts(self) -> dict[int, tuple[str, str]]:
        """A task as a sentence and as the head of a column, by number."""
        return {row.number: self._texts(row) for row in self.stored.tasks}

    def _texts(self, row: TaskRow) -> tuple[str, str]:
        title = self._title(row.called) if row.called else ""
        key = f"class.task-{row.kind}" + ("" if title or row.kind in ("level", "exercise") else "-any")
        kind = self.say(f"class.exercise-{row.detail}") if row.kind == "exercise" else ""
        values: dict[str, object] = {"game": title, "n": row.times, "level": self._level(row), "kind": kind}
        short = self.say(
            f"class.short-{row.kind}" + ("" if title else "-any"), **{**values, "level": row.detail}
        )
        return self.say(key, **values), short

    def _level(self, row: TaskRow) -> str:
        if row.kind != "level":
            return ""
        levels = offered(self._game(row.called)).levels
        found = next((one for one in levels if str(one.number) == row.detail), None)
        return f"{row.detail} ({found.name})" if found else row.detail

    def _start(self, row: TaskRow, done: int) -> str:
        """Where a pupil begins. Neighbours get different exercises, and the next one after each."""
        if row.kind == "puzzles":
            return f"/puzzles/{row.called}" if row.called else "/puzzles"
        if row.kind == "games":
            return f"/games/{row.called}" if row.called else "/"
        if row.kind == "exercise":
            seed = MOST_TIMES * self.stored.me.number + done
            return "/exercise?" + urlencode({"game": row.called, "kind": row.detail, "seed": seed})
        return ""

    # -- games ----------------------------------------------------------------------------------------

    @cached_property
    def _class_games(self) -> list[PairGame]:
        return self.services.classrooms.games.between(self.stored)

    @cached_property
    def calls(self) -> list[Call]:
        """The games against classmates that this pupil is to play."""
        found = []
        for one in self._class_games:
            if one.result is None and self.visitor in (one.first, one.second):
                other = self._by_visitor[one.second if one.first == self.visitor else one.first]
                title = self._title(one.called, one.file)
                found.append(Call(one.id, self.say("class.call", game=title, name=other.name), other.animal))
        return found

    @cached_property
    def cups(self) -> list[Cup]:
        found = []
        for one in self.stored.tournaments:
            try:
                stored = self.services.tournaments.get(one)
            except LudotecaError:
                continue  # expired before the class
            view = TournamentView(self.request, self.services, stored)
            lines = [(line.rank, line.name, points_text(line.points)) for line in self._ranked(view)[:5]]
            has_points = any(line.points for line in view.table.lines)
            found.append(Cup(view, tuple(lines) if has_points else ()))
        return found

    @staticmethod
    def _ranked(view: TournamentView) -> Sequence:  # type: ignore[type-arg]
        return sorted(view.table.lines, key=lambda line: line.rank)

    # -- projector ------------------------------------------------------------------------------------

    @cached_property
    def projected(self) -> GameView | None:
        """The game on the projector."""
        if self.row.projected in ("", BOARDS):
            return None
        try:
            stored = self.services.games.get(self.row.projected)
        except LudotecaError:
            return None
        return GameView(self.request, self.services, stored)

    @cached_property
    def boards(self) -> list[tuple[str, str]]:
        """The boards of all who are playing: the picture, and who plays."""
        found: dict[str, list[PupilView]] = {}
        for one in self.pupils:
            if one.is_playing:
                found.setdefault(one.board, []).append(one)
        return [(board, " – ".join(one.name for one in players)) for board, players in found.items()]

    @property
    def wall_columns(self) -> int:
        """Columns of the wall on a wide screen: all boards fit without scrolling."""
        number = len(self.boards)
        return next((columns for columns, most in _WALL if number <= most), 8)

    @property
    def shows_boards(self) -> bool:
        return self.row.projected == BOARDS
