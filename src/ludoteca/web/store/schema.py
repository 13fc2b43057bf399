"""The tables of the database. A test checks that the migrations create exactly these."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import BigInteger, Boolean, DateTime, Float, ForeignKey, Index, Integer, String, Table, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, attribute_keyed_dict, mapped_column, relationship


def now() -> datetime:
    return datetime.now(UTC)


class Base(DeclarativeBase):
    pass


TRANSIENT = {"transient": True}
"""Marks tables that only coordinate servers while they run: they are not part of a backup."""


def lasting_tables() -> list[Table]:
    """The tables of what is kept, each after those it refers to."""
    return [table for table in Base.metadata.sorted_tables if not table.info.get("transient")]


class GameRow(Base):
    """A game between two players."""

    __tablename__ = "games"
    __table_args__ = (Index("games_by_change", "changed"),)

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    called: Mapped[str] = mapped_column(String(200))
    """The name of the game, as `load` takes it; for own rules, the name of the file."""
    rules: Mapped[str] = mapped_column(String(80))
    """The hash of the rules."""
    file: Mapped[str | None] = mapped_column(Text)
    """The text of the rules, if they are not the library's."""
    based_on: Mapped[str] = mapped_column(String(200), default="")
    start: Mapped[str] = mapped_column(Text, default="")
    """The first position, if it is not the usual one."""
    parent: Mapped[str | None] = mapped_column(String(24), index=True)
    """The game it branched off from, and after which ply."""
    parent_ply: Mapped[int] = mapped_column(Integer, default=0)
    kind: Mapped[str] = mapped_column(String(12))
    """`computer`, `shared` (two people at one screen), `link` (two screens) or `watch` (two computers)."""
    seed: Mapped[int] = mapped_column(BigInteger, default=0)

    seats: Mapped[dict[str, SeatRow]] = relationship(
        collection_class=attribute_keyed_dict("side"), cascade="all, delete-orphan", passive_deletes=True,
        lazy="joined", innerjoin=True,
    )  # fmt: skip
    """By side."""

    plies: Mapped[int] = mapped_column(Integer, default=0)
    result: Mapped[str | None] = mapped_column(String(8))
    """`first`, `second` or `draw`; None while the game runs."""
    reason: Mapped[str] = mapped_column(String(40), default="")
    offer: Mapped[str] = mapped_column(String(16), default="")
    """`draw first 12`, `undo second 9999`: the kind of the offer, who made it, and its number."""
    undone: Mapped[str] = mapped_column(Text, default="")
    """Moves that can be redone, the next one first."""
    hinted: Mapped[bool] = mapped_column(Boolean, default=False)
    turning: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether the board turns to the side to move."""
    paused: Mapped[bool] = mapped_column(Boolean, default=False)
    pace: Mapped[float] = mapped_column(Float, default=1.0)
    """Seconds between the moves of two computers."""

    clock: Mapped[float | None] = mapped_column(Float)
    """Seconds each side has for the game, if it is timed."""
    increment: Mapped[float] = mapped_column(Float, default=0.0)
    turned: Mapped[float] = mapped_column(Float, default=0.0)
    """When the mover's clock was started, in seconds since 1970 by `SteadyClock`; 0 while no clock runs."""

    version: Mapped[int] = mapped_column(Integer, default=1)
    """Incremented with every change, for optimistic locking."""
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class SeatRow(Base):
    """One side of a game and who plays it."""

    __tablename__ = "seats"
    __table_args__ = (Index("seats_of_owner", "owner"),)

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    side: Mapped[str] = mapped_column(String(8), primary_key=True)
    player: Mapped[str] = mapped_column(String(200))
    """`human`, or the name of a computer player such as `level:3`."""
    name: Mapped[str] = mapped_column(String(60), default="")
    invitation: Mapped[str | None] = mapped_column(String(64))
    """Hash of the secret that gives access to the seat; None once it is taken."""
    owner: Mapped[str | None] = mapped_column(String(64))
    """Hash of the visitor who sits there."""
    remaining: Mapped[float] = mapped_column(Float, default=0.0)
    """Seconds left on the clock, if there is one."""


class MoveRow(Base):
    """One move of a game."""

    __tablename__ = "moves"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    """Counted from 1."""
    move: Mapped[str] = mapped_column(String(200))
    by: Mapped[str] = mapped_column(String(8))
    seconds: Mapped[float] = mapped_column(Float, default=0.0)
    thinking: Mapped[str] = mapped_column(Text, default="")
    """The search log of a computer, as JSON."""


class VisitorRow(Base):
    """A browser, known by the hash of its secret."""

    __tablename__ = "visitors"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(60), default="")
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class ResultRow(Base):
    """A finished game, as one of its players sees it. It outlives the game: statistics and ratings are kept
    as long as their visitor."""

    __tablename__ = "results"
    __table_args__ = (Index("results_of_visitor", "visitor", "player", "called"),)

    game: Mapped[str] = mapped_column(String(24), primary_key=True)
    side: Mapped[str] = mapped_column(String(8), primary_key=True)
    visitor: Mapped[str] = mapped_column(String(64), default="")
    player: Mapped[str] = mapped_column(String(60))
    opponent: Mapped[str] = mapped_column(String(60))
    called: Mapped[str] = mapped_column(String(200))
    result: Mapped[str] = mapped_column(String(8))
    """`win`, `draw` or `loss`."""
    reason: Mapped[str] = mapped_column(String(40))
    plies: Mapped[int] = mapped_column(Integer)
    day: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class PuzzleRow(Base):
    """A puzzle that a visitor has tried."""

    __tablename__ = "puzzles"
    __table_args__ = (Index("puzzles_by_change", "changed"),)

    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(String(200), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(16), primary_key=True)
    """The beginning of the hash of its position."""
    errors: Mapped[int] = mapped_column(Integer, default=0)
    """Wrong moves before it was solved; looking at the solution counts as one."""
    solved: Mapped[bool] = mapped_column(Boolean, default=False)
    daily: Mapped[str] = mapped_column(String(10), default="")
    """The day, such as `2026-11-18`, if it was solved as the puzzle of that day."""
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class AnalysisRow(Base):
    """A stored game review."""

    __tablename__ = "analyses"

    game: Mapped[str] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(Integer)
    found: Mapped[str] = mapped_column(Text)


class SharedAnalysisRow(Base):
    """An analysis that is too long for a link."""

    __tablename__ = "shared_analyses"
    __table_args__ = (
        Index("shared_analyses_of_owner", "owner"),
        Index("shared_analyses_by_change", "changed"),
    )

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    owner: Mapped[str] = mapped_column(String(64))
    """The hash of the visitor who stored it."""
    text: Mapped[str] = mapped_column(Text)
    """The record with its variations and comments."""
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class TournamentRow(Base):
    """A tournament. Its games are ordinary games."""

    __tablename__ = "tournaments"
    __table_args__ = (Index("tournaments_of_owner", "owner"), Index("tournaments_by_change", "changed"))

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    owner: Mapped[str] = mapped_column(String(64))
    """The hash of the visitor who made it, may stop it, and pays for its computers."""
    title: Mapped[str] = mapped_column(String(80))
    called: Mapped[str] = mapped_column(String(200))
    """The name of the game, as `load` takes it."""
    rules: Mapped[str] = mapped_column(String(80))
    """The hash of the rules."""
    format: Mapped[str] = mapped_column(String(16))
    games: Mapped[int] = mapped_column(Integer)
    """Of each meeting."""
    rounds: Mapped[int | None] = mapped_column(Integer)
    seed: Mapped[int] = mapped_column(BigInteger)
    state: Mapped[str] = mapped_column(String(12))
    """`running`, `stopped` or `over`."""
    version: Mapped[int] = mapped_column(Integer, default=1)
    """Incremented with every change."""
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class EntrantRow(Base):
    """A player of a tournament."""

    __tablename__ = "entrants"
    __table_args__ = (Index("entrants_of_owner", "owner"),)

    tournament: Mapped[str] = mapped_column(
        ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    """From 0."""
    player: Mapped[str] = mapped_column(String(200))
    """`human`, or the name of a computer player such as `level:3`."""
    name: Mapped[str] = mapped_column(String(60), default="")
    invitation: Mapped[str | None] = mapped_column(String(64))
    """Hash of the secret that gives a person this place; None once it is taken."""
    owner: Mapped[str | None] = mapped_column(String(64))
    """Hash of the visitor who plays."""


class TournamentGameRow(Base):
    """A game of a tournament that has begun. Its result outlives the game."""

    __tablename__ = "tournament_games"
    __table_args__ = (Index("tournament_games_by_game", "game"),)

    tournament: Mapped[str] = mapped_column(
        ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
    )
    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    """Round, players and number, such as `1.2.3.1`."""
    game: Mapped[str] = mapped_column(String(24))
    points: Mapped[float | None] = mapped_column(Float)
    """Of the first of the two players of the key, once the game is over."""


class ExperimentRow(Base):
    """One run of an experiment of the reports, with its figures so far."""

    __tablename__ = "experiments"
    __table_args__ = (Index("experiments_of_owner", "owner"), Index("experiments_by_change", "changed"))

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    owner: Mapped[str] = mapped_column(String(64))
    """The hash of the visitor who started it, may stop it, and pays for it."""
    name: Mapped[str] = mapped_column(String(40))
    state: Mapped[str] = mapped_column(String(12))
    """`running`, `complete`, `time` (it was too long for this server), `stopped` or `failed`."""
    found: Mapped[str] = mapped_column(Text, default="{}")
    """The figures in every language, as JSON."""
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class DraftRow(Base):
    """Rules in the workshop."""

    __tablename__ = "drafts"
    __table_args__ = (Index("drafts_of_owner", "owner", "changed"), Index("drafts_by_change", "changed"))

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    owner: Mapped[str] = mapped_column(String(64))
    """The hash of the visitor who may change it; others may view, play and copy it."""
    name: Mapped[str] = mapped_column(String(80))
    """The name of its file, without the extension."""
    title: Mapped[str] = mapped_column(String(80))
    based_on: Mapped[str] = mapped_column(String(200), default="")
    text: Mapped[str] = mapped_column(Text)
    good: Mapped[str] = mapped_column(Text)
    """The last valid text: it stays playable while the current one has problems."""
    history: Mapped[str] = mapped_column(Text, default="[]")
    """Earlier texts as JSON, the newest last."""
    trial: Mapped[str | None] = mapped_column(String(24))
    """The id of its trial game."""
    version: Mapped[int] = mapped_column(Integer, default=1)
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class ClassRow(Base):
    """A class of a teacher. Its pupils, their games and their results are deleted with it."""

    __tablename__ = "classes"
    __table_args__ = (Index("classes_by_expiry", "expires"), Index("classes_by_code", "code", unique=True))

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    code: Mapped[str | None] = mapped_column(String(12))
    """What pupils type in to join; None while nobody may."""
    code_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    title: Mapped[str] = mapped_column(String(80))
    projected: Mapped[str] = mapped_column(String(24), default="")
    """What the projector shows: the id of a game, `boards`, or nothing, which is how to join."""
    version: Mapped[int] = mapped_column(Integer, default=1)
    """Incremented with every change that concerns the pupils."""
    created: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)
    expires: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    """From then on the class is gone, with everything its pupils did in it."""


class MemberRow(Base):
    """A teacher or a pupil of a class. A pupil's secret is made for the class: whatever belongs to its hash
    belongs to the class."""

    __tablename__ = "class_members"
    __table_args__ = (Index("class_members_by_visitor", "visitor"),)

    classroom: Mapped[str] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    """From 0, in the order of joining."""
    visitor: Mapped[str] = mapped_column(String(64))
    role: Mapped[str] = mapped_column(String(8))
    """`teacher` or `pupil`."""
    name: Mapped[str] = mapped_column(String(24), default="")
    animal: Mapped[str] = mapped_column(String(24), default="")
    code: Mapped[str | None] = mapped_column(String(64))
    """Hash of the code by which the member comes back on another device, once."""
    code_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    joined: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class TaskRow(Base):
    """What a teacher asks of all pupils of a class. Who has done it follows from results and puzzles."""

    __tablename__ = "class_tasks"

    classroom: Mapped[str] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    """`level`, `games`, `puzzles` or `exercise`."""
    called: Mapped[str] = mapped_column(String(200), default="")
    """The name of the game; empty for any."""
    detail: Mapped[str] = mapped_column(String(16), default="")
    """The level to beat, or the kind of exercise."""
    times: Mapped[int] = mapped_column(Integer, default=1)


class ClassTournamentRow(Base):
    """A championship of a class."""

    __tablename__ = "class_tournaments"

    classroom: Mapped[str] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True)
    tournament: Mapped[str] = mapped_column(String(24), primary_key=True)


class ExerciseRow(Base):
    """An exercise on a search tree that a pupil has finished."""

    __tablename__ = "class_exercises"

    visitor: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(String(200), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    exercise: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The hash of the position, the seed and the size."""
    changed: Mapped[datetime] = mapped_column(DateTime(timezone=True), default=now)


class TurnRow(Base):
    """A computer's turn, and the server that computes its move until the lease expires.

    Written where several servers share a database, that is by PostgreSQL.
    """

    __tablename__ = "turns"
    __table_args__ = (Index("turns_by_expiry", "expires"), {"info": TRANSIENT})

    game: Mapped[str] = mapped_column(String(24), primary_key=True)
    """Not a foreign key: checking it would lock the game after the turn, and commands lock them in the other
    order. The turn of a deleted game is dropped when its lease expires."""
    ply: Mapped[int] = mapped_column(Integer)
    server: Mapped[str] = mapped_column(String(32))
    expires: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    """By the clock of the database."""
    step: Mapped[bool] = mapped_column(Boolean, default=False)
    """Whether the move is played although the game is paused."""
    address: Mapped[str] = mapped_column(String(64), default="")
    visitor: Mapped[str] = mapped_column(String(64), default="")
    """The client to charge for the move."""


class BudgetRow(Base):
    """A token bucket that several servers share, or a visitor whom one of them has admitted."""

    __tablename__ = "budgets"
    __table_args__ = (Index("budgets_by_change", "since"), {"info": TRANSIENT})

    owner: Mapped[str] = mapped_column(String(64), primary_key=True)
    """The hash of the visitor or address."""
    resource: Mapped[str] = mapped_column(String(16), primary_key=True)
    level: Mapped[float] = mapped_column(Float)
    """What was left at `since`."""
    since: Mapped[datetime] = mapped_column(DateTime(timezone=True))
