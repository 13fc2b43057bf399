"""Results of solving: the value of the position and of each first move, with statistics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class MoveValue:
    """The value of a first move, from the first player's point of view."""

    move: str
    value: str
    """`win`, `draw` or `loss`."""
    plies: int | None
    """Depth to win including this move; None for a draw or where the method gives no depth."""
    margin: int | None = None


@dataclass(frozen=True)
class Answer:
    """The value of a position from the first player's point of view, with statistics."""

    value: str
    plies: int | None
    """Depth to win with best play by both sides; None for a draw."""
    moves: tuple[MoveValue, ...]
    method: str
    seconds: float
    bytes: int
    """Peak memory or size of the file written, whichever is larger."""
    margin: int | None = None
    """In scoring games: the first player's margin."""
    positions: int = 0
    """Positions visited; for a table, those with a side to move."""
    won: int | None = None
    """Of these, won by the side to move; None if only the start was proved."""
    drawn: int | None = None
    lost: int | None = None
    longest: int | None = None
    """Length of the longest forced win, in plies."""
    example: str = ""
    """A position with the longest forced win."""
    example_moves: tuple[str, ...] = ()
    """The moves of that win, with best play by both sides."""
    file: str = ""
    """The table or certificate written, if any."""
    details: Mapping[str, object] = field(default_factory=dict)
    """Method-specific statistics."""

    @property
    def best(self) -> tuple[str, ...]:
        """The first moves that preserve value, margin and depth."""
        optimal = self.value, self.margin, self.plies
        return tuple(one.move for one in self.moves if (one.value, one.margin, one.plies) == optimal)

    def as_dict(self) -> dict[str, Any]:
        """The object printed by `--json`."""
        fields = _without_margin(asdict(self))
        fields["moves"] = [_without_margin(asdict(one)) for one in self.moves]
        fields["best"] = list(self.best)
        return fields | dict(fields.pop("details"))


def _without_margin(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out `margin` where there is none."""
    return {key: value for key, value in fields.items() if key != "margin" or value is not None}
