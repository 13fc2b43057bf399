"""Backups of a database while it is used. A backup is an SQLite file, of PostgreSQL too, so that it can be
restored to either."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Table, func, select

from ludoteca.errors import LudotecaError
from ludoteca.web.store.database import Database
from ludoteca.web.store.errors import UnusableDatabase
from ludoteca.web.store.schema import Base, lasting_tables

Progress = Callable[[int, int], None]
"""Called with what is done, and of how much."""
_STEPS = 20_000
"""Steps of SQLite's virtual machine between two reports of progress."""
_ROWS = 500
"""Rows copied at once."""


class BackupError(LudotecaError):
    """A backup cannot be written or restored as asked for."""


@dataclass(frozen=True)
class Copied:
    """A backup that was written or restored."""

    file: str
    bytes: int
    kept: str = ""
    """Where the file that was replaced is now."""


def no_progress(done: int, total: int) -> None:
    pass


# -- backup -------------------------------------------------------------------------------------------


def back_up(database: Database, target: Path, progress: Progress = no_progress) -> Copied:
    """Write a backup: everything committed before the call is in it, and nothing by halves. Others may read
    and write meanwhile. Raises `BackupError` if the file exists, `CannotStore`, `OSError`."""
    if target.exists():
        raise BackupError("backup.exists", file=str(target))
    if database.file is not None and not database.file.exists():
        raise UnusableDatabase("database.missing", name=database.name)
    with _written(target) as partial:
        if database.file is not None:
            database.revision()
            _vacuum_into(database, partial, progress)
        else:
            database.require_current()
            _dump(database, partial, progress)
        require_sound(partial)
    return Copied(str(target), target.stat().st_size)


@contextmanager
def _written(target: Path) -> Iterator[Path]:
    """A file beside the target that takes its place when it is complete and on the disk."""
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        yield partial
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            partial.with_name(partial.name + suffix).unlink(missing_ok=True)


def _vacuum_into(database: Database, target: Path, progress: Progress) -> None:
    """A snapshot of an SQLite database. It needs a read lock only: with the write-ahead log nobody waits."""
    assert database.file is not None
    size = database.file.stat().st_size

    def report() -> int:
        progress(min(size, target.stat().st_size if target.exists() else 0), size)
        return 0

    with database.translated(), database.engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.set_progress_handler(report, _STEPS)
        try:
            raw.execute("vacuum into ?", (str(target),))
        except sqlite3.DatabaseError as problem:
            raise UnusableDatabase("database.damaged", name=database.name, problem=str(problem)) from problem
        finally:
            raw.set_progress_handler(None, 0)


def _dump(database: Database, target: Path, progress: Progress) -> None:
    """A snapshot of PostgreSQL, in one transaction that sees one moment."""
    copy = Database(f"sqlite:///{target}")
    try:
        copy.migrate()
        reading = database.engine.execution_options(isolation_level="REPEATABLE READ")
        writing = copy.engine.execution_options(ludoteca_writes=True)
        with database.translated(), reading.connect() as source, writing.begin() as sink:
            _copy_rows(source, sink, progress)
    finally:
        copy.close()
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("pragma journal_mode = delete")  # one file, without a log beside it


def _copy_rows(source: Connection, sink: Connection, progress: Progress) -> None:
    tables = lasting_tables()
    total, done = sum(_count(source, table) for table in tables), 0
    for table in tables:
        rows = source.execution_options(yield_per=_ROWS).execute(select(table))
        for part in rows.partitions(_ROWS):
            sink.execute(table.insert(), [dict(row._mapping) for row in part])
            done += len(part)
            progress(done, total)


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def require_sound(file: Path) -> None:
    """Raises `UnusableDatabase` unless a file is an intact SQLite database of this or an older version."""
    if not file.exists():
        raise UnusableDatabase("database.missing", name=str(file))
    if file.is_dir():
        raise UnusableDatabase("database.directory", name=str(file))
    try:
        with closing(sqlite3.connect(file)) as connection:
            (found,) = connection.execute("pragma integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as problem:
        found = str(problem)
    if found != "ok":
        raise UnusableDatabase("database.damaged", name=str(file), problem=found)


# -- restore ------------------------------------------------------------------------------------------


def restore(
    source: Path, database: Database, replace: bool = False, progress: Progress = no_progress
) -> Copied:
    """Put a backup in the place of a database. An SQLite file that was there is kept under another name.
    Raises `BackupError` if there is data and it must not be replaced, or if the file is in use."""
    require_sound(source)
    backup = Database(f"sqlite:///{source}")
    try:
        if not backup.revision():
            raise UnusableDatabase("database.foreign", name=str(source))
        if database.file is not None:
            return _restore_file(backup, database, database.file, replace, progress)
        return _restore_rows(backup, database, replace, progress)
    finally:
        backup.close()


def _restore_file(
    backup: Database, database: Database, target: Path, replace: bool, progress: Progress
) -> Copied:
    is_there = target.exists() and (target.is_dir() or target.stat().st_size > 0)
    if is_there and not replace:
        raise BackupError("backup.not-empty", name=database.name)
    if is_there:
        _require_unused(database, target)
    database.close()
    with _written(target) as partial:
        _vacuum_into(backup, partial, progress)
        kept = _set_aside(target) if is_there else None
    database.migrate()
    return Copied(database.name, target.stat().st_size, str(kept or ""))


def _require_unused(database: Database, target: Path) -> None:
    """Raises `BackupError` if another process has the file open: only one alone may change its journal."""
    database.close()
    try:
        with closing(sqlite3.connect(target, timeout=1)) as connection:
            connection.execute("pragma journal_mode = delete")
    except sqlite3.OperationalError as problem:
        if "locked" in str(problem):
            raise BackupError("backup.in-use", name=str(target)) from None
    except sqlite3.DatabaseError:
        return  # damaged: that is why it is replaced


def _set_aside(target: Path) -> Path:
    """Rename a database and its log."""
    number = 1
    while (kept := target.with_name(f"{target.name}.replaced-{number}")).exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        beside = target.with_name(target.name + suffix)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + suffix))
    return kept


def _restore_rows(backup: Database, database: Database, replace: bool, progress: Progress) -> Copied:
    database.migrate()
    assert backup.file is not None
    with tempfile.TemporaryDirectory() as folder:
        copy = Database(f"sqlite:///{shutil.copy(backup.file, Path(folder) / 'backup.sqlite')}")
        try:
            copy.migrate()  # an older backup
            with database.translated(), copy.engine.connect() as source, database.engine.begin() as sink:
                if any(_count(sink, table) for table in lasting_tables()):
                    if not replace:
                        raise BackupError("backup.not-empty", name=database.name)
                    for table in reversed(Base.metadata.sorted_tables):
                        sink.execute(table.delete())
                _copy_rows(source, sink, progress)
        finally:
            copy.close()
    return Copied(database.name, backup.file.stat().st_size)
