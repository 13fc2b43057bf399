"""Explains why a move is illegal: a reason code and a message that names the cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca.errors import IllegalMove
from ludoteca.games.compiler.codes import BLOCKED, CAPTURE, FIRST, SHARED
from ludoteca.games.notation import Move, normalised

if TYPE_CHECKING:
    from ludoteca.games.position import Position

REASONS = (
    "the game is over", "ambiguous", "not a move", "not on the board", "nothing there", "not your piece",
    "occupied", "a capture is compulsory", "wrong side to move", "unreachable",
)  # fmt: skip
"""All reason codes of an illegal move."""


def explain(position: Position, text: str, candidates: Sequence[Move]) -> IllegalMove:
    """The error for a text that is not a legal move."""
    if position.is_over:
        return IllegalMove("move.game-over", "the game is over", move=text)
    if candidates:
        some = _listed([move.text for move in candidates], 6)
        return IllegalMove("move.ambiguous", "ambiguous", move=text, moves=some)
    if position.game.pits:
        return _explain_pit(position, text, position.game.pits.per_side)
    return _explain_cells(position, text)


def _explain_pit(position: Position, text: str, n: int) -> IllegalMove:
    digits = normalised(text)
    if not digits.isascii() or not digits.isdecimal():
        return IllegalMove("move.pit-number", "not a move", move=text, last=n)
    if digits.startswith("0") or len(digits) > 6 or int(digits) > n:
        return IllegalMove("move.no-such-pit", "not on the board", move=text, last=n)
    pit = int(digits) - 1 + (n + 1) * position.snapshot.mover
    if not position.snapshot.pits[pit]:
        return IllegalMove("move.empty-pit", "nothing there", move=text)
    return IllegalMove("move.must-feed", "unreachable", move=text)


def _explain_cells(position: Position, text: str) -> IllegalMove:
    game = position.game
    index = game.board.index
    parts = [part for part in re.split(r"[-x/*+<>]", normalised(text)) if part and part not in ("off",)]
    parts = [part.split("@")[-1] for part in parts]
    lower = {name.casefold(): number for name, number in index.items()}
    if not parts or normalised(text) in ("pass", "swap"):
        return IllegalMove("move.not-now", "not a move", move=text)
    missing = [part for part in parts if part not in lower and not re.fullmatch(r"[1-9]", part)]
    if missing:
        if not any(part in lower for part in parts) and not re.fullmatch(r"[a-z]{1,2}\d{1,2}", missing[0]):
            example = position.legal_moves[0].text if position.legal_moves else "a1"
            return IllegalMove("move.not-a-move", "not a move", move=text, example=example)
        return IllegalMove("move.off-board", "not on the board", move=text, cell=missing[0])
    cells = [lower[part] for part in parts if part in lower]
    if not cells:
        example = position.legal_moves[0].text
        return IllegalMove("move.not-a-move", "not a move", move=text, example=example)
    return _explain_known(position, text, cells)


def _explain_known(position: Position, text: str, cells: list[int]) -> IllegalMove:
    game, snapshot = position.game, position.snapshot
    who = [game.compiled.kinds.who[code] for code in snapshot.cells[: len(game.board.cells)]]
    own = FIRST + snapshot.mover
    names = [game.board.cells[cell].name for cell in cells]
    moving = any(move.path[0] == names[0] and len(move.path) > 1 for move in position.legal_moves)
    if len(cells) > 1 and not moving and not _is_placing(position):
        if who[cells[0]] == 0:
            return IllegalMove("move.no-piece", "nothing there", move=text, cell=names[0])
        if who[cells[0]] not in (own, SHARED):
            code = "move.blocked" if who[cells[0]] == BLOCKED else "move.not-your-piece"
            return IllegalMove(code, "not your piece", move=text, cell=names[0])
    captures = [
        move.text for move in position.legal_moves if "x" in move.text or any(a[5] for a in move.actions)
    ]
    stage = game.compiled.data.stages[snapshot.stage]
    if stage.capture in (CAPTURE["compulsory"], CAPTURE["most"]) and len(captures) == len(
        position.legal_moves
    ):
        code = "move.must-capture-most" if stage.capture == CAPTURE["most"] else "move.must-capture"
        return IllegalMove(code, "a capture is compulsory", move=text, moves=_listed(captures, 8))
    target = cells[1] if len(cells) > 1 else cells[0]
    if who[target] not in (0,) and not (len(cells) == 1 and who[target] == own and not _is_placing(position)):
        code = "move.blocked" if who[target] == BLOCKED else "move.occupied"
        return IllegalMove(code, "occupied", move=text, cell=game.board.cells[target].name)
    if len(cells) == 1 and not _is_placing(position):
        example = position.legal_moves[0].text
        return IllegalMove("move.incomplete", "not a move", move=text, example=example)
    if len(cells) > 1:
        return IllegalMove("move.unreachable-from", "unreachable", move=text, cell=names[-1], start=names[0])
    return IllegalMove("move.unreachable", "unreachable", move=text, cell=names[-1])


def _listed(moves: list[str], most: int) -> tuple[str, ...]:
    return (*moves[:most], "…") if len(moves) > most else tuple(moves)


def _is_placing(position: Position) -> bool:
    return any(len(move.path) == 1 or "@" in move.text for move in position.legal_moves)
