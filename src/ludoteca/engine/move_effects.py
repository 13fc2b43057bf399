"""The effects of a move, from the positions before and after it: captures, flips, promotions, seeds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ludoteca.games import Game, Move, Position
from ludoteca.games.compiler.codes import FIRST, OPS, PASS_RULE, SWAP_RULE
from ludoteca.kernel import Snapshot


@dataclass(frozen=True)
class MoveEffects:
    """The effects of one move."""

    move: Move
    captured: int = 0
    """Enemy pieces removed from the board."""
    flipped: int = 0
    """Enemy pieces that changed sides."""
    stored: int = 0
    """Seeds added to the mover's store."""
    promoted: int = 0
    closes_line: bool = False
    """Whether it completed a line that allows a removal."""
    moves_again: bool = False
    leaves_no_moves: bool = False
    """Whether the opponent can only pass."""


def effects_of(position: Position, after: Position) -> MoveEffects:
    """The effects of the move that led from one position to the next."""
    move = after.last
    assert move is not None
    if any(action[0] in (PASS_RULE, SWAP_RULE) for action in move.actions):
        return MoveEffects(move)
    game, mover = position.game, position.snapshot.mover
    mine, yours = _pieces(game, position.snapshot, mover), _pieces(game, position.snapshot, 1 - mover)
    still_mine = _pieces(game, after.snapshot, mover)
    missing = yours.total() - _pieces(game, after.snapshot, 1 - mover).total()
    placed = sum(_op(game, action[0]) in ("place", "pair") for action in move.actions)
    flipped = min(max(missing, 0), max(still_mine.total() - mine.total() - placed, 0))
    return MoveEffects(
        move,
        captured=max(missing - flipped, 0),
        flipped=flipped,
        stored=_stored(game, position.snapshot, after.snapshot, mover),
        promoted=0 if placed or flipped else sum((still_mine - mine).values()),
        closes_line=_closes_line(position, move),
        moves_again=after.mover == position.mover and not after.is_over,
        leaves_no_moves=_must_pass(after),
    )


def _pieces(game: Game, snapshot: Snapshot, side: int) -> Counter[int]:
    """A side's pieces on the board, by kind."""
    kinds = game.compiled.kinds
    codes = snapshot.cells[: len(game.board.cells)]
    return Counter(kinds.kind_of[code] for code in codes if kinds.who[code] == FIRST + side)


def _op(game: Game, rule: int) -> str:
    return OPS[game.notation.ops[rule]]


def _stored(game: Game, before: Snapshot, after: Snapshot, side: int) -> int:
    if not game.pits:
        return 0
    store = game.pits.stores[side]
    return max(after.pits[store] - before.pits[store], 0)


def _closes_line(position: Position, move: Move) -> bool:
    """Whether a piece was removed because a line was completed."""
    game = position.game
    if not any(_op(game, action[0]) == "remove" for action in move.actions[1:]):
        return False
    turn = game.spec.phase[position.snapshot.phase] if game.spec.phase else game.spec.turn
    then = turn.then if turn else None
    return then is not None and then.shape is not None and then.shape.align is not None


def _must_pass(after: Position) -> bool:
    moves = after.legal_moves
    return len(moves) == 1 and moves[0].actions[0][0] == PASS_RULE
