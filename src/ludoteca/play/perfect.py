"""The player that cannot err: it plays from a table of solved positions."""

from __future__ import annotations

from ludoteca.errors import LudotecaError, Unsolvable
from ludoteca.games import Game, Move, Position
from ludoteca.play.players import register, whole
from ludoteca.solver import QUICK, Table, Task, Value, table_for, tables_folder


class NoTable(LudotecaError):
    """There is no table of the game, and none is made quickly."""


@register("perfect", most=whole(0, 10**10))
class Perfect:
    """Plays from a table of solved positions: wins soonest, loses latest, and sets traps in a draw."""

    def __init__(self, most: int = QUICK) -> None:
        """A table of at most so many positions is made if there is none."""
        self.most = most
        self._table: Table | None = None

    def prepare(self, game: Game) -> None:
        """Find the table, or make it. Raises `NoTable`."""
        self._knowing(game.start())

    def choose(self, position: Position) -> Move:
        """The same move in the same position."""
        table = self._knowing(position)
        judged = [(_value(table, position.play(move)).before(), move) for move in position.legal_moves]
        best = max(value.rank for value, _ in judged)
        moves = [move for value, move in judged if value.rank == best]
        if best != (0, 0):
            return moves[0]
        return min(moves, key=lambda move: _ways_to_hold(table, position.play(move)))

    def _knowing(self, position: Position) -> Table:
        table = self._table
        if table is None or table.game is not position.game or not table.space.covers(position):
            try:
                table = table_for(position, Task(position, folder=tables_folder()), self.most)
            except Unsolvable:
                name = position.game.name
                raise NoTable(
                    f"{name} has no table of solved positions, and none is made quickly. "
                    f"See: ludoteca solve {name}"
                ) from None
        self._table = table
        return table


def _value(table: Table, position: Position) -> Value:
    value = table.value(position)
    if value is None:
        raise NoTable(f"{table.path} does not know {position.text}.")
    return value


def _ways_to_hold(table: Table, position: Position) -> int:
    """How many moves of the opponent keep a draw: the fewer, the easier it is to go wrong."""
    if position.is_over:
        return 0
    values = [_value(table, position.play(move)) for move in position.legal_moves]
    return sum(value.kind == "draw" for value in values)
