"""How much space the data of a database takes."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.orm import Session

from ludoteca.web.store.database import Database
from ludoteca.web.store.schema import Base

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


def give_back(database: Database, pages: int) -> None:
    """Return some free pages of an SQLite file to the file system. PostgreSQL does it on its own."""
    if not database.is_sqlite:
        return
    with database.writing() as session:
        for _ in range(pages):  # Python takes one step of the statement, which frees one page
            session.connection().exec_driver_sql("pragma incremental_vacuum(1)")


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
