"""The start position."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.compiler.kinds import PLAYERS, Kinds
from ludoteca.games.compiler.layout import Layout
from ludoteca.games.spec import GameSpec, Setup
from ludoteca.messages import Message


@dataclass
class Start:
    """Cells, hands, pits and the side to move."""

    cells: list[int]
    hands: tuple[list[int], list[int]]
    pits: list[int]
    mover: int


def read_rows(text: str, layout: Layout, letters: tuple[str, ...]) -> list[int] | Message:
    """The piece codes of a board written in rows, or an error message."""
    rows = layout.board.rows
    lines = text.split("/")
    if len(lines) != len(rows):
        return _message("start.rows", found=len(lines), wanted=len(rows))
    cells = [0] * layout.size
    for number, (row, line) in enumerate(zip(rows, lines, strict=True), start=1):
        column, digits = 0, ""
        for mark in line + "\n":
            if mark.isascii() and mark.isdigit():
                digits += mark
                continue
            if digits:
                column += int(digits[:4])
                digits = ""
            if mark == "\n":
                break
            if mark not in letters:
                return _message("start.unknown-letter", letter=mark, row=number, known=letters)
            if column >= len(row):
                return _message("start.long-row", row=number, wanted=len(row))
            cell = row[column]
            if cell is not None:
                cells[cell] = letters.index(mark)
            elif mark != ".":
                return _message("start.no-cell", letter=mark, row=number)
            column += 1
        if column != len(row):
            return _message("start.row-length", row=number, found=column, wanted=len(row))
    return cells


def _message(code: str, **params: object) -> Message:
    return Message("problems", code, params)


def start_of(spec: GameSpec, layout: Layout, kinds: Kinds) -> Start:
    """The start position of a spec; errors are added to the problems."""
    setup = spec.setup or Setup(where="setup")
    start = Start([0] * layout.size, ([0] * len(kinds.names), [0] * len(kinds.names)), [], 0)
    start.mover = int(setup.starts == "second")
    if spec.board.pits is not None:
        _sow_start(spec, setup, start, layout)
        return start
    if setup.seeds is not None:
        layout.problems.add(f"{setup.where}.seeds", "start.no-pits")
    if setup.board is not None:
        read = read_rows(setup.board, layout, kinds.letters)
        if isinstance(read, Message):
            layout.problems.add_message(f"{setup.where}.board", read)
        else:
            start.cells = read
    _stand(setup, start, layout, kinds)
    _hold(setup, start, layout, kinds)
    return start


def _sow_start(spec: GameSpec, setup: Setup, start: Start, layout: Layout) -> None:
    n, seeds = spec.board.pits or 0, setup.seeds or 0
    if not seeds:
        layout.problems.add(setup.where, "start.needs-seeds")
    start.pits = [*[seeds] * n, 0, *[seeds] * n, 0]
    for key in ("board", "first", "second", "shared", "blocked", "hand", "hands"):
        if getattr(setup, key) is not None:
            layout.problems.add(f"{setup.where}.{key}", "start.pieces-in-pits")


def _stand(setup: Setup, start: Start, layout: Layout, kinds: Kinds) -> None:
    """Place pieces given by sets of cells."""
    for side, pieces in enumerate((setup.first, setup.second)):
        for name, phrase in (pieces or {}).items():
            where = f"{setup.where}.{('first', 'second')[side]}.{name}"
            kind = kinds.find(name, where, layout.problems)
            if kind is None:
                continue
            if not kinds.code_of[side][kind]:
                layout.problems.add(where, "pieces.side-has-no-kind", player=PLAYERS[side], kind=name)
                continue
            for cell in layout.cell_sets.cells(phrase, side, where):
                _put(start, cell, kinds.code_of[side][kind], layout, where)
    shared = [code for code, letter in enumerate(kinds.letters) if letter == "*"]
    if setup.shared is not None and not shared:
        layout.problems.add(f"{setup.where}.shared", "pieces.none-shared")
    neutral = (
        (setup.shared if shared else None, shared[0] if shared else 0, "shared"),
        (setup.blocked, 1, "blocked"),
    )
    for where_to, code, key in neutral:
        if where_to is not None:
            for cell in layout.cell_sets.cells(where_to, 0, f"{setup.where}.{key}"):
                _put(start, cell, code, layout, f"{setup.where}.{key}")


def _put(start: Start, cell: int, code: int, layout: Layout, where: str) -> None:
    if start.cells[cell]:
        layout.problems.add(where, "start.two-pieces", cell=layout.board.cells[cell].name)
    start.cells[cell] = code


def _hold(setup: Setup, start: Start, layout: Layout, kinds: Kinds) -> None:
    """Set the pieces in hand."""
    if setup.hand is not None:
        for side in range(2):
            own = [k for k in range(len(kinds.names)) if kinds.code_of[side][k]]
            if own and setup.hand[side]:
                start.hands[side][own[0]] = setup.hand[side]
    for name, pair in (setup.hands or {}).items():
        where = f"{setup.where}.hands.{name}"
        kind = kinds.find(name, where, layout.problems)
        for side in range(2):
            if kind is None or pair[side] is None:
                continue
            if pair[side] and not kinds.code_of[side][kind]:
                layout.problems.add(where, "pieces.side-has-no-kind", player=PLAYERS[side], kind=name)
            start.hands[side][kind] = pair[side]
