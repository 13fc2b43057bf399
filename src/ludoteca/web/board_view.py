"""A board on a page: the picture from `render`, with a button over each cell."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from dataclasses import dataclass, replace
from threading import Lock

from cachetools import LRUCache, cached
from markupsafe import escape

from ludoteca.games import SIDES, Game, Position
from ludoteca.games.compiler.codes import OPS
from ludoteca.games.scenes import piece_style, side_style
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.render import PieceStyle, Scene, svg
from ludoteca.render.frame import frame_of
from ludoteca.render.marks import last_move, winning
from ludoteca.render.palette import painter
from ludoteca.render.pieces import draw_piece
from ludoteca.web.board_layout import board_scene, neighbours, rows_of
from ludoteca.web.move_tree import half_move_tree, has_many, landing_cells, last_steps

MESSAGES = catalogue("web")


@dataclass(frozen=True)
class BoardView:
    """One position, ready for a page."""

    picture: str
    buttons: str
    """The cells as buttons over the picture, in rows: markup."""
    shape: str
    """`grid`, `hex`, `pits` or `graph`."""
    steps: str
    """The steps of the last move, as JSON."""
    half_moves: str
    """What the first clicks of a move do, as JSON."""
    looks: str
    """One piece of each kind, to be copied: markup."""
    next_steps: str
    """What a player is told to do next within a move, by operation, as JSON."""
    turnable: bool
    """Whether blocks of the board can be turned."""
    falls: str
    """Where pieces fall: the cells that stand for one below them, as JSON; else empty."""


def render_board(
    position: Position, lang: str, flipped: bool = False, show_last: bool = True, may_move: bool = False
) -> BoardView:
    """The board of a position, with the half-moves of whoever may move unless there are too many."""
    moves = position.legal_moves if may_move and not has_many(position) else ()
    scene = board_scene(position, lang, flipped)
    if not show_last:
        scene = replace(scene, last=(), winning=())
    return BoardView(
        picture=_picture(position.game, scene),
        buttons=_buttons(position, scene, lang),
        shape=scene.board.shape,
        steps=_json(last_steps(position)) if show_last else "[]",
        half_moves=_json(half_move_tree(position, moves)),
        looks=_looks(position.game),
        next_steps=_json(_next_steps(position.game, lang)),
        turnable=bool(scene.board.blocks),
        falls=_json(landing_cells(position) if may_move else {}) if position.game.traits.pieces_fall else "",
    )


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def render_plain_board(position: Position, lang: str) -> BoardView:
    """A second board on a page: no last move, and no ids, which the first board has."""
    shown = render_board(position, lang, show_last=False)
    return replace(shown, picture=shown.picture.replace(' id="piece-', ' data-piece="'))


def piece_picture(game: Game, style: PieceStyle, size: int) -> str:
    """One piece as a picture beside its name."""
    drawn = draw_piece(style, "", (0, 0), painter(game.dark_side))
    return f'<svg viewBox="-50 -50 100 100" width="{size}" height="{size}" aria-hidden="true">{drawn}</svg>'


def side_badge(game: Game, side: str) -> str:
    """A piece of a side as a picture beside its player."""
    return piece_picture(game, side_style(game, SIDES.index(side)), 30)


def dark_first(game: Game) -> bool:
    """Whether the first side has the dark pieces: on such pages, so have the chips beside its names."""
    return game.dark_side == "first"


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
        empty = as_layer(svg(replace(scene, pieces={}, last=(), winning=(), title="", description="")))
        self._below, _, self._above = empty.partition(_NO_PIECES)
        self._frame, self._paint = frame_of(scene), painter(scene.dark_side)
        self._pieces: dict[tuple[int, PieceStyle], str] = {}

    def draw(self, scene: Scene) -> str:
        pieces = "".join(self._piece(scene, cell, style) for cell, style in sorted(scene.pieces.items()))
        group = f'<g class="pieces">{pieces}</g>' if pieces else _NO_PIECES
        marks = [*last_move(scene, self._frame, self._paint), *winning(scene, self._frame, self._paint)]
        return f"{self._below}{group}{''.join(marks)}{self._above}"

    def _piece(self, scene: Scene, cell: int, style: PieceStyle) -> str:
        found = self._pieces.get((cell, style))
        if found is None:
            name = scene.board.cells[cell].name
            found = _with_ids(draw_piece(style, name, self._frame.cell(cell), self._paint))
            self._pieces[cell, style] = found
        return found


@cached(LRUCache(200), key=lambda game, scene: (game.rules_hash, scene.flipped, scene.dark_side), lock=Lock())
def _canvas(game: Game, scene: Scene) -> _Canvas:
    return _Canvas(scene)


def _picture(game: Game, scene: Scene) -> str:
    """The same as `svg` draws, put together from cached parts where the board has pieces."""
    return as_layer(svg(scene)) if scene.counts is not None else _canvas(game, scene).draw(scene)


@cached(LRUCache(200), key=lambda game: game.rules_hash, lock=Lock())
def _looks(game: Game) -> str:
    """One piece of each kind; pages copy them to draw half-moves."""
    kinds = game.compiled.kinds
    codes = [code for code in range(1, len(kinds.who)) if kinds.who[code]]
    paint = painter(game.dark_side)
    drawn = (draw_piece(piece_style(game, code), str(code), (0, 0), paint) for code in codes)
    return "".join(drawn).replace("data-cell=", "data-code=") if not game.pits else ""


_NEXT = (
    "target", "second-cell", "capture", "continue-jump", "continue", "or-finish", "place", "pair", "leap",
    "shoot", "block", "remove", "rotate", "sow",
)  # fmt: skip
"""What is chosen next in a move, where it has a sentence of its own."""
_ALIKE = {"fly-leap": "leap", "pass": "other", "swap": "other"}


def _next_steps(game: Game, lang: str) -> dict[str, str]:
    words = (*dict.fromkeys(OPS[op] for op in game.notation.ops), "pass", "swap", *_NEXT[:6])
    return {word: MESSAGES.text(lang, f"play.next-{_sentence(word)}") for word in words}


def _sentence(word: str) -> str:
    return _ALIKE.get(word) or (word if word in _NEXT else "move")


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
    buttons = _buttons_of(position.game, lang)
    marked = {n: ' data-last="left"' if n in scene.left else " data-last" for n in scene.last}
    for cell in scene.winning:
        marked[cell] = f"{marked.get(cell, '')} data-win"
    rows = (
        "".join(f"{buttons.button(position, scene, n, lang)}{marked.get(n, '')}></button>" for n in row)
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
