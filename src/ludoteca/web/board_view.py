"""A board on a page: the picture from `render`, with a button over each cell."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, replace
from threading import Lock

from cachetools import LRUCache, cached
from markupsafe import escape

from ludoteca.games import Game, Position
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.render import PieceStyle, Scene, svg
from ludoteca.render.frame import frame_of
from ludoteca.render.marks import last_move
from ludoteca.render.palette import themed
from ludoteca.render.pieces import draw_piece
from ludoteca.web.board_layout import board_scene, neighbours, rows_of

MESSAGES = catalogue("web")


@dataclass(frozen=True)
class BoardView:
    """One position, ready for a page."""

    picture: str
    buttons: str
    """The cells as buttons over the picture, in rows: markup."""
    shape: str
    """`grid`, `hex`, `pits` or `graph`."""


def render_board(position: Position, lang: str, flipped: bool = False, show_last: bool = True) -> BoardView:
    scene = board_scene(position, lang, flipped)
    if not show_last:
        scene = replace(scene, last=())
    return BoardView(_picture(position.game, scene), _buttons(position, scene, lang), scene.board.shape)


def render_plain_board(position: Position, lang: str) -> BoardView:
    """A second board on a page: no last move, and no ids, which the first board has."""
    shown = render_board(position, lang, show_last=False)
    return replace(shown, picture=shown.picture.replace(' id="piece-', ' data-piece="'))


def dark_first(game: Game) -> bool:
    """Whether the first side is called black: then a page swaps the colours of the sides."""
    return game.words("en").sides[0].casefold() == "black"


# -- the picture --------------------------------------------------------------------------------------

_HEAD = re.compile(r"<title>.*?</title>(?:<desc>.*?</desc>)?", re.DOTALL)
_PIECE = re.compile(r'<g class="piece ([^"]*)" data-cell="([^"]*)"')
_NO_PIECES = '<g class="pieces"/>'


def as_layer(picture: str) -> str:
    """A picture to lie under buttons: hidden from screen readers, its pieces with ids for the animation."""
    picture = _HEAD.sub("", picture, count=1).replace('role="img"', 'aria-hidden="true" focusable="false"', 1)
    return _with_ids(picture)


def _with_ids(pieces: str) -> str:
    return _PIECE.sub(r'<g id="piece-\2" class="piece \1" data-cell="\2"', pieces)


class _Canvas:
    """A game's empty board from one seat, and the pieces drawn on it so far."""

    def __init__(self, scene: Scene) -> None:
        empty = as_layer(svg(replace(scene, pieces={}, last=(), title="", description="")))
        self._below, _, self._above = empty.partition(_NO_PIECES)
        self._frame = frame_of(scene)
        self._pieces: dict[tuple[int, PieceStyle], str] = {}

    def draw(self, scene: Scene) -> str:
        pieces = "".join(self._piece(scene, cell, style) for cell, style in sorted(scene.pieces.items()))
        group = f'<g class="pieces">{pieces}</g>' if pieces else _NO_PIECES
        return f"{self._below}{group}{''.join(last_move(scene, self._frame, themed))}{self._above}"

    def _piece(self, scene: Scene, cell: int, style: PieceStyle) -> str:
        found = self._pieces.get((cell, style))
        if found is None:
            name = scene.board.cells[cell].name
            found = _with_ids(draw_piece(style, name, self._frame.cell(cell), themed))
            self._pieces[cell, style] = found
        return found


@cached(LRUCache(200), key=lambda game, scene: (game.rules_hash, scene.flipped), lock=Lock())
def _canvas(game: Game, scene: Scene) -> _Canvas:
    return _Canvas(scene)


def _picture(game: Game, scene: Scene) -> str:
    """The same as `svg` draws, put together from cached parts where the board has pieces."""
    return as_layer(svg(scene)) if scene.counts is not None else _canvas(game, scene).draw(scene)


# -- the buttons --------------------------------------------------------------------------------------

_MOST = 4000


class _Buttons:
    """The buttons of one game in one language; each is written once for each content of its cell."""

    def __init__(self, game: Game) -> None:
        around = neighbours(game.board)
        self.rows = rows_of(game.board)
        self._heads = [
            f'<button type="button" role="gridcell" id="c{n}" class="cell-button" data-n="{n}" '
            f'data-click="{escape(cell.name)}" data-go="{around[n]}" tabindex="-1" aria-label="'
            for n, cell in enumerate(game.board.cells)
        ]
        self._written: dict[tuple[int, int], str] = {}

    def button(self, position: Position, scene: Scene, number: int, lang: str) -> str:
        """The tag of a button, up to the mark of the last move."""
        counts = scene.counts
        content = counts.get(number, 0) if counts is not None else position.snapshot.cells[number]
        found = self._written.get((number, content))
        if found is None:
            mark = '" data-piece' if number in scene.pieces else '"'
            found = f"{self._heads[number]}{escape(cell_label(position, scene, number, lang))}{mark}"
            if len(self._written) > _MOST:
                self._written.clear()
            self._written[number, content] = found
        return found


def _buttons_key(game: Game, lang: str) -> tuple[Hashable, ...]:
    # Two copies of a game may have the same rules and other names.
    words = game.words(lang)
    return (game.rules_hash, lang, tuple(words.sides), tuple((words.pieces or {}).items()))


@cached(LRUCache(100), key=_buttons_key, lock=Lock())
def _buttons_of(game: Game, lang: str) -> _Buttons:
    return _Buttons(game)


def _buttons(position: Position, scene: Scene, lang: str) -> str:
    """The markup of the buttons, in rows."""
    buttons, last = _buttons_of(position.game, lang), set(scene.last)
    rows = (
        "".join(
            buttons.button(position, scene, n, lang) + (" data-last></button>" if n in last else "></button>")
            for n in row
        )
        for row in buttons.rows
    )
    return "\n".join(f'<div role="row">{row}</div>' for row in rows)


@dataclass(frozen=True)
class CellButton:
    """A cell as a button, for templates."""

    number: int
    click: str
    """The name of the cell in a path of clicks."""
    label: str
    go: str
    """Where the arrow keys lead: left, right, up, down, by number; empty where nowhere."""


def cell_rows(position: Position, lang: str) -> list[list[CellButton]]:
    """The cells of a position in rows, from the top."""
    scene, around = board_scene(position, lang), neighbours(position.game.board)
    return [
        [
            CellButton(n, scene.board.cells[n].name, cell_label(position, scene, n, lang), around[n])
            for n in row
        ]
        for row in rows_of(scene.board)
    ]


# -- labels -------------------------------------------------------------------------------------------


def cell_label(position: Position, scene: Scene, number: int, lang: str) -> str:
    """The name of a cell and what stands on it, for screen readers."""
    game, name = position.game, scene.board.cells[number].name
    if scene.counts is not None:
        side = "second" if name.endswith("'") else "first"
        key = "cell.store" if name.startswith("store") else "cell.pit"
        pit = MESSAGES.text(lang, key, number=name.rstrip("'"), side=terms.side(lang, game, side))
        return MESSAGES.text(lang, "cell.seeds", cell=pit, n=scene.counts.get(number, 0))
    style = scene.pieces.get(number)
    if style is None:
        return MESSAGES.text(lang, "cell.empty", cell=name)
    if style.side in ("neutral", "shared"):
        return MESSAGES.text(lang, "cell.blocked" if style.side == "neutral" else "cell.shared", cell=name)
    side, kind = terms.side(lang, game, style.side), _kind(position, number, lang)
    return MESSAGES.text(lang, "cell.kind" if kind else "cell.piece", cell=name, side=side, kind=kind)


def _kind(position: Position, number: int, lang: str) -> str:
    """The name of a piece's kind, where a side has several."""
    game, kinds = position.game, position.game.compiled.kinds
    code = position.snapshot.cells[number]
    side = kinds.who[code] - 1
    if side not in (0, 1) or len(kinds.of_side(side)) == 1:
        return ""
    name = kinds.names[kinds.kind_of[code]]
    return (game.words(lang).pieces or {}).get(name, name)
