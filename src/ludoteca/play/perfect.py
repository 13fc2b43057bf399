"""The perfect player: it plays from a tablebase, or proves the value of every move if that is quick."""

from __future__ import annotations

import time

from ludoteca.engine import Draw, Loss, Score, Win
from ludoteca.errors import BadTable, LudotecaError, Unsolvable
from ludoteca.games import Game, Move, Position
from ludoteca.play.players import decimal, register, whole
from ludoteca.play.thinking import LINE_MOVES, Thinking, Watch
from ludoteca.solver import (
    METHODS,
    QUICK,
    Table,
    Task,
    Value,
    find_table,
    new_tables_folder,
    proved_value,
    table_for,
    tables_folder,
)


class NoTable(LudotecaError):
    """There is no tablebase of the game, and none can be made quickly."""


@register("perfect", most=whole(0, 10**10), seconds=decimal(0.0, 3600.0))
class Perfect:
    """Plays from a table of solved positions: wins soonest, loses latest, and sets traps in a draw."""

    def __init__(self, most: int = QUICK, seconds: float = 5.0) -> None:
        """A missing table is made if it has at most `most` positions; else every move is proved, if that is
        estimated to take at most `seconds`."""
        self.most, self.seconds = most, seconds
        self._table: Table | None = None

    def prepare(self, game: Game) -> None:
        """Load or make the table. Raises `NoTable`."""
        start = game.start()
        if self._covering_table(start) is None and not self._can_prove(start):
            raise _no_table(game)

    def choose(self, position: Position) -> Move:
        """The same move in the same position."""
        return self.think(position).move

    def think(self, position: Position, seconds: float | None = None, watch: Watch | None = None) -> Thinking:
        """Its move with its proved value; the nodes are the positions looked up in the table."""
        started = time.perf_counter()
        table = self._covering_table(position)
        if table is None:
            move, value = self._prove(position)
            return Thinking(move, time.perf_counter() - started, "proof", score=_score(value), line=(move,))
        move, value, nodes = _best(table, position)
        line = [move]
        after = position.play(move)
        while not after.is_over and len(line) < LINE_MOVES:
            reply, _, more = _best(table, after)
            line.append(reply)
            after, nodes = after.play(reply), nodes + more
        spent = time.perf_counter() - started
        return Thinking(move, spent, "table", None, nodes, 0, _score(value), tuple(line))

    def _covering_table(self, position: Position) -> Table | None:
        """A table that covers the position, if there is one or it can be made quickly."""
        table = self._table
        if table is None or table.game is not position.game or not table.space.covers(position):
            try:
                table = _kept_table(position) or table_for(
                    position, Task(position, folder=new_tables_folder()), self.most
                )
            except Unsolvable:
                return None
        self._table = table
        return table

    def _can_prove(self, position: Position) -> bool:
        """Whether a forward proof fits in memory and is estimated to be quick."""
        task = Task(position)
        estimates = [method.estimate(task) for method in METHODS if method.name != "retrograde"]
        first = next((one for one in estimates if one.fits), None)
        return first is not None and first.seconds is not None and first.seconds <= self.seconds

    def _prove(self, position: Position) -> tuple[Move, Value]:
        if not self._can_prove(position):
            raise _no_table(position.game)
        _, moves, _ = proved_value(Task(position))
        best = max(moves, key=lambda one: one[1].rank)
        return position.find(best[0]), best[1]


def _best(table: Table, position: Position) -> tuple[Move, Value, int]:
    """The best move with its value, and the number of positions looked up."""
    valued = [(_value(table, position.play(move)).before(), move) for move in position.legal_moves]
    value, first = max(valued, key=lambda one: one[0].rank)
    moves = [move for other, move in valued if other.rank == value.rank]
    if value.rank != (0, 0):
        return first, value, len(valued)
    replies = {move: _drawing_replies(table, position.play(move)) for move in moves}
    return (
        min(moves, key=lambda move: replies[move][0]),
        value,
        len(valued) + sum(n for _, n in replies.values()),
    )


def _score(value: Value) -> Score:
    kinds: dict[str, type[Win | Loss | Draw]] = {"win": Win, "loss": Loss, "draw": Draw}
    return kinds[value.kind](value.plies or 0)


def _kept_table(position: Position) -> Table | None:
    """A table in the user's folder; a damaged one is made anew."""
    try:
        return find_table(position, tables_folder())
    except BadTable:
        return None


def _no_table(game: Game) -> NoTable:
    return NoTable("table.missing", game=game.name)


def _value(table: Table, position: Position) -> Value:
    value = table.value(position)
    if value is None:
        raise NoTable("table.unknown-position", path=table.path, position=position.text)
    return value


def _drawing_replies(table: Table, position: Position) -> tuple[int, int]:
    """The number of the opponent's replies that keep the draw, and of all; fewer make a better trap."""
    if position.is_over:
        return 0, 0
    values = [_value(table, position.play(move)) for move in position.legal_moves]
    return sum(value.kind == "draw" for value in values), len(values)
