"""The cells of a board as buttons: what each is called, and where the arrow keys lead from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from markupsafe import escape

from ludoteca.games import Game, Position
from ludoteca.geometry import Board
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.render import Scene
from ludoteca.web.games.cache import LRUCache

MESSAGES = catalogue("web")


@dataclass(frozen=True)
class CellButton:
    """A cell as a button."""

    number: int
    click: str
    """What a path calls it."""
    label: str
    go: str
    """The cells to the left, right, up and down, by number; empty where there is none."""


def cell_buttons(position: Position, scene: Scene, lang: str) -> tuple[tuple[CellButton, ...], ...]:
    """The buttons in rows, from the top."""
    around = neighbours(position.game.board)
    return tuple(
        tuple(
            CellButton(
                number=n,
                click=scene.board.cells[n].name,
                label=cell_label(position, scene, n, lang),
                go=around[n],
            )
            for n in row
        )
        for row in rows_of(scene.board)
    )


# -- as markup ----------------------------------------------------------------------------------------


class _Written:
    """The buttons of one game in one language. A cell with the same piece on it is written the same way."""

    def __init__(self, game: Game) -> None:
        around = neighbours(game.board)
        self.rows = rows_of(game.board)
        self._heads = [
            f'<button type="button" role="gridcell" id="c{n}" class="cell-button" data-n="{n}" '
            f'data-click="{escape(cell.name)}" data-go="{around[n]}" tabindex="-1" aria-label="'
            for n, cell in enumerate(game.board.cells)
        ]
        self._known: dict[tuple[int, int], str] = {}

    def button(self, position: Position, scene: Scene, number: int, lang: str) -> str:
        """Up to what changes with the last move."""
        counts = scene.counts
        stands = counts.get(number, 0) if counts is not None else position.snapshot.cells[number]
        found = self._known.get((number, stands))
        if found is None:
            mark = '" data-piece' if number in scene.pieces else '"'
            found = f"{self._heads[number]}{escape(cell_label(position, scene, number, lang))}{mark}"
            if len(self._known) > _MOST:
                self._known.clear()
            self._known[number, stands] = found
        return found


_MOST = 4000
_written: LRUCache[tuple[object, ...], _Written] = LRUCache(100)


def markup(position: Position, scene: Scene, lang: str) -> str:
    """The buttons as a page holds them, in rows."""
    game = position.game
    words = game.words(lang)
    # Two copies of a game may have the same rules and call their pieces otherwise.
    key = (game.rules_hash, lang, tuple(words.sides), tuple((words.pieces or {}).items()))
    kept = _written.get_or_create(key, lambda: _Written(game))
    last = set(scene.last)
    rows = (
        "".join(
            kept.button(position, scene, n, lang) + (" data-last></button>" if n in last else "></button>")
            for n in row
        )
        for row in kept.rows
    )
    return "\n".join(f'<div role="row">{row}</div>' for row in rows)


# -- rows, names, ways --------------------------------------------------------------------------------


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
        called = MESSAGES.text(lang, key, number=name.rstrip("'"), side=terms.side(lang, game, side))
        return MESSAGES.text(lang, "cell.seeds", cell=called, n=scene.counts.get(number, 0))
    look = scene.pieces.get(number)
    if look is None:
        return MESSAGES.text(lang, "cell.empty", cell=name)
    if look.side in ("neutral", "shared"):
        return MESSAGES.text(lang, "cell.blocked" if look.side == "neutral" else "cell.shared", cell=name)
    side, kind = terms.side(lang, game, look.side), _kind(position, number, lang)
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
