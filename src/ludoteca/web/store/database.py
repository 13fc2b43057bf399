"""The database: connection, migrations, and transactions for reading and writing."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DataError, NoSuchModuleError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from ludoteca.errors import MissingExtra, file_problem
from ludoteca.web.store.errors import CannotStore as CannotStore
from ludoteca.web.store.errors import UnstorableValue as UnstorableValue
from ludoteca.web.store.errors import UnusableDatabase as UnusableDatabase

MIGRATIONS = Path(__file__).parent / "migrations"
_VERSIONS = "alembic_version"
"""The table of the revision."""
_TIMEOUT = 5.0
"""Seconds to wait for a lock or a connection."""
_LOCK = 0x6C75646F
"""PostgreSQL advisory lock: one server at a time migrates."""


_PRAGMAS: tuple[str, ...] = (
    # Before the first table is created: freed pages can be given back to the file system.
    "auto_vacuum = incremental",
    "journal_mode = wal",
    # Every commit waits until it is on the disk, so that an accepted move survives a power failure.
    "synchronous = full",
    # The log is cut back to this size after a checkpoint.
    "journal_size_limit = 16777216",
    "foreign_keys = on",
    # A small cache for each connection; the memory-mapped file is shared by all.
    "cache_size = -1000",
    "mmap_size = 134217728",
)


_QUICK_CHECK = 256 * 2**20
"""The largest file, in bytes, whose pages are checked at the start: it takes about a second."""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Database:
    """A SQLite or PostgreSQL database. Safe to use from several threads."""

    def __init__(self, url: str, most_bytes: int = 0) -> None:
        """`most_bytes` is a limit that an SQLite file never exceeds; 0 for none."""
        self.url = _driver(_parsed(url))
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.most_bytes = most_bytes
        self._writer = threading.Lock()
        if self.is_sqlite:
            _make_folder(self.url)
        options: dict[str, Any] = {"connect_args": {"timeout": _TIMEOUT}} if self.is_sqlite else {}
        if self.url.database not in (None, "", ":memory:"):
            options |= {"pool_size": 20, "max_overflow": 30, "pool_timeout": _TIMEOUT}
        self.engine = _engine(self.url, pool_pre_ping=not self.is_sqlite, **options)
        if self.is_sqlite:
            event.listen(self.engine, "connect", self._prepare_sqlite)
            event.listen(self.engine, "begin", _begin)

    @property
    def name(self) -> str:
        """The file, or the URL without its password."""
        return (self.is_sqlite and self.url.database) or self.url.render_as_string(hide_password=True)

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database; None for PostgreSQL and for one in memory."""
        return _file_of(self.url) if self.is_sqlite else None

    @property
    def parameters(self) -> dict[str, Any]:
        """What a driver of PostgreSQL needs to open a connection of its own."""
        _, found = self.engine.dialect.create_connect_args(self.url)
        return dict(found)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for reading. Raises `CannotStore`."""
        with self.translated(), Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction. Raises `CannotStore`."""
        bound = self.engine.execution_options(ludoteca_writes=True)
        with (
            self._write_lock(),
            self.translated(),
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
        """Create the tables, or upgrade those of an older version. Raises `CannotStore`, among others for a
        database that is damaged, of a newer version, or of another program."""
        self._require_file()
        bound = self.engine.execution_options(ludoteca_writes=True)
        with self.translated(), bound.connect() as connection, connection.begin():
            config = _config()
            if not self.is_sqlite:
                connection.execute(text(f"select pg_advisory_xact_lock({_LOCK})"))
            revision = self._known_revision(connection)
            if revision == newest_revision():
                return
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def revision(self) -> str:
        """The revision of the tables, empty if there are none. Raises `CannotStore` as `migrate` does."""
        self._require_file()
        with self.translated(), self.engine.connect() as connection:
            return self._known_revision(connection)

    def require_current(self) -> None:
        """Raises `CannotStore` unless the tables are there, and of this version."""
        if self.file is not None and not self.file.exists():
            raise UnusableDatabase("database.missing", name=self.name)
        revision = self.revision()
        if not revision:
            raise UnusableDatabase("database.missing", name=self.name)
        if revision != newest_revision():
            raise UnusableDatabase("database.older", name=self.name, revision=revision)

    def require_intact(self) -> None:
        """Check the pages of an SQLite file that is not too large. Raises `CannotStore`."""
        if self.file is None or not self.file.exists() or self.file.stat().st_size > _QUICK_CHECK:
            return
        with self.translated(), self.engine.connect() as connection:
            found = connection.exec_driver_sql("pragma quick_check(1)").scalar()
        if found != "ok":
            raise UnusableDatabase("database.damaged", name=self.name, problem=str(found))

    def _require_file(self) -> None:
        """Look at a file before it is opened for writing, which would change it."""
        if self.file is None or not self.file.exists():
            return
        if self.file.is_dir():
            raise UnusableDatabase("database.directory", name=self.name)
        tables = _tables_of(self.file)
        if tables and _VERSIONS not in tables:
            raise UnusableDatabase("database.foreign", name=self.name)

    def _known_revision(self, connection: Connection) -> str:
        heads = MigrationContext.configure(connection).get_current_heads()
        unknown = [one for one in heads if one not in _revisions()]
        if unknown:
            raise UnusableDatabase("database.newer", name=self.name, revision=unknown[0])
        return max(heads, default="")

    def close(self) -> None:
        self.engine.dispose()

    def _prepare_sqlite(self, connection: Any, _: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy's `begin` event decides
        cursor = connection.cursor()
        for line in _PRAGMAS:
            _retry_while_locked(cursor, f"pragma {line}")
        if self.most_bytes:
            (size,) = cursor.execute("pragma page_size").fetchone()
            cursor.execute(f"pragma max_page_count = {max(1, self.most_bytes // size)}")
        cursor.close()

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Translate SQLAlchemy's errors into ours."""
        try:
            yield
        except OperationalError as problem:
            if _sqlite_code(problem) == sqlite3.SQLITE_CANTOPEN:
                raise UnusableDatabase("database.cannot-open", name=self.name) from problem
            if _sqlite_code(problem) == sqlite3.SQLITE_READONLY:
                raise UnusableDatabase("database.read-only", name=self.name) from problem
            raise CannotStore("database.unavailable", problem=str(problem.orig)) from problem
        except DataError as problem:
            raise UnstorableValue("database.value") from problem
        except SQLAlchemyError as problem:
            if _sqlite_code(problem) in _DAMAGED:
                told = str(getattr(problem, "orig", ""))
                raise UnusableDatabase("database.damaged", name=self.name, problem=told) from problem
            raise CannotStore("database.refused", problem=str(problem)) from problem


def _driver(url: URL) -> URL:
    """Use psycopg for PostgreSQL URLs without a driver."""
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    return url


def _parsed(url: str) -> URL:
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        raise UnusableDatabase("database.url", url=url) from None


def _engine(url: URL, **options: Any) -> Any:
    try:
        return create_engine(url, **options)
    except NoSuchModuleError:
        raise UnusableDatabase("database.url", url=url.render_as_string(hide_password=True)) from None
    except ModuleNotFoundError as missing:
        raise MissingExtra(missing.name or url.drivername, url.get_backend_name()) from None


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


@cache
def newest_revision() -> str:
    """The revision of this version's tables."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


@cache
def _revisions() -> frozenset[str]:
    return frozenset(one.revision for one in ScriptDirectory.from_config(_config()).walk_revisions())


def _file_of(url: URL) -> Path | None:
    """The file that a path or a URI such as `file:games.sqlite` names; None for a database in memory."""
    named = (url.database or "").removeprefix("file:")
    return Path(named) if named and named != ":memory:" else None


def _make_folder(url: URL) -> None:
    file = _file_of(url)
    if file is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise CannotStore("database.file", path=str(file), problem=file_problem(problem)) from None


def _tables_of(file: Path) -> set[str]:
    """The tables of an SQLite file; none if it cannot be read."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found = connection.execute("select name from sqlite_master where type = 'table'").fetchall()
    except sqlite3.Error:
        return set()  # the engine reports why
    return {name for (name,) in found}


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


def _sqlite_code(problem: SQLAlchemyError) -> int:
    """The primary result code of SQLite; 0 for other errors."""
    return int(getattr(getattr(problem, "orig", None), "sqlite_errorcode", 0)) & 0xFF
