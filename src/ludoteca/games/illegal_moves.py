"""Why a move is not legal: the reason as one word for programs and a sentence that names the cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca.errors import IllegalMove
from ludoteca.games.compiler.codes import BLOCKED, CAPTURE, FIRST, SHARED
from ludoteca.games.notation import Move, plain

if TYPE_CHECKING:
    from ludoteca.games.position import Position

REASONS = (
    "the game is over", "ambiguous", "not a move", "not on the board", "nothing there", "not your piece",
    "occupied", "a capture is compulsory", "wrong side to move", "unreachable",
)  # fmt: skip
"""All reasons a move can be refused for."""


def explain(position: Position, text: str, candidates: Sequence[Move]) -> IllegalMove:
    """The error for a text that is not a legal move."""
    if position.is_over:
        return IllegalMove(f"{text}: the game is over, {position.outcome}.", "the game is over")
    if candidates:
        some = ", ".join(move.text for move in candidates[:6]) + (", …" if len(candidates) > 6 else "")
        return IllegalMove(f"{text}: this could be any of {some}.", "ambiguous")
    if position.game.pits:
        return _explain_pit(position, text, position.game.pits.per_side)
    return _explain_cells(position, text)


def _explain_pit(position: Position, text: str, n: int) -> IllegalMove:
    if not plain(text).isdecimal():
        return IllegalMove(f"{text}: a move is the number of a pit, 1 to {n}.", "not a move")
    if not 1 <= int(plain(text)[:6]) <= n:
        return IllegalMove(f"{text}: there is no such pit; they are numbered 1 to {n}.", "not on the board")
    pit = int(plain(text)) - 1 + (n + 1) * position.snapshot.mover
    if not position.snapshot.pits[pit]:
        return IllegalMove(f"{text}: that pit is empty.", "nothing there")
    return IllegalMove(f"{text}: the other side has no seeds and must be given some.", "unreachable")


def _explain_cells(position: Position, text: str) -> IllegalMove:
    game = position.game
    index = game.board.index
    parts = [part for part in re.split(r"[-x/*+<>]", plain(text)) if part and part not in ("off",)]
    parts = [part.split("@")[-1] for part in parts]
    lower = {name.casefold(): number for name, number in index.items()}
    if not parts or plain(text) in ("pass", "swap"):
        what = plain(text) if plain(text) in ("pass", "swap") else "that"
        return IllegalMove(f"{text}: {what} is not possible now.", "not a move")
    missing = [part for part in parts if part not in lower and not re.fullmatch(r"[1-9]", part)]
    if missing:
        if not any(part in lower for part in parts) and not re.fullmatch(r"[a-z]{1,2}\d{1,2}", missing[0]):
            example = position.legal_moves[0].text if position.legal_moves else "a1"
            return IllegalMove(f"{text}: this is not a move. A move looks like {example}.", "not a move")
        return IllegalMove(f"{text}: {missing[0]} is not on the board.", "not on the board")
    cells = [lower[part] for part in parts if part in lower]
    if not cells:
        example = position.legal_moves[0].text
        return IllegalMove(f"{text}: this is not a move. A move looks like {example}.", "not a move")
    return _explain_known(position, text, cells)


def _explain_known(position: Position, text: str, cells: list[int]) -> IllegalMove:
    game, snapshot = position.game, position.snapshot
    who = [game.compiled.kinds.who[code] for code in snapshot.cells[: len(game.board.cells)]]
    own = FIRST + snapshot.mover
    names = [game.board.cells[cell].name for cell in cells]
    moving = any(move.path[0] == names[0] and len(move.path) > 1 for move in position.legal_moves)
    if len(cells) > 1 and not moving and not _is_placing(position):
        if who[cells[0]] == 0:
            return IllegalMove(f"{text}: there is no piece on {names[0]}.", "nothing there")
        if who[cells[0]] not in (own, SHARED):
            what = "blocked" if who[cells[0]] == BLOCKED else "not your piece"
            return IllegalMove(f"{text}: the piece on {names[0]} is {what}.", "not your piece")
    captures = [
        move.text for move in position.legal_moves if "x" in move.text or any(a[5] for a in move.actions)
    ]
    stage = game.compiled.data["stages"][snapshot.stage]
    if stage["capture"] in (CAPTURE["compulsory"], CAPTURE["most"]) and len(captures) == len(
        position.legal_moves
    ):
        rule = " of the most pieces" if stage["capture"] == CAPTURE["most"] else ""
        more = ", …" if len(captures) > 8 else ""
        return IllegalMove(
            f"{text}: a capture{rule} is compulsory: {', '.join(captures[:8])}{more}.",
            "a capture is compulsory",
        )
    target = cells[1] if len(cells) > 1 else cells[0]
    if who[target] not in (0,) and not (len(cells) == 1 and who[target] == own and not _is_placing(position)):
        held = "blocked" if who[target] == BLOCKED else "occupied"
        return IllegalMove(f"{text}: {game.board.cells[target].name} is {held}.", "occupied")
    if len(cells) == 1 and not _is_placing(position):
        return IllegalMove(
            f"{text}: where from, and where to? A move looks like {position.legal_moves[0].text}.",
            "not a move",
        )
    return IllegalMove(
        f"{text}: {names[-1]} cannot be reached{f' from {names[0]}' if len(cells) > 1 else ''}.",
        "unreachable",
    )


def _is_placing(position: Position) -> bool:
    return any(len(move.path) == 1 or "@" in move.text for move in position.legal_moves)
