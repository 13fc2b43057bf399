"""Immutable positions: pieces, side to move, legal moves, outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from ludoteca.errors import IllegalMove, LimitExceeded
from ludoteca.games.compiler.codes import REASONS
from ludoteca.games.movegen import (
    buttons,
    complete_moves,
    first_clicks,
    is_onto_piece,
    moves_along,
    moves_with_text,
)
from ludoteca.games.notation import Action, Move, find_move
from ludoteca.games.position_text import write_position
from ludoteca.kernel import PositionState, Snapshot

if TYPE_CHECKING:
    from ludoteca.games.game import Game

SIDES = ("first", "second")
_VALUES = "ludoteca.solver.position_values"
"""The solver is in a higher layer; it is found when values are asked for."""


class MoveValue(Protocol):
    """The exact value of a move, for the side that makes it."""

    @property
    def kind(self) -> str: ...
    @property
    def plies(self) -> int | None: ...


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: str | None
    """`first`, `second`, or None for a draw."""
    reason: str
    """The rule that ended it: a condition of the game's file (`align`, `reach`…), `no move`, `repetition`,
    `no progress`, `full board` or `length`."""

    def __str__(self) -> str:
        return f"{self.winner} wins ({self.reason})" if self.winner else f"draw ({self.reason})"


class Position:
    """A position between two moves. Immutable: `play` returns a new one, and threads may share it.

    Copies are the position itself; a pickle contains the game, the position and the history that repetitions
    need."""

    def __init__(
        self, game: Game, snapshot: Snapshot, last: Move | None = None, before: Snapshot | None = None
    ) -> None:
        self.game = game
        self.snapshot = snapshot
        self.last = last
        """The move that led here, if known."""
        self.before = before
        """The position in which it was made, if known: it tells what the move has changed."""

    # -- what is so -----------------------------------------------------------------------------------

    @property
    def mover(self) -> str:
        """The side to move: `first` or `second`."""
        return SIDES[self.snapshot.mover]

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return self.snapshot.ply

    @cached_property
    def text(self) -> str:
        """The position as `BOARD MOVER [key=value …]`."""
        return write_position(self)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game goes on."""
        if not self.snapshot.outcome:
            return None
        winner = {1: "first", 2: "second"}.get(self.snapshot.outcome)
        reason = self.snapshot.reason
        return Outcome(winner, REASONS[reason] if reason in REASONS else self.game.end_name(reason))

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def last_cells(self) -> tuple[int, ...]:
        """The cells of the last move, by number; none if it is not known."""
        path, index = self.last.path if self.last else (), self.game.board.index
        return tuple(index[click] for click in path if click in index)

    @cached_property
    def captured_cells(self) -> tuple[int, ...]:
        """The cells from which the last move took enemy pieces, by number; none if that move is not known."""
        if self.before is None:
            return ()
        who, enemy = self.game.compiled.kinds.who, 2 - self.before.mover
        cells = zip(self.before.cells, self.snapshot.cells, range(len(self.game.board.cells)), strict=False)
        return tuple(cell for was, now, cell in cells if who[was] == enemy != who[now])

    @cached_property
    def winning_cells(self) -> tuple[str, ...]:
        """The cells that show why the game is over, by name: the winning lines, a shortest connecting chain,
        the goal that was reached, the pieces that were captured last or cannot move, the fuller store. Empty
        while the game goes on, and where the end has no place on the board."""
        from ludoteca.games.deciding_cells import deciding_cells  # only needed at the end

        return tuple(self.game.board.cells[cell].name for cell in deciding_cells(self))

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves, sorted by path."""
        with self.game.worker() as worker:
            worker.load(self.snapshot)
            return tuple(complete_moves(worker, self.game.notation))

    @cached_property
    def move_count(self) -> int:
        """The number of legal moves, without generating them as `Move`s."""
        with self.game.worker() as worker:
            worker.load(self.snapshot)
            return worker.perft(1, True)[-1]

    def require_listable(self) -> None:
        """Raises `LimitExceeded` if there are more legal moves than `Game.limit_moves` allows to list."""
        most = self.game.notation.most_moves
        if most is not None and self.move_count > most:
            raise LimitExceeded("limit.listed", limit=most)

    def moves_along(self, path: Sequence[str]) -> list[Move]:
        """The legal moves whose path has this prefix, without generating the others."""
        with self.game.worker() as worker:
            worker.load(self.snapshot)
            return moves_along(worker, self.game.notation, tuple(path))

    def first_clicks(self) -> list[str]:
        """The possible first clicks, without generating all moves."""
        with self.game.worker() as worker:
            worker.load(self.snapshot)
            return first_clicks(worker, self.game.notation)

    def buttons(self) -> list[str]:
        """The clicks of legal moves that are not cells, in move order."""
        with self.game.worker() as worker:
            worker.load(self.snapshot)
            return buttons(worker, self.game.notation)

    @cached_property
    def any_move(self) -> Move:
        """Some legal move of a position that is not over, without generating all."""
        actions: list[Action] = []
        with self.game.worker() as worker:
            worker.load(self.snapshot)
            while not actions or worker.mid_move:
                actions.append(worker.actions()[0])
                worker.make(actions[-1])
        return self.moves_of(actions)[0]

    def values(self) -> dict[str, MoveValue]:
        """Every legal move with its exact value for the side to move, in move order: `kind` is `win`, `draw`
        or `loss`, `plies` the distance to the end, None for a draw. Raises `Unsolvable` where neither a table
        nor a proof takes a few seconds."""
        found: dict[str, MoveValue] = import_module(_VALUES).values_of(self)
        return found

    # -- what can be done -----------------------------------------------------------------------------

    def find(self, move: Move | str | Sequence[str], by: str | None = None) -> Move:
        """The legal move for a text, a path or a move. Raises `IllegalMove` with the reason."""
        if by is not None and by != self.mover and not self.is_over:
            code = "move.turn-of-first" if self.mover == "first" else "move.turn-of-second"
            raise IllegalMove(code, "wrong side to move")
        if isinstance(move, Move):
            return move if move in self._meant(move.text) else self.find(move.text)
        exact = self._meant(move)
        if len(exact) == 1 or (exact and not isinstance(move, str)):
            return exact[0]
        if not isinstance(move, str):
            return self.find("-".join(move))
        found = find_move(move, self.legal_moves)
        if isinstance(found, Move):
            return found
        from ludoteca.games.illegal_moves import explain  # only needed on an error

        raise explain(self, move, found)

    def _meant(self, move: str | Sequence[str]) -> list[Move]:
        """The legal moves with exactly this text or path; the others are not generated."""
        listed = self.__dict__.get("legal_moves")
        if not isinstance(move, str):
            path = tuple(move)
            known = self.moves_along(path) if listed is None else listed
            return [one for one in known if one.path == path]
        if listed is not None:
            return [one for one in listed if one.text == move]
        with self.game.worker() as worker:
            worker.load(self.snapshot)
            return moves_with_text(worker, self.game.notation, move)

    def is_legal(self, move: Move | str | Sequence[str], by: str | None = None) -> bool:
        """Whether the move is among the legal moves."""
        try:
            self.find(move, by)
        except IllegalMove:
            return False
        return True

    def play(self, move: Move | str | Sequence[str], by: str | None = None) -> Position:
        """The position after a move. Raises `IllegalMove` with the reason if it is not legal."""
        return self.after(self.find(move, by))

    def after(self, move: Move) -> Position:
        """The position after a legal move, without the search for it among the legal moves that `play` makes.

        The move must be one of this position. A move of another game or position raises `IllegalMove` if its
        side, pieces or cells do not fit; whether a piece can reach its target is not verified, so use `play`
        for moves from elsewhere."""
        if not isinstance(move, Move):
            raise TypeError(f"a Move is needed, not {type(move).__name__}")
        with self.game.worker() as worker:
            worker.load(self.snapshot)
            try:
                for action in move.actions:
                    worker.make(action)
            except ValueError:
                raise IllegalMove("move.not-now", "not a move", move=move.text) from None
            if worker.mid_move or not move.actions:
                raise IllegalMove("move.not-now", "not a move", move=move.text)
            worker.resolve()
            return Position(self.game, worker.snapshot(), move, self.snapshot)

    def moves_of(self, actions: Iterable[Action]) -> tuple[Move, ...]:
        """A sequence of legal actions as moves. An incomplete last move is dropped. An action that cannot be
        made raises ValueError, or IndexError or OverflowError if its cells are not on the board."""
        moves: list[Move] = []
        waiting: list[tuple[Action, bool]] = []
        with self.game.worker() as worker:
            worker.load(self.snapshot)
            for action in actions:
                waiting.append((action, is_onto_piece(worker, action)))
                worker.make(action)
                if not worker.mid_move:
                    done, taken = zip(*waiting, strict=True)
                    moves.append(self.game.notation.move(done, taken))
                    waiting = []
                    if worker.resolve():
                        break
        return tuple(moves)

    def play_all(self, moves: str | Sequence[str | Move]) -> Position:
        """The position after several moves, given as a list or as a space-separated text."""
        position = self
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.play(move)
        return position

    # -- how it looks ---------------------------------------------------------------------------------

    def svg(
        self, size: int | None = None, flipped: bool = False, lang: str = "en", theme: bool = True
    ) -> str:
        """A picture of the position as a standalone SVG."""
        # Drawing is imported when it is first used: programs that only play never need it.
        from ludoteca.games.scenes import scene
        from ludoteca.render import svg

        return svg(scene(self, flipped, lang), size, theme)

    def draw(self, colour: bool = False, flipped: bool = False) -> str:
        """The position as a text drawing."""
        from ludoteca.games.scenes import scene
        from ludoteca.render import text

        return text(scene(self, flipped), colour)

    def _repr_svg_(self) -> str:
        return self.svg(360)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Position {self.game.name} {self.text!r}>"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game.rules_hash == other.game.rules_hash
            and self.text == other.text
        )

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[object, ...]:
        before = self.before.state if self.before else None
        return restored_position, (self.game, self.snapshot.state, self.last, before)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self


def restored_position(
    game: Game, state: PositionState, last: Move | None, before: PositionState | None = None
) -> Position:
    """The position with a state. Raises ValueError if it is no position of the game."""
    with game.worker() as worker:
        earlier = None
        if before is not None:
            worker.restore(before)
            earlier = worker.snapshot()
        worker.restore(state)
        return Position(game, worker.snapshot(), last, earlier)
