"""The database: connection, migrations, and transactions for reading and writing."""

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

from ludoteca.errors import LudotecaError, file_problem

MIGRATIONS = Path(__file__).parent / "migrations"
_TIMEOUT = 5.0
"""Seconds to wait for a lock or a connection."""
_LOCK = 0x6C75646F
"""PostgreSQL advisory lock: one server at a time migrates."""


_PRAGMAS = (
    "journal_mode = wal",
    "synchronous = normal",
    "foreign_keys = on",
    # A small cache for each connection; the memory-mapped file is shared by all.
    "cache_size = -1000",
    "mmap_size = 134217728",
)


class CannotStore(LudotecaError):
    """The database cannot be read or written now."""


class UnstorableValue(LudotecaError):
    """A value that no database can store, such as a text with a NUL character."""


class Database:
    """A SQLite or PostgreSQL database. Safe to use from several threads."""

    def __init__(self, url: str) -> None:
        self.url = _driver(make_url(url))
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._writer = threading.Lock()
        if self.is_sqlite:
            _make_folder(self.url)
        options: dict[str, Any] = {"connect_args": {"timeout": _TIMEOUT}} if self.is_sqlite else {}
        if self.url.database not in (None, "", ":memory:"):
            options |= {"pool_size": 20, "max_overflow": 30, "pool_timeout": _TIMEOUT}
        self.engine = create_engine(self.url, pool_pre_ping=not self.is_sqlite, **options)
        if self.is_sqlite:
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for reading. Raises `CannotStore`."""
        with _translated(), Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction. Raises `CannotStore`."""
        bound = self.engine.execution_options(ludoteca_writes=True)
        with (
            self._write_lock(),
            _translated(),
            Session(bound, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def _write_lock(self) -> Iterator[None]:
        """SQLite allows one writer at a time and lets the others poll: queue them here instead."""
        if not self.is_sqlite:
            yield
            return
        if not self._writer.acquire(timeout=_TIMEOUT):
            raise CannotStore("database.locked")
        try:
            yield
        finally:
            self._writer.release()

    def migrate(self) -> None:
        """Create the tables, or upgrade those of an older version."""
        bound = self.engine.execution_options(ludoteca_writes=True)
        with _translated(), bound.connect() as connection, connection.begin():
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
    """Use psycopg for PostgreSQL URLs without a driver."""
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    return url


def _make_folder(url: URL) -> None:
    if url.database and url.database != ":memory:":
        try:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise CannotStore("database.file", path=url.database, problem=file_problem(problem)) from None


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy's `begin` event decides
    cursor = connection.cursor()
    for line in _PRAGMAS:
        _retry_while_locked(cursor, f"pragma {line}")
    cursor.close()


def _retry_while_locked(cursor: Any, line: str) -> None:
    """The first connection changes the journal mode. SQLite fails at once, without its busy timeout, if
    another connection does the same: so retry."""
    end = time.monotonic() + _TIMEOUT
    while True:
        try:
            cursor.execute(line)
            return
        except sqlite3.OperationalError as problem:
            if "locked" not in str(problem) or time.monotonic() > end:
                raise
            time.sleep(0.02)


def _begin(connection: Connection) -> None:
    # A transaction that writes takes the lock at once: upgrading a read lock later may fail.
    writes = connection.get_execution_options().get("ludoteca_writes")
    connection.exec_driver_sql("begin immediate" if writes else "begin")


@contextmanager
def _translated() -> Iterator[None]:
    """Translate SQLAlchemy's errors into ours."""
    try:
        yield
    except OperationalError as problem:
        raise CannotStore("database.unavailable", problem=str(problem.orig)) from problem
    except DataError as problem:
        raise UnstorableValue("database.value") from problem
    except SQLAlchemyError as problem:
        raise CannotStore("database.refused", problem=str(problem)) from problem
