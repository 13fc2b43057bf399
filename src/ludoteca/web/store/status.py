"""The figures of a database for its owner."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from ludoteca.web.settings import Retention
from ludoteca.web.store.database import Database
from ludoteca.web.store.retention import Purger
from ludoteca.web.store.schema import GameRow, SeatRow, lasting_tables
from ludoteca.web.store.space import measure


def status(database: Database, retention: Retention) -> dict[str, Any]:
    """Sizes, numbers of rows, and how much has expired, as JSON values. Raises `CannotStore`."""
    database.require_current()
    space = measure(database)
    with database.reading() as session:
        rows = {
            table.name: session.scalar(select(func.count()).select_from(table)) or 0
            for table in sorted(lasting_tables(), key=lambda table: table.name)
        }
        oldest, newest = session.execute(select(func.min(GameRow.changed), func.max(GameRow.changed))).one()
        running = session.scalar(select(func.count()).where(GameRow.result.is_(None))) or 0
        visitors = session.scalar(select(func.count(SeatRow.owner.distinct()))) or 0
    expired = Purger(database, retention).expired()
    return {
        "database": database.name,
        "backend": database.url.get_backend_name(),
        "revision": database.revision(),
        "bytes": space.allocated,
        "used_bytes": space.used,
        "quota_bytes": retention.bytes,
        "rows": rows,
        "unfinished_games": running,
        "visitors": visitors,
        "oldest_game": oldest.isoformat() if oldest else None,
        "newest_game": newest.isoformat() if newest else None,
        "expired": {"games": expired.games, "drafts": expired.drafts, "reviews": expired.reviews,
                    "analyses": expired.analyses, "visitors": expired.visitors, "puzzles": expired.puzzles,
                    "tournaments": expired.tournaments, "classes": expired.classes,
                    "experiments": expired.experiments},
    }  # fmt: skip
