"""The members of a class: joining, coming back on another device, renaming, removing."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ludoteca.play.session import NotAllowedNow
from ludoteca.web.budgets import Budgets
from ludoteca.web.games import class_codes
from ludoteca.web.games.class_store import ClassStore, now
from ludoteca.web.games.errors import InvalidSetup
from ludoteca.web.games.new_game import tidy
from ludoteca.web.games.seats import digest, new_secret
from ludoteca.web.store.classes import (
    PUPIL,
    TEACHER,
    change_visitor,
    delete_pupil,
    delete_with_results,
    games_of,
    is_open,
)
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.schema import ClassRow, MemberRow

ANIMALS = ("coruja", "graxaim", "jaguatirica", "joaninha", "lobo-guara", "onca", "quati", "tatu")
"""Pictures to choose from, in `static/animals`."""
MOST_PUPILS = 60
LONGEST_NAME = 20
_CODE_HOURS = 12.0
"""How long pupils may join after the teacher has let them."""
_RETURN_MINUTES = 15.0
"""How long a member may come back by a code of their own."""
_TRIES = 20


class ClassMembers:
    """Commands about the members of a class."""

    def __init__(self, classes: ClassStore, budgets: Budgets, quotas: Quotas) -> None:
        self.classes, self.budgets, self.quotas = classes, budgets, quotas

    def set_joining(self, classroom: str, visitor: str, is_open: bool) -> None:
        """Let pupils join by a new code for some hours, or nobody any more."""
        for last in range(_TRIES, 0, -1):
            try:
                with self.classes.changing(classroom, visitor, quiet=True) as (session, stored):
                    stored.row.code = class_codes.new_code(class_codes.CODE_LENGTH) if is_open else None
                    until = min(now() + timedelta(hours=_CODE_HOURS), stored.expires)
                    stored.row.code_until = until if is_open else None
                    try:
                        session.flush()
                    except IntegrityError as taken:  # another class has this code: try another one
                        raise _CodeTaken from taken
                return
            except _CodeTaken:
                if last == 1:
                    raise

    def join(self, code: str, name: str, animal: str, visitor: str = "") -> tuple[str, str]:
        """Join a class as a pupil: the id of the class and the pupil's new secret. Raises `WrongCode`,
        `OverBudget`, `InvalidSetup`, `NotAllowedNow`, `QuotaExceeded`."""
        shown, secret, moment = class_codes.tidy_code(code), new_secret(), now()
        self.quotas.require_space()
        with class_codes.guess(self.budgets):
            if len(shown) == class_codes.RETURN_LENGTH:
                return self._come_back(shown, secret)
            with self.classes.database.writing() as session:
                query = select(ClassRow).where(
                    ClassRow.code == shown, ClassRow.code_until > moment, is_open(moment)
                )
                row = (
                    session.scalar(query.with_for_update()) if len(shown) == class_codes.CODE_LENGTH else None
                )
                if row is None:
                    raise class_codes.WrongCode("class.code")
                self._add_pupil(session, row, name, animal, secret, visitor)
        self.classes.tell(row.id, [], call=False)
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
                animal=animal, joined=now(),
            )
        )  # fmt: skip

    def _come_back(self, code: str, secret: str) -> tuple[str, str]:
        """A member on another device, by a code that works once."""
        moment = now()
        query = (
            select(MemberRow)
            .join(ClassRow, ClassRow.id == MemberRow.classroom)
            .where(MemberRow.code == digest(code), MemberRow.code_until > moment, is_open(moment))
        )
        with self.classes.database.writing() as session:
            row = session.scalar(query.with_for_update(of=MemberRow))
            if row is None:
                raise class_codes.WrongCode("class.code")
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
        self.classes.forget(before)
        self.classes.tell(classroom, [number], call=True)
        return classroom, secret

    def return_code(self, classroom: str, visitor: str, number: int) -> str:
        """A code by which a pupil comes back on another device; for number 0, the teacher."""
        code = class_codes.new_code(class_codes.RETURN_LENGTH)
        with self.classes.changing(classroom, visitor, quiet=True) as (_, stored):
            row = stored.pupil(number) if number else stored.me
            row.code, row.code_until = digest(code), now() + timedelta(minutes=_RETURN_MINUTES)
        return code

    def rename(self, classroom: str, visitor: str, number: int, name: str) -> None:
        with self.classes.changing(classroom, visitor) as (_, stored):
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
        with self.classes.changing(classroom, visitor, self_too=number) as (session, stored):
            pupil = stored.pupil(number)
            delete_with_results(session, games_of(session, pupil.visitor))
            delete_pupil(session, classroom, number)
        self.classes.forget(pupil.visitor)


class _CodeTaken(Exception):
    """Another class has the code."""


def _same_name(one: MemberRow, name: str) -> bool:
    return one.name.casefold() == name.casefold()
