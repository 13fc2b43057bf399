"""Positions as text: `BOARD MOVER [key=value …]`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ludoteca.errors import NONE, BadPosition, did_you_mean
from ludoteca.games.compiler.codes import OPS
from ludoteca.games.compiler.start import read_rows
from ludoteca.games.problems import nearest
from ludoteca.kernel.constants import NO_CELL
from ludoteca.messages import Message

if TYPE_CHECKING:
    from ludoteca.games.compiler.sowing import PitLayout
    from ludoteca.games.game import Game
    from ludoteca.games.position import Position
    from ludoteca.kernel import Snapshot

FIELDS = ("hand", "stores", "ply", "stage", "moved")
MOST_SEEDS = MOST_IN_HAND = 250
MOST_PLIES = 4000


def write_position(position: Position) -> str:
    """The canonical text of a position."""
    game, snapshot = position.game, position.snapshot
    parts = [_pits(snapshot, game.pits) if game.pits else _rows(position), "xo"[snapshot.mover]]
    if game.pits:
        stores = game.pits.stores
        parts.append(f"stores={snapshot.pits[stores[0]]},{snapshot.pits[stores[1]]}")
    kinds = game.compiled.kinds
    hands = [
        f"{kinds.letters[kinds.code_of[side][kind]]}{snapshot.hand(side)[kind]}"
        for side in range(2)
        for kind in range(len(kinds.names))
        if snapshot.hand(side)[kind]
    ]
    if hands:
        parts.append("hand=" + ",".join(hands))
    if game.traits.counts_moves and _ply_matters(position):
        parts.append(f"ply={snapshot.ply}")
    if snapshot.mid_move:
        parts.append(f"stage={_stage_name(game, snapshot.stage)}")
        if snapshot.anchor < game.compiled.layout.size:
            parts.append(f"moved={game.board.cells[snapshot.anchor].name}")
    return " ".join(parts)


def _ply_matters(position: Position) -> bool:
    """Whether the text must include the ply number. After the opening phases it need not: without a ply
    number, any board but the start position counts as past them."""
    game, snapshot = position.game, position.snapshot
    if game.traits.swap or game.traits.counts_turns:
        return True
    start = bytes(game.compiled.start.cells)
    return snapshot.ply < game.traits.last_counted_ply or snapshot.cells[: len(start)] == start


def _rows(position: Position) -> str:
    game, cells = position.game, position.snapshot.cells
    rows = []
    for row in game.board.rows:
        marks = "".join("." if cell is None else game.compiled.kinds.letters[cells[cell]] for cell in row)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), marks))
    return "/".join(rows)


def _pits(snapshot: Snapshot, layout: PitLayout) -> str:
    pits, n = snapshot.pits, layout.per_side
    top = [pits[i] for i in range(2 * n, n, -1)]
    return ",".join(map(str, top)) + "/" + ",".join(str(pits[i]) for i in range(n))


def _stage_name(game: Game, stage: int) -> str:
    """The first action of a stage; with a number, if an earlier stage of the turn has the same."""
    data = game.compiled.data
    begun = max(first for _, _, first in data.phases if first <= stage)
    names = [
        OPS[data.rules[row.first_rule[0 if row.rules[0] else 1]].op] for row in data.stages[begun : stage + 1]
    ]
    times = names[1:].count(names[-1])
    return names[-1] if times < 2 else f"{names[-1]}-{times}"


def read_position(game: Game, text: str) -> Position:
    """The position that a text describes. Raises `BadPosition`."""
    words = text.split()
    if len(words) < 2:
        raise BadPosition("position.incomplete", text=text)
    if words[1] not in ("x", "o"):
        raise BadPosition("position.mover", mover=words[1])
    fields = _fields(words[2:])
    cells, pits = [0] * game.compiled.layout.size, list[int]()
    if game.pits:
        pits = _read_pits(game.pits, words[0], fields.get("stores", "0,0"))
    else:
        read = read_rows(words[0], game.compiled.layout, game.compiled.kinds.letters)
        if isinstance(read, Message):
            raise BadPosition("position.board", board=words[0], problem=read)
        cells = read
    hands = _read_hands(game, fields.get("hand", ""))
    ply = _read_ply(game, fields, cells)
    stage, anchor = _read_stage(game, fields)
    return game.set_up(cells, "xo".index(words[1]), hands, pits, ply, stage, anchor)


def _fields(words: list[str]) -> dict[str, str]:
    fields = {}
    for one in words:
        key, equals, value = one.partition("=")
        if not equals or key not in FIELDS:
            hint = did_you_mean(nearest(key, FIELDS))
            raise BadPosition("position.unknown-field", word=one, hint=hint, known=FIELDS)
        fields[key] = value
    return fields


def _number(text: str, most: int, code: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6 or int(text) > most:
        raise BadPosition(code, most=most, text=text)
    return int(text)


def _read_pits(layout: PitLayout, board: str, stores: str) -> list[int]:
    n = layout.per_side
    rows = [row.split(",") for row in board.split("/")]
    if len(rows) != 2 or any(len(row) != n for row in rows):
        row = ",".join("4" * n)
        raise BadPosition("position.pits", board=board, n=n, row=row)
    numbers = [[_number(item, MOST_SEEDS, "position.seeds-number") for item in row] for row in rows]
    kept = stores.split(",")
    if len(kept) != 2:
        raise BadPosition("position.stores", text=stores)
    first, second = (_number(item, MOST_SEEDS, "position.store-number") for item in kept)
    pits = [*numbers[1], first, *reversed(numbers[0]), second]
    if sum(pits) > MOST_SEEDS:
        raise BadPosition("position.too-many-seeds", seeds=sum(pits), limit=MOST_SEEDS)
    return pits


def _read_hands(game: Game, text: str) -> tuple[list[int], list[int]]:
    kinds = game.compiled.kinds
    hands: tuple[list[int], list[int]] = ([0] * len(kinds.names), [0] * len(kinds.names))
    for item in text.split(",") if text else []:
        letter, number = item[:1], item[1:]
        codes = [
            code for code in range(2, len(kinds.letters)) if kinds.letters[code] == letter and letter != "*"
        ]
        if not codes:
            raise BadPosition("position.hand", item=item)
        hands[kinds.who[codes[0]] - 1][kinds.kind_of[codes[0]]] = _number(
            number, MOST_IN_HAND, "position.hand-number"
        )
    return hands


def _read_ply(game: Game, fields: dict[str, str], cells: list[int]) -> int:
    """The ply number; if it is missing, any board but the start position is past the opening."""
    if "ply" in fields:
        return _number(fields["ply"], MOST_PLIES, "position.ply-number")
    if not game.traits.counts_moves or cells == game.compiled.start.cells:
        return 0
    if game.traits.swap:
        return sum(code > 1 for code in cells)  # each move so far has placed a piece
    return game.traits.last_counted_ply


def _read_stage(game: Game, fields: dict[str, str]) -> tuple[int, int]:
    if "stage" not in fields:
        return -1, NO_CELL
    first = {stage for _, _, stage in game.compiled.data.phases}
    later = {_stage_name(game, n): n for n in range(len(game.compiled.data.stages)) if n not in first}
    if fields["stage"] not in later:
        raise BadPosition("position.unknown-stage", stage=fields["stage"], known=tuple(later) or NONE)
    moved = fields.get("moved", "")
    if moved and moved not in game.board.index:
        raise BadPosition("position.unknown-cell", cell=moved)
    if not moved and fields["stage"].partition("-")[0] == "shoot":
        raise BadPosition("position.moved", stage=fields["stage"])
    return later[fields["stage"]], game.board.index.get(moved, NO_CELL)
