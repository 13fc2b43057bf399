"""The results of games at the terminal, in an SQLite file in the user's data folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.games.userdata import CannotWrite, SetAside, data_folder, set_aside
from ludoteca.play.results import Count, GameResult

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
_COUNTS = """
select player, game, side, result, count(*)
from results where (:player is null or player = :player) and (:game is null or game = :game)
and typeof(player) = 'text' and typeof(game) = 'text'
and side in ('first', 'second') and result in ('win', 'draw', 'loss')
group by player, game, side, result
"""


class Scores:
    """The results of all players. A file that cannot be read is set aside and listed in `aside`."""

    def __init__(self, path: Path | None = None, clock: Callable[[], datetime] = datetime.now) -> None:
        self.path = path or data_folder() / "scores.sqlite"
        self.clock = clock
        self.aside: list[SetAside] = []

    def add(self, one: GameResult) -> None:
        """Store a result. Raises `CannotWrite` if it cannot be written."""
        row = (
            self.clock().date().isoformat(), one.game, one.rules, one.player, one.side, one.opponent,
            one.result, one.outcome.reason, one.plies,
        )  # fmt: skip
        self._run("insert into results values (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def counts(self, player: str | None = None, game: str | None = None) -> list[Count]:
        """The number of results of each kind, as `ResultStore` has it."""
        if not self.path.exists():
            return []
        return [_count(row) for row in self._run(_COUNTS, {"player": player, "game": game})]

    def _run(self, statement: str, values: Any) -> list[tuple[Any, ...]]:
        import sqlite3

        try:
            return self._try(statement, values)
        except sqlite3.OperationalError as problem:  # locked, read only, no room: the file itself is sound
            raise CannotWrite("store.file", path=self.path, problem=str(problem)) from None
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
            raise CannotWrite.because(self.path, problem) from None
        with closing(sqlite3.connect(self.path, timeout=10)) as connection:
            yield connection


def _count(row: tuple[Any, ...]) -> Count:
    player, game, side, result, number = row
    return player, game, side, result, number
