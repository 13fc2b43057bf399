"""Games, drafts and results in a database whose clock the test sets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, select

from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.commands import GameCommands
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.settings import Retention
from ludoteca.web.store.database import Database
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.retention import Purger
from ludoteca.web.store.schema import AnalysisRow, Base, DraftRow, SharedAnalysisRow, VisitorRow

DAY = 24 * 3600.0
ANA, BIA = digest("ana"), digest("bia")
WON = ("a1", "a2", "b1", "b2", "c1")
"""A game of Tic-Tac-Toe that the first player wins."""


@dataclass
class FakeClock:
    """The time of the database, in seconds since 1970."""

    seconds: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.seconds

    def pass_days(self, days: float) -> None:
        self.seconds += days * DAY

    @property
    def moment(self) -> datetime:
        return datetime.fromtimestamp(self.seconds, UTC)


class StoredData:
    """The services of a server that store something, with one clock."""

    def __init__(self, url: str, retention: Retention | None = None) -> None:
        retention = retention or Retention()
        self.clock = FakeClock()
        self.database = Database(url, retention.bytes)
        self.database.migrate()
        self.purger = Purger(self.database, retention, self.clock)
        self.quotas = Quotas(self.purger)
        self.games = GameRepository(self.database, GameCache())
        self.commands = GameCommands(self.games, EventBus(), self.clock, self.quotas)

    def begin(self, first: str = ANA, second: str = "", called: str = "tic-tac-toe", **more: object) -> str:
        """A new game of one visitor at one screen, or of two by link."""
        setup = GameSetup(
            called=called, kind="link" if second else "shared", second="human",
            first_name="Ana", second_name="Bia", **more,  # type: ignore[arg-type]
        )  # fmt: skip
        new = self.commands.begin(setup, first, ("first",) if second else ("first", "second"))
        if second:
            self.commands.sit_down(new.row.id, new.secrets["second"], second)
        return new.row.id

    def play(self, game: str, moves: tuple[str, ...] = WON) -> str:
        """Play with both sides."""
        for move in moves:
            mover = self.games.get(game).mover
            owner = self.games.get(game).row.seats[mover].owner
            self.commands.play(game, move, Guest(owner or ""))
        return game

    def review(self, game: str) -> None:
        with self.database.writing() as session:
            session.add(AnalysisRow(game=game, version=5, found="{}" * 1000))

    def analysis(self, owner: str = ANA) -> str:
        """A stored analysis."""
        made = f"analysis{self.count('shared_analyses')}"
        with self.database.writing() as session:
            session.add(SharedAnalysisRow(id=made, owner=owner, text="x", changed=self.clock.moment))
        return made

    def draft(self, owner: str = ANA) -> str:
        made = f"draft{self.count('drafts')}"
        with self.database.writing() as session:
            session.add(DraftRow(
                id=made, owner=owner, name="my-game", title="My game", text="", good="",
                created=self.clock.moment, changed=self.clock.moment,
            ))  # fmt: skip
        return made

    def visitor(self, visitor: str) -> None:
        with self.database.writing() as session:
            session.add(VisitorRow(id=visitor, created=self.clock.moment))

    def count(self, table: str) -> int:
        with self.database.reading() as session:
            return session.scalar(select(func.count()).select_from(Base.metadata.tables[table])) or 0

    @property
    def counts(self) -> dict[str, int]:
        """The rows of every table that is not empty."""
        return {name: found for name in Base.metadata.tables if (found := self.count(name))}
