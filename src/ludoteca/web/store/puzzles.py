"""The puzzles that a visitor has tried, and the streaks."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludoteca.web.store.schema import PuzzleRow


@dataclass(frozen=True)
class Streaks:
    """How steadily a visitor solves puzzles."""

    days: int = 0
    """Days in a row, up to today or yesterday, on which the puzzle of the day was solved."""
    in_a_row: int = 0
    """Puzzles solved in a row without an error."""
    solved: int = 0


def record_error(session: Session, visitor: str, game: str, puzzle: str, at: float) -> None:
    """A wrong move; it does not matter once the puzzle is solved."""
    row = _row(session, visitor, game, puzzle)
    if not row.solved:
        row.errors += 1
        row.changed = datetime.fromtimestamp(at, UTC)


def record_solved(session: Session, visitor: str, game: str, puzzle: str, at: float, daily: str) -> None:
    """A solved puzzle; `daily` is today if it is the puzzle of the day, else empty."""
    row = _row(session, visitor, game, puzzle)
    row.daily = daily or row.daily
    if not row.solved:
        row.solved, row.changed = True, datetime.fromtimestamp(at, UTC)


def _row(session: Session, visitor: str, game: str, puzzle: str) -> PuzzleRow:
    found = session.get(PuzzleRow, (visitor, game, puzzle))
    if found is None:
        found = PuzzleRow(visitor=visitor, game=game, puzzle=puzzle, errors=0, solved=False, daily="")
        session.add(found)
    return found


def solved_puzzles(session: Session, visitor: str) -> set[tuple[str, str]]:
    """The game and the id of every puzzle that a visitor has solved."""
    query = select(PuzzleRow.game, PuzzleRow.puzzle).where(PuzzleRow.visitor == visitor, PuzzleRow.solved)
    return {(game, puzzle) for game, puzzle in session.execute(query)}


def streaks(session: Session, visitor: str, today: date) -> Streaks:
    query = select(PuzzleRow).where(PuzzleRow.visitor == visitor).order_by(PuzzleRow.changed.desc())
    rows = list(session.scalars(query))
    in_a_row = next((n for n, row in enumerate(rows) if not row.solved or row.errors), len(rows))
    return Streaks(
        _days({row.daily for row in rows if row.solved}, today), in_a_row, sum(row.solved for row in rows)
    )


def _days(solved: set[str], today: date) -> int:
    """Consecutive days; today may still be open."""
    day = today if today.isoformat() in solved else today - timedelta(days=1)
    number = 0
    while day.isoformat() in solved:
        day -= timedelta(days=1)
        number += 1
    return number
