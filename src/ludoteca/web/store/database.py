"""One database: how it is opened, brought up to date, read and written."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DataError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from ludoteca.errors import LudotecaError

MIGRATIONS = Path(__file__).parent / "migrations"
_PATIENCE = 5.0
"""Seconds to wait while somebody else writes."""
_LOCK = 0x6C75646F
"""PostgreSQL's advisory lock under which one server at a time brings the tables up to date."""


_PRAGMAS = (
    "journal_mode = wal",
    "synchronous = normal",
    "foreign_keys = on",
    # Every connection has a cache of its own: small ones, and the pages of the file itself shared by all.
    "cache_size = -1000",
    "mmap_size = 134217728",
)


class CannotStore(LudotecaError):
    """The database cannot be read or written now; the message says why."""


class Unfit(LudotecaError):
    """Something that no database can hold, such as a text with a zero in it."""


class Database:
    """Games and results. Safe to use from many threads."""

    def __init__(self, url: str) -> None:
        self.url = _driver(make_url(url))
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._turn = threading.Lock()
        if self.is_sqlite:
            _make_folder(self.url)
        options: dict[str, Any] = {"connect_args": {"timeout": _PATIENCE}} if self.is_sqlite else {}
        if self.url.database not in (None, "", ":memory:"):
            options |= {"pool_size": 20, "max_overflow": 30, "pool_timeout": _PATIENCE}
        self.engine = create_engine(self.url, pool_pre_ping=not self.is_sqlite, **options)
        if self.is_sqlite:
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Look something up. Raises `CannotStore`."""
        with _told(), Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Change something: all of it or nothing. Raises `CannotStore`."""
        bound = self.engine.execution_options(ludoteca_writes=True)
        with (
            self._writers_turn(),
            _told(),
            Session(bound, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def _writers_turn(self) -> Iterator[None]:
        """SQLite has one writer at a time, and the others look again now and then: better to queue here."""
        if not self.is_sqlite:
            yield
            return
        if not self._turn.acquire(timeout=_PATIENCE):
            raise CannotStore("the database cannot be used now: others have been writing for too long.")
        try:
            yield
        finally:
            self._turn.release()

    def migrate(self) -> None:
        """Make the tables, or change those of an older version."""
        bound = self.engine.execution_options(ludoteca_writes=True)
        with _told(), bound.connect() as connection, connection.begin():
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS))
            if not self.is_sqlite:
                connection.execute(text(f"select pg_advisory_xact_lock({_LOCK})"))
            newest = ScriptDirectory.from_config(config).get_current_head()
            if MigrationContext.configure(connection).get_current_revision() == newest:
                return
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        self.engine.dispose()


def _driver(url: URL) -> URL:
    """PostgreSQL is spoken to by psycopg, whichever of its usual names is used."""
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    return url


def _make_folder(url: URL) -> None:
    if url.database and url.database != ":memory:":
        try:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise CannotStore(f"{url.database}: {problem.strerror or problem}.") from None


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy's own `begin` decides, below
    cursor = connection.cursor()
    for line in _PRAGMAS:
        _patiently(cursor, f"pragma {line}")
    cursor.close()


def _patiently(cursor: Any, line: str) -> None:
    """The first to open a new file changes how it keeps its journal. SQLite refuses that at once, without its
    usual patience, while somebody else opens it too: so look again now and then."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute(line)
            return
        except sqlite3.OperationalError as problem:
            if "locked" not in str(problem) or time.monotonic() > end:
                raise
            time.sleep(0.02)


def _begin(connection: Connection) -> None:
    # Whoever will write says so first: to find out half-way that somebody else writes means to begin again.
    writes = connection.get_execution_options().get("ludoteca_writes")
    connection.exec_driver_sql("begin immediate" if writes else "begin")


@contextmanager
def _told() -> Iterator[None]:
    """What the database says, as an error of ours."""
    try:
        yield
    except OperationalError as problem:
        raise CannotStore(f"the database cannot be used now: {problem.orig}.") from problem
    except DataError as problem:
        raise Unfit(f"that cannot be kept: {problem.orig}.") from problem
    except SQLAlchemyError as problem:
        raise CannotStore(f"the database refuses: {problem}.") from problem
