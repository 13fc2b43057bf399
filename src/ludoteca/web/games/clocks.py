"""The clocks of a game: they run for people only, and stand while a computer thinks."""

from __future__ import annotations

from ludoteca.web.store.schema import GameRow


def left(row: GameRow, side: str, is_running: bool, at: float) -> float:
    """Seconds a side has left."""
    kept: float = getattr(row, f"{side}_left")
    return max(0.0, kept - (at - row.turned)) if is_running and row.turned else kept


def is_up(row: GameRow, mover: str, at: float) -> bool:
    return row.clock is not None and bool(row.turned) and left(row, mover, True, at) <= 0


def stop(row: GameRow, mover: str, is_person: bool, at: float) -> float | None:
    """Stop the mover's clock. The seconds that went by, or None if they were too many."""
    if row.clock is None or not row.turned or not is_person:
        return 0.0
    spent = at - row.turned
    rest = getattr(row, f"{mover}_left") - spent
    row.turned = 0.0
    setattr(row, f"{mover}_left", max(0.0, rest) + (row.increment if rest > 0 else 0.0))
    return spent if rest > 0 else None


def start(row: GameRow, is_person: bool, at: float) -> None:
    """Start the clock of whoever is to move now, if it is a person."""
    if row.clock is not None:
        row.turned = at if is_person else 0.0
