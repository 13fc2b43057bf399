"""A board as a page needs it: the picture that `render` draws, the buttons over it, and where they go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludoteca.games import Game, Position, scenes
from ludoteca.render import PieceStyle, Scene, boxes, svg
from ludoteca.render.frame import frame_of
from ludoteca.render.marks import last_move
from ludoteca.render.palette import themed
from ludoteca.render.pieces import draw_piece
from ludoteca.web.board_buttons import CellButton, cell_buttons, markup
from ludoteca.web.games.cache import LRUCache


@dataclass(frozen=True)
class BoardView:
    """One position, ready for a page."""

    picture: str
    buttons: str
    """The cells as buttons over the picture, in rows: markup."""
    shape: str
    """`grid`, `hex`, `pits` or `graph`."""


def render_board(position: Position, lang: str, flipped: bool = False, show_last: bool = True) -> BoardView:
    """The board of a position."""
    scene = plain_scene(position, lang, flipped)
    if not show_last:
        scene = replace(scene, last=())
    return BoardView(_drawn(position.game, scene), markup(position, scene, lang), scene.board.shape)


def render_plain_board(position: Position, lang: str) -> BoardView:
    """A second board on a page: no last move, and pieces without names of their own, which the first has."""
    shown = render_board(position, lang, show_last=False)
    return replace(shown, picture=shown.picture.replace(' id="piece-', ' data-piece="'))


def cell_rows(position: Position, lang: str) -> tuple[tuple[CellButton, ...], ...]:
    """The cells of a position in rows, for pages that make other buttons of them."""
    return cell_buttons(position, plain_scene(position, lang), lang)


def plain_scene(position: Position, lang: str, flipped: bool = False) -> Scene:
    """The scene without what is held in hand: a page shows that beside the board, whose size then stays."""
    return replace(scenes.scene(position, flipped, lang), hands=("", ""))


def dark_first(game: Game) -> bool:
    """Whether first's pieces are called black, and are to be drawn dark: then a page changes the colours."""
    return game.words("en").sides[0].casefold() == "black"


def _size(scene: Scene) -> tuple[float, float]:
    _, _, width, height = frame_of(scene).view
    return width, height


# -- the picture --------------------------------------------------------------------------------------

_HEAD = re.compile(r"<title>.*?</title>(?:<desc>.*?</desc>)?", re.DOTALL)
_PIECE = re.compile(r'<g class="piece ([^"]*)" data-cell="([^"]*)"')
_NO_PIECES = '<g class="pieces"/>'


def as_layer(picture: str) -> str:
    """A picture that lies under buttons: it says nothing itself, and its pieces can be told apart."""
    picture = _HEAD.sub("", picture, count=1).replace('role="img"', 'aria-hidden="true" focusable="false"', 1)
    return _named(picture)


def _named(pieces: str) -> str:
    return _PIECE.sub(r'<g id="piece-\2" class="piece \1" data-cell="\2"', pieces)


class _Canvas:
    """A game's board from one seat: most of a picture never changes, and pieces come again and again."""

    def __init__(self, scene: Scene) -> None:
        bare = as_layer(svg(replace(scene, pieces={}, last=(), title="", description="")))
        self._below, _, self._above = bare.partition(_NO_PIECES)
        self._frame = frame_of(scene)
        self._pieces: dict[tuple[int, PieceStyle], str] = {}

    def drawn(self, scene: Scene) -> str:
        pieces = "".join(self._piece(scene, cell, look) for cell, look in sorted(scene.pieces.items()))
        group = f'<g class="pieces">{pieces}</g>' if pieces else _NO_PIECES
        return f"{self._below}{group}{''.join(last_move(scene, self._frame, themed))}{self._above}"

    def _piece(self, scene: Scene, cell: int, look: PieceStyle) -> str:
        found = self._pieces.get((cell, look))
        if found is None:
            found = _named(draw_piece(look, scene.board.cells[cell].name, self._frame.cell(cell), themed))
            self._pieces[cell, look] = found
        return found


_canvases: LRUCache[tuple[str, bool], _Canvas] = LRUCache(200)
"""By their rules and how they are turned."""


def _drawn(game: Game, scene: Scene) -> str:
    """The whole picture, as `svg` gives it, to lie under buttons."""
    if scene.counts is not None:
        return as_layer(svg(scene))
    key = (game.rules_hash, scene.flipped)
    return _canvases.get_or_create(key, lambda: _Canvas(scene)).drawn(scene)


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
