"""Who won what: each finished game of a person, in a small database in their own folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.games import Outcome
from ludoteca.play.userdata import CannotKeep, SetAside, data_folder, set_aside

if TYPE_CHECKING:
    import sqlite3

_TABLE = """
create table if not exists results (
    day      text not null,
    game     text not null,
    rules    text not null,
    player   text not null,
    side     text not null check (side in ('first', 'second')),
    opponent text not null,
    result   text not null check (result in ('win', 'draw', 'loss')),
    reason   text not null,
    plies    integer not null
)
"""
_TALLIES = """
select player, game, side, sum(result = 'win'), sum(result = 'draw'), sum(result = 'loss')
from results where (:player is null or player = :player) and (:game is null or game = :game)
group by player, game, side order by player, game, side
"""


@dataclass(frozen=True)
class Finished:
    """One finished game, as one of its players sees it."""

    player: str
    side: str
    opponent: str
    game: str
    rules: str
    outcome: Outcome
    plies: int

    @property
    def result(self) -> str:
        if self.outcome.winner is None:
            return "draw"
        return "win" if self.outcome.winner == self.side else "loss"


@dataclass(frozen=True)
class Tally:
    """What a player has done in a game, with one side or with both."""

    player: str
    game: str
    side: str
    """`first`, `second`, or `both`."""
    wins: int
    draws: int
    losses: int


class Scores:
    """The results of all players here. A file that cannot be read is set aside, and listed in `aside`."""

    def __init__(self, path: Path | None = None, clock: Callable[[], datetime] = datetime.now) -> None:
        self.path = path or data_folder() / "scores.sqlite"
        self.clock = clock
        self.aside: list[SetAside] = []

    def add(self, game: Finished) -> None:
        """Count a finished game. Raises `CannotKeep` if it cannot be written down."""
        row = (
            self.clock().date().isoformat(), game.game, game.rules, game.player, game.side, game.opponent,
            game.result, game.outcome.reason, game.plies,
        )  # fmt: skip
        self._run("insert into results values (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def tallies(self, player: str | None = None, game: str | None = None) -> list[Tally]:
        """Wins, draws and losses of each player in each game, side by side."""
        if not self.path.exists():
            return []
        return [Tally(*row) for row in self._run(_TALLIES, {"player": player, "game": game})]

    def tally(self, player: str, game: str) -> Tally:
        """What one player has done in one game, with both sides."""
        lines = self.tallies(player, game)
        wins, draws, losses = (sum(getattr(t, what) for t in lines) for what in ("wins", "draws", "losses"))
        return Tally(player, game, "both", wins, draws, losses)

    def _run(self, statement: str, values: Any) -> list[tuple[Any, ...]]:
        import sqlite3

        try:
            return self._try(statement, values)
        except sqlite3.OperationalError as problem:  # locked, read only, no room: the file itself is sound
            raise CannotKeep(f"{self.path}: {problem}.") from None
        except sqlite3.DatabaseError as problem:
            self.aside.append(set_aside(self.path, str(problem), self.clock()))
            return self._try(statement, values)

    def _try(self, statement: str, values: Any) -> list[tuple[Any, ...]]:
        with self._open() as connection, connection:
            connection.execute(_TABLE)
            return connection.execute(statement, values).fetchall()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        import sqlite3

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise CannotKeep(f"{self.path}: {problem.strerror or problem}.") from None
        with closing(sqlite3.connect(self.path, timeout=10)) as connection:
            yield connection
