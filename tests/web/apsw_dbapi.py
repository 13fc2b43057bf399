"""A DBAPI over `apsw`, so that SQLAlchemy can run on a virtual file system of the test.

The module `sqlite3` of Python cannot: it offers no way to register one. `create_engine` takes this one as its
`module`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import apsw

Binary, Error, DatabaseError = sqlite3.Binary, sqlite3.Error, sqlite3.DatabaseError
OperationalError, IntegrityError = sqlite3.OperationalError, sqlite3.IntegrityError
InterfaceError, InternalError, Warning = sqlite3.InterfaceError, sqlite3.InternalError, sqlite3.Warning
DataError, NotSupportedError = sqlite3.DataError, sqlite3.NotSupportedError
ProgrammingError = sqlite3.ProgrammingError
apilevel, threadsafety, paramstyle = "2.0", 1, "qmark"
sqlite_version = apsw.sqlite_lib_version()
sqlite_version_info = tuple(map(int, sqlite_version.split(".")))

_KINDS: tuple[tuple[type[Exception], type[sqlite3.Error]], ...] = (
    (apsw.ConstraintError, IntegrityError),
    (apsw.CorruptError, DatabaseError),
    (apsw.NotADBError, DatabaseError),
    (apsw.Error, OperationalError),
)


@contextmanager
def translated() -> Iterator[None]:
    """The exceptions of `apsw` as those of `sqlite3`."""
    try:
        yield
    except apsw.Error as problem:
        kind = next(theirs for ours, theirs in _KINDS if isinstance(problem, ours))
        error = kind(str(problem))
        error.sqlite_errorcode = getattr(problem, "extendedresult", 1)
        raise error from problem


def connect(name: str, timeout: float = 5.0, **_: Any) -> Connection:
    with translated():
        return Connection(apsw.Connection(name, vfs=vfs), timeout)


vfs: str | None = None
"""The name of the virtual file system for new connections."""


class Connection:
    isolation_level: str | None = ""

    def __init__(self, real: apsw.Connection, timeout: float) -> None:
        self.real = real
        real.set_busy_timeout(int(timeout * 1000))

    def cursor(self) -> Cursor:
        return Cursor(self.real)

    def commit(self) -> None:
        if self.real.in_transaction:
            with translated():
                self.real.execute("commit")

    def rollback(self) -> None:
        if self.real.in_transaction:
            with translated():
                self.real.execute("rollback")

    def close(self) -> None:
        with translated():
            self.real.close()

    def create_function(self, name: str, number: int, function: Callable[..., Any], **_: Any) -> None:
        self.real.create_scalar_function(name, function, number)


class Cursor:
    arraysize = 1

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1

    @property
    def lastrowid(self) -> int:
        return self._connection.last_insert_rowid()

    def execute(self, statement: str, values: Sequence[Any] = ()) -> Cursor:
        self.description = None
        before = self._connection.total_changes()
        with translated():
            real = self._connection.cursor()
            real.exec_trace = self._describe
            self._rows = list(real.execute(statement, tuple(values)))
        self.rowcount = -1 if self.description else self._connection.total_changes() - before
        return self

    def _describe(self, real: apsw.Cursor, *_: Any) -> bool:
        """Called before the statement runs: afterwards it has no description any more."""
        columns = real.get_description()
        self.description = [(name, *[None] * 6) for name, *_ in columns] or None
        return True

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]]) -> Cursor:
        for values in rows:
            self.execute(statement, values)
        return self

    def fetchone(self) -> Any:
        return self._rows.pop(0) if self._rows else None

    def fetchmany(self, size: int = 1) -> list[Any]:
        found, self._rows = self._rows[:size], self._rows[size:]
        return found

    def fetchall(self) -> list[Any]:
        found, self._rows = self._rows, []
        return found

    def close(self) -> None:
        self._rows = []
