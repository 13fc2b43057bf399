"""Classes: a teacher opens one, pupils join by its code, and everything they do in it is deleted with it.

A pupil gets a secret of their own for the class, so that the games and puzzles of a class are never mixed
with what the same browser did before. Names are kept in the class alone: a game stores none, and a page adds
them for those who are in the same class.
"""

from __future__ import annotations

import hmac
import logging
import random
import secrets
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cachetools import LRUCache
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ludoteca.errors import LudotecaError
from ludoteca.exercises import KINDS
from ludoteca.play.opponents import offered
from ludoteca.play.session import HUMAN, NotAllowedNow
from ludoteca.puzzles import games_with_puzzles
from ludoteca.tournament.formats import KNOCKOUT, ROUND_ROBIN, SWISS
from ludoteca.web.budgets import GAMES, GUESSES, SERVER, Budgets, current_client
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.errors import GameNotFound, InvalidSetup
from ludoteca.web.games.new_game import GameSetup, prepare, tidy
from ludoteca.web.games.seats import digest, new_secret
from ludoteca.web.games.tournaments import Place, TournamentOrder, TournamentService
from ludoteca.web.settings import Settings
from ludoteca.web.store.classes import (
    PUPIL,
    TEACHER,
    Work,
    as_utc,
    change_visitor,
    delete_pupil,
    delete_with_results,
    games_between,
    games_of,
    is_open,
    work_of,
)
from ludoteca.web.store.database import Database
from ludoteca.web.store.errors import QuotaExceeded
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.schema import ClassRow, ClassTournamentRow, ExerciseRow, GameRow, MemberRow, TaskRow

_LOG = logging.getLogger(__name__)
ANIMALS = ("coruja", "graxaim", "jaguatirica", "joaninha", "lobo-guara", "onca", "quati", "tatu")
"""Pictures to choose from, in `static/animals`."""
DAYS = (1, 7, 30, 120, 365)
"""How long a class may be kept, as far as the server allows."""
MOST_PUPILS = 60
MOST_TASKS = 12
MOST_TIMES = 50
MOST_EXERCISES = 1000
"""Of one pupil: those beyond are not counted."""
MOST_CLASSES = 20
"""Of one teacher at the same time."""
MOST_CUPS = 10
"""Championships of a class."""
FORMATS = (SWISS, KNOCKOUT, ROUND_ROBIN)
"""Formats of a championship."""
TASKS = ("level", "games", "puzzles", "exercise")
LONGEST_NAME = 20
BOARDS = "boards"
"""The projector shows all boards."""
_ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""Signs of a code: none looks like another, and no words come out."""
_CODE_LENGTH, _RETURN_LENGTH = 6, 8
_CODE_HOURS = 12.0
"""How long pupils may join after the teacher has let them."""
_RETURN_MINUTES = 15.0
"""How long a member may come back by a code of their own."""
_CACHED = 20_000
_TRIES = 20


class WrongCode(LudotecaError):
    """No class has this code now, or the password of teachers is another one."""


@dataclass(frozen=True)
class StoredClass:
    """A class, as one of its members sees it."""

    row: ClassRow
    me: MemberRow
    members: tuple[MemberRow, ...]
    tasks: tuple[TaskRow, ...]
    tournaments: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def is_teacher(self) -> bool:
        return self.me.role == TEACHER

    @property
    def pupils(self) -> list[MemberRow]:
        return [one for one in self.members if one.role == PUPIL]

    @property
    def expires(self) -> datetime:
        return as_utc(self.row.expires)

    @property
    def code(self) -> str:
        """The code, while pupils may join by it."""
        until = self.row.code_until
        return self.row.code if self.row.code and until and as_utc(until) > _now() else ""

    def pupil(self, number: int) -> MemberRow:
        """Raises `GameNotFound`."""
        found = next((one for one in self.pupils if one.number == number), None)
        if found is None:
            raise GameNotFound("missing.pupil")
        return found


@dataclass(frozen=True)
class Task:
    """What a teacher asks for in a form."""

    kind: str
    called: str = ""
    detail: str = ""
    times: int = 1


def progress(task: TaskRow, work: Work) -> int:
    """How often a pupil has done what a task asks for; at most as often as it asks."""
    if task.kind == "level":
        done = sum(
            number
            for (called, opponent), number in work.wins.items()
            if called == task.called and _beaten(opponent) >= int(task.detail)
        )
    elif task.kind == "puzzles":
        done = _sum(work.puzzles, task.called)
    elif task.kind == "games":
        done = _sum(work.games, task.called)
    else:
        done = sum(
            number
            for (called, kind), number in work.exercises.items()
            if kind == task.detail and task.called in ("", called)
        )
    return min(done, task.times)


def _sum(counted: dict[str, int], called: str) -> int:
    return counted.get(called, 0) if called else sum(counted.values())


def _beaten(opponent: str) -> int:
    """The number of a level, from the name of a player such as `level:3`; 0 for others."""
    word, _, number = opponent.partition(":")
    return int(number) if word == "level" and number.isdecimal() else 0


class ClassroomService:
    """Commands and queries of classes. Safe to use from several threads, and from several servers."""

    def __init__(
        self, database: Database, commands: GameCommands, tournaments: TournamentService, budgets: Budgets,
        quotas: Quotas, settings: Settings,
    ) -> None:  # fmt: skip
        self.database, self.commands, self.tournaments = database, commands, tournaments
        self.events, self.games = commands.events, commands.games
        self.budgets, self.quotas, self.settings = budgets, quotas, settings
        self._lock = threading.Lock()
        self._places: LRUCache[str, tuple[str, int] | None] = LRUCache(_CACHED)
        """The class and number of pupils, by visitor. A pupil's secret is new, so nobody becomes one."""

    # -- queries --------------------------------------------------------------------------------------

    def get(self, classroom: str, visitor: str) -> StoredClass:
        """A class, for one of its members. Raises `GameNotFound`, also for others."""
        with self.database.reading() as session:
            return _load(session, classroom, visitor)

    def of_visitor(self, visitor: str) -> list[tuple[ClassRow, str]]:
        """The classes of a visitor with the role in it, the newest first."""
        query = (
            select(ClassRow, MemberRow.role)
            .join(MemberRow, MemberRow.classroom == ClassRow.id)
            .where(MemberRow.visitor == visitor, is_open(_now()))
            .order_by(ClassRow.created.desc(), ClassRow.id)
        )
        with self.database.reading() as session:
            return [(row, role) for row, role in session.execute(query)] if visitor else []

    def work(self, stored: StoredClass) -> dict[str, Work]:
        """What the pupils have done, by visitor."""
        with self.database.reading() as session:
            return work_of(session, [one.visitor for one in stored.pupils])

    def class_games(self, stored: StoredClass) -> list[tuple[str, str, str, str | None]]:
        """The games between two pupils: id, who is first, who is second, result."""
        with self.database.reading() as session:
            return games_between(session, [one.visitor for one in stored.pupils])

    def names(self, viewer: str, owners: Collection[str]) -> dict[str, tuple[str, str]]:
        """The names and animals of those owners who are pupils of a class of the viewer."""
        if not viewer or not owners:
            return {}
        mine = (
            select(MemberRow.classroom)
            .join(ClassRow, ClassRow.id == MemberRow.classroom)
            .where(MemberRow.visitor == viewer, is_open(_now()))
        )
        query = select(MemberRow.visitor, MemberRow.name, MemberRow.animal).where(
            MemberRow.visitor.in_(owners), MemberRow.role == PUPIL, MemberRow.classroom.in_(mine)
        )
        with self.database.reading() as session:
            return {visitor: (name, animal) for visitor, name, animal in session.execute(query)}

    def place_of(self, visitor: str | None) -> tuple[str, int] | None:
        """The class of a pupil, and the pupil's number in it."""
        if not visitor:
            return None
        with self._lock:
            if visitor in self._places:
                return self._places[visitor]
        query = select(MemberRow.classroom, MemberRow.number).where(
            MemberRow.visitor == visitor, MemberRow.role == PUPIL
        )
        with self.database.reading() as session:
            found = session.execute(query).first()
        place = (found[0], found[1]) if found else None
        with self._lock:
            self._places[visitor] = place
        return place

    def is_pupil(self, visitor: str) -> bool:
        return self.place_of(visitor) is not None

    @property
    def days(self) -> tuple[int, ...]:
        """How long a class may be kept here."""
        most = self.settings.retention.classes
        return tuple(one for one in DAYS if not most or one <= most) or (max(1, int(most)),)

    # -- opening and ending ---------------------------------------------------------------------------

    def open(self, title: str, days: int, secret: str, password: str = "") -> str:
        """Open a class for the browser with that secret: the id. Raises `WrongCode`, `OverBudget`,
        `InvalidSetup`, `QuotaExceeded`."""
        wanted, visitor = self.settings.teacher_password, digest(secret)
        if wanted:
            with self._guess():
                if not hmac.compare_digest(wanted.encode(), password.encode()):
                    raise WrongCode("class.password")
        if days not in self.days:
            raise InvalidSetup("class.days", known=tuple(map(str, self.days)))
        if self.is_pupil(visitor):
            raise NotAllowedNow("session.class-pupil")
        mine = [row for row, role in self.of_visitor(visitor) if role == TEACHER]
        if len(mine) >= MOST_CLASSES:
            raise InvalidSetup("class.too-many", most=MOST_CLASSES)
        self.budgets.spend(current_client() or SERVER, GAMES)
        self.quotas.require_space()
        moment = _now()
        row = ClassRow(
            id=secrets.token_urlsafe(9), title=tidy(title), created=moment, version=1, projected="",
            expires=moment + timedelta(days=days),
        )  # fmt: skip
        teacher = MemberRow(classroom=row.id, number=0, visitor=visitor, role=TEACHER, joined=moment)
        with self.database.writing() as session:
            session.add(row)
            session.flush()
            session.add(teacher)
        self.set_joining(row.id, visitor, is_open=True)
        return row.id

    def end(self, classroom: str, visitor: str) -> None:
        """End a class: it is gone at once, with all that its pupils did in it."""
        with self._changing(classroom, visitor) as (_, stored):
            stored.row.expires = _now()
            stored.row.code = None
        while self.quotas.purger.purge_class(classroom):
            pass

    def set_joining(self, classroom: str, visitor: str, is_open: bool) -> None:
        """Let pupils join by a new code for some hours, or nobody any more."""
        for last in range(_TRIES, 0, -1):
            try:
                with self._changing(classroom, visitor, quiet=True) as (session, stored):
                    stored.row.code = _new_code(_CODE_LENGTH) if is_open else None
                    until = min(_now() + timedelta(hours=_CODE_HOURS), stored.expires)
                    stored.row.code_until = until if is_open else None
                    try:
                        session.flush()
                    except IntegrityError as taken:  # another class has this code: try another one
                        raise _CodeTaken from taken
                return
            except _CodeTaken:
                if last == 1:
                    raise

    # -- joining --------------------------------------------------------------------------------------

    @contextmanager
    def _guess(self) -> Iterator[None]:
        """Within the block a code is checked: a wrong one is charged to the address. Raises `OverBudget`."""
        client = current_client() or SERVER
        self.budgets.spend(client, GUESSES)
        try:
            yield
        except WrongCode:
            raise
        except BaseException:
            self.budgets.refund(client, GUESSES, 1.0)
            raise
        else:
            self.budgets.refund(client, GUESSES, 1.0)

    def join(self, code: str, name: str, animal: str, visitor: str = "") -> tuple[str, str]:
        """Join a class as a pupil: the id of the class and the pupil's new secret. Raises `WrongCode`,
        `OverBudget`, `InvalidSetup`, `NotAllowedNow`, `QuotaExceeded`."""
        shown, secret, moment = _tidy_code(code), new_secret(), _now()
        self.quotas.require_space()
        with self._guess():
            if len(shown) == _RETURN_LENGTH:
                return self._come_back(shown, secret)
            with self.database.writing() as session:
                query = select(ClassRow).where(
                    ClassRow.code == shown, ClassRow.code_until > moment, is_open(moment)
                )
                row = session.scalar(query.with_for_update()) if len(shown) == _CODE_LENGTH else None
                if row is None:
                    raise WrongCode("class.code")
                self._add_pupil(session, row, name, animal, secret, visitor)
        self._tell(row.id, [], call=False)
        return row.id, secret

    def _add_pupil(
        self, session: Session, row: ClassRow, name: str, animal: str, secret: str, visitor: str
    ) -> None:
        called = tidy(name)[:LONGEST_NAME].strip()
        if not called:
            raise InvalidSetup("class.name")
        if animal not in ANIMALS:
            raise InvalidSetup("class.animal")
        members = list(session.scalars(select(MemberRow).where(MemberRow.classroom == row.id)))
        if any(one.visitor == visitor for one in members):
            raise NotAllowedNow("session.class-member")
        if sum(one.role == PUPIL for one in members) >= MOST_PUPILS:
            raise NotAllowedNow("session.class-full", most=MOST_PUPILS)
        if any(_same_name(one, called) and one.animal == animal for one in members):
            raise NotAllowedNow("session.class-name", name=called)
        number = max(one.number for one in members) + 1
        session.add(
            MemberRow(
                classroom=row.id, number=number, visitor=digest(secret), role=PUPIL, name=called,
                animal=animal, joined=_now(),
            )
        )  # fmt: skip

    def _come_back(self, code: str, secret: str) -> tuple[str, str]:
        """A member on another device, by a code that works once."""
        moment = _now()
        query = (
            select(MemberRow)
            .join(ClassRow, ClassRow.id == MemberRow.classroom)
            .where(MemberRow.code == digest(code), MemberRow.code_until > moment, is_open(moment))
        )
        with self.database.writing() as session:
            row = session.scalar(query.with_for_update(of=MemberRow))
            if row is None:
                raise WrongCode("class.code")
            classroom, number, before = row.classroom, row.number, row.visitor
            row.code = row.code_until = None
            session.flush()
            if row.role == PUPIL:
                change_visitor(session, before, digest(secret))
            else:  # a teacher may use several devices
                last = select(func.max(MemberRow.number)).where(MemberRow.classroom == classroom)
                session.add(
                    MemberRow(
                        classroom=classroom, number=(session.scalar(last) or 0) + 1, visitor=digest(secret),
                        role=TEACHER, joined=moment,
                    )
                )  # fmt: skip
        with self._lock:
            self._places.pop(before, None)
        self._tell(classroom, [number], call=True)
        return classroom, secret

    def return_code(self, classroom: str, visitor: str, number: int) -> str:
        """A code by which a pupil comes back on another device; for number 0, the teacher."""
        code = _new_code(_RETURN_LENGTH)
        with self._changing(classroom, visitor, quiet=True) as (_, stored):
            row = stored.pupil(number) if number else stored.me
            row.code, row.code_until = digest(code), _now() + timedelta(minutes=_RETURN_MINUTES)
        return code

    def rename(self, classroom: str, visitor: str, number: int, name: str) -> None:
        with self._changing(classroom, visitor) as (_, stored):
            pupil, called = stored.pupil(number), tidy(name)[:LONGEST_NAME].strip()
            if not called:
                raise InvalidSetup("class.name")
            if any(
                one is not pupil and _same_name(one, called) and one.animal == pupil.animal
                for one in stored.pupils
            ):
                raise NotAllowedNow("session.class-name", name=called)
            pupil.name = called

    def remove(self, classroom: str, visitor: str, number: int) -> None:
        """Remove a pupil with all that the pupil did. Pupils may remove themselves."""
        with self._changing(classroom, visitor, self_too=number) as (session, stored):
            pupil = stored.pupil(number)
            delete_with_results(session, games_of(session, pupil.visitor))
            delete_pupil(session, classroom, number)
        with self._lock:
            self._places.pop(pupil.visitor, None)

    # -- tasks ----------------------------------------------------------------------------------------

    def add_task(self, classroom: str, visitor: str, task: Task) -> None:
        """Raises `InvalidSetup`, `UnknownGame`."""
        self._check_task(task)
        with self._changing(classroom, visitor) as (session, stored):
            if len(stored.tasks) >= MOST_TASKS:
                raise InvalidSetup("class.tasks", most=MOST_TASKS)
            number = max((one.number for one in stored.tasks), default=0) + 1
            session.add(
                TaskRow(
                    classroom=classroom, number=number, kind=task.kind, called=task.called,
                    detail=task.detail, times=task.times,
                )
            )  # fmt: skip

    def _check_task(self, task: Task) -> None:
        if task.kind not in TASKS:
            raise InvalidSetup("class.task-kind", known=TASKS)
        if not 1 <= task.times <= MOST_TIMES:
            raise InvalidSetup("class.times", most=MOST_TIMES)
        game = self.games.game_cache.game(task.called) if task.called else None
        if task.kind == "level":
            levels = [one.number for one in offered(game).levels] if game else []
            if not task.detail.isdecimal() or int(task.detail) not in levels:
                raise InvalidSetup("class.level", known=tuple(map(str, levels)))
        if task.kind == "puzzles" and task.called and task.called not in games_with_puzzles():
            raise InvalidSetup("class.no-puzzles")
        if task.kind == "exercise" and (task.detail not in KINDS or not game):
            raise InvalidSetup("class.exercise", known=KINDS)

    def remove_task(self, classroom: str, visitor: str, number: int) -> None:
        with self._changing(classroom, visitor) as (session, stored):
            for one in stored.tasks:
                if one.number == number:
                    session.delete(one)

    def record_exercise(self, visitor: str, game: str, kind: str, exercise: str) -> None:
        """A pupil has finished an exercise. Nothing is kept of other visitors."""
        if not self.is_pupil(visitor):
            return
        try:
            self.quotas.require_space()
        except QuotaExceeded:
            return  # an exercise can be finished without being counted
        with self.database.writing() as session:
            key = (visitor, game[:200], kind[:16], exercise[:64])
            row = session.get(ExerciseRow, key)
            done = select(func.count()).where(ExerciseRow.visitor == visitor)
            if row is None and (session.scalar(done) or 0) < MOST_EXERCISES:
                session.add(ExerciseRow(visitor=key[0], game=key[1], kind=key[2], exercise=key[3]))
        self.active(visitor)

    # -- games ----------------------------------------------------------------------------------------

    def pair(
        self, classroom: str, visitor: str, called: str, numbers: Sequence[int] = (), level: int | None = None
    ) -> int:
        """Begin games between pupils: those with the numbers given, or all who have no game of the class.
        Whoever is left over plays a level, if one is given. How many games. Raises `InvalidSetup`."""
        stored = self._require_teacher(classroom, visitor)
        game = self.games.game_cache.game(called)
        if level is not None and level not in [one.number for one in offered(game).levels]:
            level = offered(game).levels[0].number
        played = self.class_games(stored)
        busy = {one for _, a, b, result in played if result is None for one in (a, b)}
        chosen = [stored.pupil(number).visitor for number in dict.fromkeys(numbers)]
        chosen = chosen or [one.visitor for one in stored.pupils if one.visitor not in busy]
        if len(chosen) < 2:
            raise InvalidSetup("class.pair")
        pairs, left = pairing(chosen, [(a, b) for _, a, b, _ in played], random.SystemRandom())
        self.budgets.spend(current_client() or SERVER, GAMES, len(pairs))
        for a, b in pairs:
            self._begin(GameSetup(called=called, kind="link", first=HUMAN, second=HUMAN), a, b)
        if left and level is not None:
            self._begin(GameSetup(called=called, first=HUMAN, second=f"level:{level}"), left, None)
        with self._changing(classroom, visitor):
            pass
        return len(pairs)

    def _begin(self, setup: GameSetup, first: str, second: str | None) -> None:
        self.quotas.require_game("")
        new = prepare(setup, self.games.game_cache, "", ())
        for side, owner in (("first", first), ("second", second)):
            new.row.seats[side].invitation, new.row.seats[side].owner = None, owner
        new.row.created = new.row.changed = _now()
        self.games.add(new.row, new.session)

    def championship(
        self, classroom: str, visitor: str, called: str, format: str = SWISS, rounds: int | None = None
    ) -> str:
        """A tournament of all pupils: its id. Raises what `TournamentService.create` raises."""
        stored = self._require_teacher(classroom, visitor)
        if format not in FORMATS:
            raise InvalidSetup("setup.format", format=format, known=FORMATS)
        if len(stored.tournaments) >= MOST_CUPS:
            raise InvalidSetup("class.cups", most=MOST_CUPS)
        order = TournamentOrder(
            called=called, places=tuple(Place(HUMAN) for _ in stored.pupils), format=format, rounds=rounds,
        )  # fmt: skip
        owners = [one.visitor for one in stored.pupils]
        cup = self.tournaments.create_for(order, visitor, owners)
        with self._changing(classroom, visitor) as (session, _):
            session.add(ClassTournamentRow(classroom=classroom, tournament=cup.row.id))
        return cup.row.id

    def decide(self, classroom: str, visitor: str, tournament: str, game: str, points: float) -> None:
        """Give the first player of an unfinished game of a championship some points: a pupil has gone."""
        stored = self._require_teacher(classroom, visitor)
        if tournament not in stored.tournaments or points not in (0.0, 0.5, 1.0):
            raise GameNotFound("missing.tournament")
        self.tournaments.decide(tournament, game, points)

    def project(self, classroom: str, visitor: str, shown: str) -> None:
        """Show a game on the projector, all boards, or how to join. Raises `GameNotFound`."""
        if shown not in ("", BOARDS):
            self.games.get(shown[:24])
        with self._changing(classroom, visitor) as (_, stored):
            stored.row.projected = shown[:24]

    # -- events ---------------------------------------------------------------------------------------

    def game_changed(self, row: GameRow) -> None:
        """Tell the classes of those who play a game. It must not fail: the change has been stored."""
        try:
            owners = {seat.owner for seat in row.seats.values() if seat.owner}
            places = [place for owner in owners if (place := self.place_of(owner))]
        except LudotecaError as problem:
            _LOG.warning("a class is not told of a change: %s", problem)
            return
        for classroom in {one for one, _ in places}:
            numbers = [number for one, number in places if one == classroom]
            self._tell(classroom, numbers, call=row.plies == 0 or row.result is not None)

    def active(self, visitor: str) -> None:
        """Tell the class of a pupil that the pupil has done something else."""
        place = self.place_of(visitor)
        if place:
            self._tell(place[0], [place[1]], call=False)

    def version(self, classroom: str) -> int:
        """0 if there is no such class any more."""
        query = select(ClassRow.version).where(ClassRow.id == classroom, is_open(_now()))
        with self.database.reading() as session:
            return session.scalar(query) or 0

    def _tell(self, classroom: str, members: list[int], call: bool) -> None:
        """Members have done something. A `call` concerns themselves: a game has begun or ended."""
        self.events.publish(topic(classroom), "activity", {"members": members, "call": call})

    # -- inside ---------------------------------------------------------------------------------------

    def _require_teacher(self, classroom: str, visitor: str) -> StoredClass:
        stored = self.get(classroom, visitor)
        if not stored.is_teacher:
            raise GameNotFound("missing.class")
        return stored

    @contextmanager
    def _changing(
        self, classroom: str, visitor: str, quiet: bool = False, self_too: int | None = None
    ) -> Iterator[tuple[Session, StoredClass]]:
        """A transaction of a teacher, or of the pupil with the number `self_too`. Afterwards all members are
        told, unless it is `quiet`. Raises `GameNotFound`."""
        with self.database.writing() as session:
            stored = _load(session, classroom, visitor, for_update=True)
            if not stored.is_teacher and (self_too is None or stored.me.number != self_too):
                raise GameNotFound("missing.class")
            yield session, stored
            if not quiet:
                stored.row.version += 1
        if quiet:
            self._tell(classroom, [], call=False)
        else:
            self.events.publish(topic(classroom), "changed", stored.row.version)


class _CodeTaken(Exception):
    """Another class has the code."""


def topic(classroom: str) -> str:
    """Under which the events of a class are published; no game has such an id."""
    return f"class {classroom}"


def pairing(
    players: Sequence[str], met: Sequence[tuple[str, str]], rng: random.Random
) -> tuple[list[tuple[str, str]], str]:
    """Random pairs with as few rematches as the best of some shuffles has, and who is left over. Whoever was
    second last time against the same player is first now."""
    counts: dict[frozenset[str], int] = {}
    played: dict[str, int] = {}
    for a, b in met:
        counts[frozenset((a, b))] = counts.get(frozenset((a, b)), 0) + 1
        played[a], played[b] = played.get(a, 0) + 1, played.get(b, 0) + 1

    def cost(order: Sequence[str]) -> tuple[int, int]:
        rematches = sum(counts.get(frozenset(pair), 0) for pair in zip(order[::2], order[1::2], strict=False))
        rested = -played.get(order[-1], 0) if len(order) % 2 else 0
        return rematches, rested

    best = min((rng.sample(list(players), len(players)) for _ in range(200)), key=cost)
    pairs = [
        (b, a)
        if met and (a, b) == next((one for one in reversed(met) if set(one) == {a, b}), None)
        else (a, b)
        for a, b in zip(best[::2], best[1::2], strict=False)
    ]
    return pairs, best[-1] if len(best) % 2 else ""


def _load(session: Session, classroom: str, visitor: str, for_update: bool = False) -> StoredClass:
    row = session.get(ClassRow, classroom[:24], with_for_update=for_update)
    if row is None or not visitor or as_utc(row.expires) <= _now():
        raise GameNotFound("missing.class")
    members = session.scalars(
        select(MemberRow).where(MemberRow.classroom == row.id).order_by(MemberRow.number)
    ).all()
    me = next((one for one in members if hmac.compare_digest(one.visitor, visitor)), None)
    if me is None:
        raise GameNotFound("missing.class")
    tasks = session.scalars(select(TaskRow).where(TaskRow.classroom == row.id).order_by(TaskRow.number))
    cups = session.scalars(
        select(ClassTournamentRow.tournament).where(ClassTournamentRow.classroom == row.id)
    )
    return StoredClass(row, me, tuple(members), tuple(tasks), tuple(cups))


def _same_name(one: MemberRow, name: str) -> bool:
    return one.name.casefold() == name.casefold()


def _new_code(length: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def _tidy_code(text: str) -> str:
    """A code as it is stored, whatever spaces, hyphens and cases were typed."""
    return "".join(sign for sign in text[:40].upper() if sign.isalnum())


def _now() -> datetime:
    return datetime.now(UTC)
