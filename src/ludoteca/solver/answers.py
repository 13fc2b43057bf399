"""What is asked of the solver, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ludoteca.games import Position

VALUES = ("loss", "draw", "win")
Progress = Callable[[int, int, str], None]
"""Called now and then with what is done, what there is to do, and what is being done (a word)."""


def _silent(done: int, total: int, what: str) -> None:
    pass


@dataclass(frozen=True)
class Task:
    """A position to be solved, and with what means."""

    position: Position
    memory: int = 4 << 30
    """Bytes that may be used at once."""
    threads: int = 1
    progress: Progress = _silent
    stopped: Callable[[], bool] = lambda: False
    """Asked often; once it says yes, the work ends with `Stopped`, and what can be kept is kept."""
    folder: Path | None = None
    """Where tables, certificates and unfinished work are kept; None: nowhere."""
    certificate: Path | None = None
    """Where a forward proof is written down, so that others can check it; None: nowhere."""
    keep_every: float = 30.0
    """Seconds between two times that unfinished work is kept."""


@dataclass(frozen=True)
class Estimate:
    """What a method would cost, told before it begins; or why it cannot be used at all."""

    method: str
    fits: bool
    why: str
    """The key of a phrase that says why this method, or why not it; `facts` fill its blanks."""
    facts: Mapping[str, object] = field(default_factory=dict)
    positions: int | None = None
    """At most so many; None where nobody knows before."""
    seconds: float | None = None
    bytes: int | None = None
    """Memory at its peak."""


@dataclass(frozen=True)
class MoveValue:
    """What a first move is worth, for the first player."""

    move: str
    value: str
    """`win`, `draw` or `loss`."""
    plies: int | None
    """Moves to the end after this one is made, itself counted; None where nobody wins."""
    margin: int | None = None


@dataclass(frozen=True)
class Answer:
    """The value of a position, for the first player, and what else became known on the way."""

    value: str
    plies: int | None
    """Moves to the end with best play of both; None for a draw."""
    moves: tuple[MoveValue, ...]
    method: str
    seconds: float
    bytes: int
    """What the work took in memory, or in the file that was written, whichever is more."""
    margin: int | None = None
    """Of counting games: by how much the first player wins."""
    positions: int = 0
    """Positions looked at; those of a table in which somebody is to move."""
    won: int | None = None
    """Of these, won by the side to move; None where only the start was proved."""
    drawn: int | None = None
    lost: int | None = None
    longest: int | None = None
    """Moves of the longest forced win."""
    example: str = ""
    """A position with the longest forced win, …"""
    example_moves: tuple[str, ...] = ()
    """… and the moves of it, with best play of both."""
    file: str = ""
    """The table or certificate that was written, if any."""
    details: Mapping[str, object] = field(default_factory=dict)
    """What a method has to say besides."""

    @property
    def best(self) -> tuple[str, ...]:
        """The first moves that keep the value and the distance."""
        kept = self.value, self.margin, self.plies
        return tuple(one.move for one in self.moves if (one.value, one.margin, one.plies) == kept)

    def as_dict(self) -> dict[str, Any]:
        """As `--json` shows it."""
        found = asdict(self)
        found["moves"] = [
            {key: value for key, value in asdict(one).items() if key != "margin" or value is not None}
            for one in self.moves
        ]
        found["best"] = list(self.best)
        details = found.pop("details")
        return {key: value for key, value in found.items() if key != "margin" or value is not None} | dict(
            details
        )


class Method(Protocol):
    """A way to find the truth."""

    @property
    def name(self) -> str: ...

    def estimate(self, task: Task) -> Estimate:
        """Whether it can be used here, and at what cost. Quick: at most a second or so."""
        ...

    def solve(self, task: Task) -> Answer:
        """The answer. Raises `Stopped` when it is told to stop, `Unsolvable` when it cannot end."""
        ...
