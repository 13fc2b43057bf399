"""A board as a page needs it: the picture that `render` draws, the buttons over it, and where they go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot

from ludoteca.games import Game, Position, scenes
from ludoteca.geometry import Board
from ludoteca.play import terms
from ludoteca.play.language import Phrases, Table
from ludoteca.render import Scene, boxes, svg
from ludoteca.render.frame import frame_of
from ludoteca.render.marks import last_move
from ludoteca.render.palette import themed
from ludoteca.render.tokens import token
from ludoteca.web.tables.opening import Recent

CELLS: Table = {
    "cell.empty": ("{cell}, empty", "{cell}, vazio"),
    "cell.piece": ("{cell}, {side}", "{cell}, {side}"),
    "cell.kind": ("{cell}, {kind} of {side}", "{cell}, {kind} de {side}"),
    "cell.shared": ("{cell}, shared piece", "{cell}, peça comum"),
    "cell.blocked": ("{cell}, blocked", "{cell}, bloqueado"),
    "cell.seeds": ("{cell}, {n} seed|{cell}, {n} seeds", "{cell}, {n} semente|{cell}, {n} sementes"),
    "cell.pit": ("pit {number} of {side}", "cova {number} de {side}"),
    "cell.store": ("store of {side}", "depósito de {side}"),
}
WORDS = Phrases(CELLS)


@dataclass(frozen=True)
class CellButton:
    """A cell as a button."""

    number: int
    click: str
    """What a path calls it."""
    label: str
    is_last: bool
    is_piece: bool
    go: str
    """The cells to the left, right, up and down, by number; empty where there is none."""


@dataclass(frozen=True)
class BoardView:
    """One position, ready for a page."""

    picture: str
    rows: tuple[tuple[CellButton, ...], ...]
    shape: str
    """`grid`, `hex`, `pits` or `graph`."""
    ratio: float
    """Width by height."""


def view(position: Position, lang: str, flipped: bool = False, show_last: bool = True) -> BoardView:
    """The board of a position."""
    scene = plain_scene(position, lang, flipped)
    if not show_last:
        scene = replace(scene, last=())
    board = scene.board
    last = set(scene.last)
    around = neighbours(position.game.board)
    rows = tuple(
        tuple(
            CellButton(
                number=n,
                click=board.cells[n].name,
                label=cell_label(position, scene, n, lang),
                is_last=n in last,
                is_piece=n in scene.pieces,
                go=around[n],
            )
            for n in row
        )
        for row in rows_of(board)
    )
    width, height = _size(scene)
    return BoardView(as_layer(_drawn(position.game, scene)), rows, board.shape, width / height)


def plain_view(position: Position, lang: str) -> BoardView:
    """A second board on a page: no last move, and pieces without names of their own, which the first has."""
    shown = view(position, lang, show_last=False)
    return replace(shown, picture=shown.picture.replace(' id="piece-', ' data-piece="'))


def plain_scene(position: Position, lang: str, flipped: bool = False) -> Scene:
    """The scene without what is held in hand: a page shows that beside the board, whose size then stays."""
    return replace(scenes.scene(position, flipped, lang), hands=("", ""))


def dark_first(game: Game) -> bool:
    """Whether first's pieces are called black, and are to be drawn dark: then a page changes the colours."""
    return game.words("en").sides[0].casefold() == "black"


_NO_PIECES = '<g class="pieces"/>'
_empty: Recent[tuple[str, bool], str] = Recent(200)
"""Boards without pieces, by their rules and how they are turned: most of a picture never changes."""


def _drawn(game: Game, scene: Scene) -> str:
    """The whole picture, as `svg` gives it."""
    if scene.counts is not None:
        return svg(scene)
    key = (game.rules_hash, scene.flipped)
    bare = _empty.get(key)
    if bare is None:
        bare = svg(replace(scene, pieces={}, last=(), title="", description=""))
        _empty.put(key, bare)
    frame = frame_of(scene)
    pieces = [
        token(look, scene.board.cells[cell].name, frame.cell(cell), themed)
        for cell, look in sorted(scene.pieces.items())
    ]
    group = f'<g class="pieces">{"".join(pieces)}</g>' if pieces else _NO_PIECES
    return bare.replace(_NO_PIECES, group + "".join(last_move(scene, frame, themed)), 1)


# -- the picture --------------------------------------------------------------------------------------

_HEAD = re.compile(r"<title>.*?</title>(?:<desc>.*?</desc>)?", re.DOTALL)
_PIECE = re.compile(r'<g class="piece ([^"]*)" data-cell="([^"]*)"')


def as_layer(picture: str) -> str:
    """A picture that lies under buttons: it says nothing itself, and its pieces can be told apart."""
    picture = _HEAD.sub("", picture, count=1).replace('role="img"', 'aria-hidden="true" focusable="false"', 1)
    return _PIECE.sub(r'<g id="piece-\2" class="piece \1" data-cell="\2"', picture)


def _size(scene: Scene) -> tuple[float, float]:
    _, _, width, height = frame_of(scene).view
    return width, height


# -- the buttons --------------------------------------------------------------------------------------


def rows_of(board: Board) -> list[list[int]]:
    """All cells in rows, from the top; stores, which stand between rows, last."""
    rows = [[n for n in row if n is not None] for row in board.rows]
    rows = [row for row in rows if row]
    seen = {n for row in rows for n in row}
    rest = [n for n in range(len(board.cells)) if n not in seen]
    return [*rows, rest] if rest else rows


def cell_label(position: Position, scene: Scene, number: int, lang: str) -> str:
    """What a cell is called, and what stands there."""
    game, name = position.game, scene.board.cells[number].name
    if scene.counts is not None:
        side = "second" if name.endswith("'") else "first"
        key = "cell.store" if name.startswith("store") else "cell.pit"
        called = WORDS.say(lang, key, number=name.rstrip("'"), side=terms.side(lang, game, side))
        return WORDS.say(lang, "cell.seeds", cell=called, n=scene.counts.get(number, 0))
    look = scene.pieces.get(number)
    if look is None:
        return WORDS.say(lang, "cell.empty", cell=name)
    if look.side in ("neutral", "shared"):
        return WORDS.say(lang, "cell.blocked" if look.side == "neutral" else "cell.shared", cell=name)
    side, kind = terms.side(lang, game, look.side), _kind(position, number, lang)
    return WORDS.say(lang, "cell.kind" if kind else "cell.piece", cell=name, side=side, kind=kind)


def _kind(position: Position, number: int, lang: str) -> str:
    """The name of a piece's kind, where a side has several."""
    game, kinds = position.game, position.game.compiled.kinds
    code = position.snapshot.cells[number]
    side = kinds.who[code] - 1
    if side not in (0, 1) or len(kinds.of_side(side)) == 1:
        return ""
    name = kinds.names[kinds.kind_of[code]]
    return (game.words(lang).pieces or {}).get(name, name)


_WAYS = ((-1, 0), (1, 0), (0, 1), (0, -1))
"""Left, right, up and down."""


@lru_cache(maxsize=128)
def _around(cells: tuple[tuple[float, float], ...]) -> tuple[str, ...]:
    found = [[_nearest(cells, x, y, dx, dy) for dx, dy in _WAYS] for x, y in cells]
    for _ in cells:
        lost = set(range(len(cells))) - _reached(found)
        if not lost:
            break
        _lead_to(min(lost), cells, found)
    return tuple(",".join("" if way is None else str(way) for way in ways) for ways in found)


def _reached(ways: list[list[int | None]]) -> set[int]:
    """The cells that can be walked to from the first."""
    seen, waiting = {0}, [0]
    while waiting:
        for way in ways[waiting.pop()]:
            if way is not None and way not in seen:
                seen.add(way)
                waiting.append(way)
    return seen


def _lead_to(lost: int, cells: tuple[tuple[float, float], ...], ways: list[list[int | None]]) -> None:
    """Let an arrow of some cell lead to one that no arrow leads to: an arrow that led nowhere, or where
    another arrow of that cell leads too."""
    x, y = cells[lost]
    near = sorted(_reached(ways), key=lambda n: hypot(cells[n][0] - x, cells[n][1] - y))
    for place in near:
        dx, dy = x - cells[place][0], y - cells[place][1]
        fits = [n for n, (ux, uy) in enumerate(_WAYS) if dx * ux + dy * uy > 1e-6]
        spare = [n for n in fits if ways[place][n] is None or ways[place].count(ways[place][n]) > 1]
        if spare:
            ways[place][spare[0]] = lost
            return
    dx, dy = x - cells[near[0]][0], y - cells[near[0]][1]
    ways[near[0]][max(range(4), key=lambda n: dx * _WAYS[n][0] + dy * _WAYS[n][1])] = lost


def _nearest(cells: tuple[tuple[float, float], ...], x: float, y: float, dx: int, dy: int) -> int | None:
    """The cell that one means by an arrow key: near, and rather straight on than aside."""
    best, least = None, 1e9
    for number, (cx, cy) in enumerate(cells):
        along = (cx - x) * dx + (cy - y) * dy
        aside = abs((cx - x) * dy) + abs((cy - y) * dx)
        if along > 1e-6:
            far = hypot(along, 2.5 * aside)
            if far < least:
                best, least = number, far
    return best


def neighbours(board: Board) -> tuple[str, ...]:
    """For each cell the cells to its left and right, above and below, by number."""
    return _around(tuple((cell.x, cell.y) for cell in board.cells))


# -- where they go ------------------------------------------------------------------------------------


def stylesheet(game: Game) -> str:
    """Where each button lies over the picture, from either seat: a page may hold no styles of its own."""
    lines = []
    for flipped, scope in ((False, ".board"), (True, ".board.flipped")):
        scene = plain_scene(game.start(), "en", flipped)
        for number, box in boxes(scene).items():
            lines.append(f'{scope} [data-n="{number}"]{{{_place(box)}}}')
        for block, box in _blocks(scene, boxes(scene)).items():
            left, top, width, height = box
            for sign, at in (("+", left + width / 2), ("-", left)):
                turn = (at, top + height / 2 - 0.05, width / 2, 0.1)
                lines.append(f'{scope} [data-click="{block}{sign}"].turn{{{_place(turn)}}}')
    width, height = _size(plain_scene(game.start(), "en"))
    lines.append(f":root{{--ratio:{width / height:.4f};--cell:{100 / width * 100:.3f}}}")
    return "\n".join(lines) + "\n"


def _place(box: tuple[float, float, float, float]) -> str:
    names = ("left", "top", "width", "height")
    return ";".join(f"{name}:{100 * value:.3f}%" for name, value in zip(names, box, strict=True))


def _blocks(
    scene: Scene, places: Mapping[int, tuple[float, float, float, float]]
) -> dict[int, tuple[float, float, float, float]]:
    """The box of each block that can turn, by its number."""
    found = {}
    for number, block in enumerate(scene.board.blocks, 1):
        parts = [places[cell] for cell in block]
        left, top = min(b[0] for b in parts), min(b[1] for b in parts)
        right, bottom = max(b[0] + b[2] for b in parts), max(b[1] + b[3] for b in parts)
        found[number] = (left, top, right - left, bottom - top)
    return found
