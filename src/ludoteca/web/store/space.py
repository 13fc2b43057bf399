"""How much space the data of a database takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.orm import Session

from ludoteca.web.store.database import Database
from ludoteca.web.store.schema import Base

_FREE = 0.25
"""The part of an SQLite file that may be free; the rest is returned to the file system."""
_PAGES = 256
"""Pages returned in one transaction."""
_ROW_OVERHEAD = 28
"""Bytes of PostgreSQL for each row besides its columns."""


@dataclass(frozen=True)
class Space:
    """In bytes."""

    allocated: int
    """The size of the file, or of the database in the server."""
    used: int
    """Without free pages, which new rows will fill."""


def measure(database: Database) -> Space:
    """Fast for SQLite. For PostgreSQL it reads every row: see `allocated` for an upper bound."""
    with database.reading() as session:
        if not database.is_sqlite:
            return Space(_postgresql_allocated(session), _postgresql_used(session))
        pages, free, size = (_pragma(session, name) for name in ("page_count", "freelist_count", "page_size"))
        return Space(pages * size, (pages - free) * size)


def allocated(database: Database) -> int:
    """The size of the file or the database, with what is free inside it. Fast."""
    with database.reading() as session:
        if not database.is_sqlite:
            return _postgresql_allocated(session)
        return _pragma(session, "page_count") * _pragma(session, "page_size")


def shrink(database: Database, proceed: Callable[[], bool] = lambda: True) -> None:
    """Return free pages of an SQLite file to the file system, if there are many; not those of a file created
    by an older version. `proceed` is called between the transactions, and ends the work by False."""
    if not database.is_sqlite:
        return  # PostgreSQL does it on its own
    space = measure(database)
    while space.allocated - space.used > _FREE * space.allocated and proceed():
        before = space
        with database.writing() as session:
            for _ in range(_PAGES):  # Python takes one step of the statement, which frees one page
                session.connection().exec_driver_sql("pragma incremental_vacuum(1)")
        space = measure(database)
        if space.allocated >= before.allocated:
            return


def _pragma(session: Session, name: str) -> int:
    return int(session.connection().exec_driver_sql(f"pragma {name}").scalar() or 0)


def _postgresql_allocated(session: Session) -> int:
    return int(session.scalar(text("select pg_database_size(current_database())")) or 0)


def _postgresql_used(session: Session) -> int:
    """The live rows. What PostgreSQL allocates does not shrink when rows are deleted: it is filled again."""
    total = 0
    for table in Base.metadata.sorted_tables:
        sizes = (f"coalesce(pg_column_size({table.name}.{column.name}), 0)" for column in table.columns)
        row = " + ".join((str(_ROW_OVERHEAD), *sizes))
        total += int(session.scalar(text(f"select coalesce(sum({row}), 0) from {table.name}")) or 0)
    return total
