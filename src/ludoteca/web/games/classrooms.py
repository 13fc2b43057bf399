"""Classes: a teacher opens one, pupils join by its code, and everything they do in it is deleted with it.

A pupil gets a secret of their own for the class, so that the games and puzzles of a class are never mixed
with what the same browser did before. Names are kept in the class alone: a game stores none, and a page adds
them for those who are in the same class.
"""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import Collection
from datetime import timedelta

from sqlalchemy import func, select

from ludoteca.errors import LudotecaError
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.budgets import GAMES, SERVER, Budgets, current_client
from ludoteca.web.games import class_codes
from ludoteca.web.games.class_games import ClassGames
from ludoteca.web.games.class_members import ClassMembers
from ludoteca.web.games.class_store import ClassStore, StoredClass, now
from ludoteca.web.games.class_tasks import ClassTasks
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.errors import GameNotFound, InvalidSetup
from ludoteca.web.games.new_game import tidy
from ludoteca.web.games.seats import digest
from ludoteca.web.games.tournaments import TournamentService
from ludoteca.web.settings import Settings
from ludoteca.web.store.classes import PUPIL, TEACHER, Work, is_open, work_of
from ludoteca.web.store.database import Database
from ludoteca.web.store.errors import QuotaExceeded
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.schema import ClassRow, ExerciseRow, GameRow, MemberRow

_LOG = logging.getLogger(__name__)
DAYS = (1, 7, 30, 120, 365)
"""How long a class may be kept, as far as the server allows."""
MOST_EXERCISES = 1000
"""Of one pupil: those beyond are not counted."""
MOST_CLASSES = 20
"""Of one teacher at the same time."""
BOARDS = "boards"
"""The projector shows all boards."""


class ClassroomService:
    """Commands and queries of classes. Safe to use from several threads, and from several servers."""

    def __init__(
        self, database: Database, commands: GameCommands, tournaments: TournamentService, budgets: Budgets,
        quotas: Quotas, settings: Settings,
    ) -> None:  # fmt: skip
        self.database, self.stored_games = database, commands.games
        self.budgets, self.quotas, self.settings = budgets, quotas, settings
        self.classes = ClassStore(database, commands.events)
        self.members = ClassMembers(self.classes, budgets, quotas)
        self.tasks = ClassTasks(self.classes, commands.games.game_cache)
        self.games = ClassGames(self.classes, commands.games, tournaments, budgets, quotas)

    # -- queries --------------------------------------------------------------------------------------

    def get(self, classroom: str, visitor: str) -> StoredClass:
        """A class, for one of its members. Raises `GameNotFound`, also for others."""
        return self.classes.get(classroom, visitor)

    def of_visitor(self, visitor: str) -> list[tuple[ClassRow, str]]:
        """The classes of a visitor with the role in it, the newest first."""
        query = (
            select(ClassRow, MemberRow.role)
            .join(MemberRow, MemberRow.classroom == ClassRow.id)
            .where(MemberRow.visitor == visitor, is_open(now()))
            .order_by(ClassRow.created.desc(), ClassRow.id)
        )
        with self.database.reading() as session:
            return [(row, role) for row, role in session.execute(query)] if visitor else []

    def work(self, stored: StoredClass) -> dict[str, Work]:
        """What the pupils have done, by visitor."""
        with self.database.reading() as session:
            return work_of(session, [one.visitor for one in stored.pupils])

    def names(self, viewer: str, owners: Collection[str]) -> dict[str, tuple[str, str]]:
        """The names and animals of those owners who are pupils of a class of the viewer."""
        if not viewer or not owners:
            return {}
        mine = (
            select(MemberRow.classroom)
            .join(ClassRow, ClassRow.id == MemberRow.classroom)
            .where(MemberRow.visitor == viewer, is_open(now()))
        )
        query = select(MemberRow.visitor, MemberRow.name, MemberRow.animal).where(
            MemberRow.visitor.in_(owners), MemberRow.role == PUPIL, MemberRow.classroom.in_(mine)
        )
        with self.database.reading() as session:
            return {visitor: (name, animal) for visitor, name, animal in session.execute(query)}

    def is_pupil(self, visitor: str) -> bool:
        return self.classes.place_of(visitor) is not None

    @property
    def days(self) -> tuple[int, ...]:
        """How long a class may be kept here."""
        most = self.settings.retention.classes
        return tuple(one for one in DAYS if not most or one <= most) or (max(1, int(most)),)

    def version(self, classroom: str) -> int:
        """0 if there is no such class any more."""
        query = select(ClassRow.version).where(ClassRow.id == classroom, is_open(now()))
        with self.database.reading() as session:
            return session.scalar(query) or 0

    # -- opening, showing, ending ---------------------------------------------------------------------

    def open(self, title: str, days: int, secret: str, password: str = "") -> str:
        """Open a class for the browser with that secret: the id. Raises `WrongCode`, `OverBudget`,
        `InvalidSetup`, `QuotaExceeded`."""
        wanted, visitor = self.settings.teacher_password, digest(secret)
        if wanted:
            with class_codes.guess(self.budgets):
                if not hmac.compare_digest(wanted.encode(), password.encode()):
                    raise class_codes.WrongCode("class.password")
        if days not in self.days:
            raise InvalidSetup("class.days", known=tuple(map(str, self.days)))
        if self.is_pupil(visitor):
            raise NotAllowedNow("session.class-pupil")
        mine = [row for row, role in self.of_visitor(visitor) if role == TEACHER]
        if len(mine) >= MOST_CLASSES:
            raise InvalidSetup("class.too-many", most=MOST_CLASSES)
        self.budgets.spend(current_client() or SERVER, GAMES)
        self.quotas.require_space()
        moment = now()
        row = ClassRow(
            id=secrets.token_urlsafe(9), title=tidy(title), created=moment, version=1, projected="",
            expires=moment + timedelta(days=days),
        )  # fmt: skip
        teacher = MemberRow(classroom=row.id, number=0, visitor=visitor, role=TEACHER, joined=moment)
        with self.database.writing() as session:
            session.add(row)
            session.flush()
            session.add(teacher)
        self.members.set_joining(row.id, visitor, is_open=True)
        return row.id

    def project(self, classroom: str, visitor: str, shown: str) -> None:
        """Show a game on the projector, all boards, or how to join. Raises `InvalidSetup`."""
        self.classes.require_teacher(classroom, visitor)
        if shown not in ("", BOARDS):
            try:
                self.stored_games.get(shown[:24])
            except GameNotFound as missing:
                raise InvalidSetup("class.no-game") from missing
        with self.classes.changing(classroom, visitor) as (_, stored):
            stored.row.projected = shown[:24]

    def end(self, classroom: str, visitor: str) -> None:
        """End a class: it is gone at once, with all that its pupils did in it."""
        with self.classes.changing(classroom, visitor) as (_, stored):
            stored.row.expires = now()
            stored.row.code = None
        while self.quotas.purger.purge_class(classroom):
            pass

    # -- events ---------------------------------------------------------------------------------------

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

    def game_changed(self, row: GameRow) -> None:
        """Tell the classes of those who play a game. It must not fail: the change has been stored."""
        try:
            owners = {seat.owner for seat in row.seats.values() if seat.owner}
            places = [place for owner in owners if (place := self.classes.place_of(owner))]
        except LudotecaError as problem:
            _LOG.warning("a class is not told of a change: %s", problem)
            return
        for classroom in {one for one, _ in places}:
            numbers = [number for one, number in places if one == classroom]
            self.classes.tell(classroom, numbers, call=row.plies == 0 or row.result is not None)

    def active(self, visitor: str) -> None:
        """Tell the class of a pupil that the pupil has done something else."""
        place = self.classes.place_of(visitor)
        if place:
            self.classes.tell(place[0], [place[1]], call=False)
