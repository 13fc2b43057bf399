"""Reading and changing a stored class: who is in it, transactions of its members, and telling them."""

from __future__ import annotations

import hmac
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from cachetools import LRUCache
from sqlalchemy import select
from sqlalchemy.orm import Session

from ludoteca.web.games.errors import GameNotFound
from ludoteca.web.games.events import EventBus
from ludoteca.web.store.classes import PUPIL, TEACHER, as_utc
from ludoteca.web.store.database import Database
from ludoteca.web.store.schema import ClassRow, ClassTournamentRow, MemberRow, TaskRow, TournamentRow

_CACHED = 20_000


@dataclass(frozen=True)
class StoredClass:
    """A class, as one of its members sees it."""

    row: ClassRow
    me: MemberRow
    members: tuple[MemberRow, ...]
    tasks: tuple[TaskRow, ...]
    tournaments: tuple[str, ...]
    """Of its championships, the newest first."""

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
        return self.row.code if self.row.code and until and as_utc(until) > now() else ""

    def pupil(self, number: int) -> MemberRow:
        """Raises `GameNotFound`."""
        found = next((one for one in self.pupils if one.number == number), None)
        if found is None:
            raise GameNotFound("missing.pupil")
        return found


class ClassStore:
    """The stored classes. Safe to use from several threads, and from several servers."""

    def __init__(self, database: Database, events: EventBus) -> None:
        self.database, self.events = database, events
        self._lock = threading.Lock()
        self._places: LRUCache[str, tuple[str, int] | None] = LRUCache(_CACHED)
        """The class and number of pupils, by visitor. A pupil's secret is new, so nobody becomes one."""

    def get(self, classroom: str, visitor: str) -> StoredClass:
        """A class, for one of its members. Raises `GameNotFound`, also for others."""
        with self.database.reading() as session:
            return load_class(session, classroom, visitor)

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

    def forget(self, visitor: str) -> None:
        """The pupil with that secret has left the class or has another secret now."""
        with self._lock:
            self._places.pop(visitor, None)

    def require_teacher(self, classroom: str, visitor: str) -> StoredClass:
        """A class, for its teacher. Raises `GameNotFound`, also for others."""
        stored = self.get(classroom, visitor)
        if not stored.is_teacher:
            raise GameNotFound("missing.class")
        return stored

    @contextmanager
    def changing(
        self, classroom: str, visitor: str, quiet: bool = False, self_too: int | None = None
    ) -> Iterator[tuple[Session, StoredClass]]:
        """A transaction of a teacher, or of the pupil with the number `self_too`. Afterwards all members are
        told, unless it is `quiet`. Raises `GameNotFound`."""
        with self.database.writing() as session:
            stored = load_class(session, classroom, visitor, for_update=True)
            if not stored.is_teacher and (self_too is None or stored.me.number != self_too):
                raise GameNotFound("missing.class")
            yield session, stored
            if not quiet:
                stored.row.version += 1
        if quiet:
            self.tell(classroom, [], call=False)
        else:
            self.events.publish(topic(classroom), "changed", stored.row.version)

    def tell(self, classroom: str, members: list[int], call: bool) -> None:
        """Members have done something. A `call` concerns themselves: a game has begun or ended."""
        self.events.publish(topic(classroom), "activity", {"members": members, "call": call})


def topic(classroom: str) -> str:
    """Under which the events of a class are published; no game has such an id."""
    return f"class {classroom}"


def load_class(session: Session, classroom: str, visitor: str, for_update: bool = False) -> StoredClass:
    row = session.get(ClassRow, classroom[:24], with_for_update=for_update)
    if row is None or not visitor or as_utc(row.expires) <= now():
        raise GameNotFound("missing.class")
    members = session.scalars(
        select(MemberRow).where(MemberRow.classroom == row.id).order_by(MemberRow.number)
    ).all()
    me = next((one for one in members if hmac.compare_digest(one.visitor, visitor)), None)
    if me is None:
        raise GameNotFound("missing.class")
    tasks = session.scalars(select(TaskRow).where(TaskRow.classroom == row.id).order_by(TaskRow.number))
    cups = session.scalars(
        select(ClassTournamentRow.tournament)
        .outerjoin(TournamentRow, TournamentRow.id == ClassTournamentRow.tournament)
        .where(ClassTournamentRow.classroom == row.id)
        .order_by(TournamentRow.created.desc(), ClassTournamentRow.tournament)
    )
    return StoredClass(row, me, tuple(members), tuple(tasks), tuple(cups))


def now() -> datetime:
    return datetime.now(UTC)
