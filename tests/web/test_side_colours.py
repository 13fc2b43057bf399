"""A side has the same colour in every picture of a game: the dark one, if it is called black."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image

from ludoteca.engine.tree import grow
from ludoteca.games import SIDES, Game, Position, ids, load
from ludoteca.play import trees
from ludoteca.play.analysis import Analyser
from ludoteca.play.analysis_text import svg as graph
from ludoteca.play.exchange.pictures import animation, png
from ludoteca.play.record import Record
from ludoteca.render import COLOURS
from ludoteca.render.tree import tree as draw_tree
from ludoteca.web.board_view import dark_first, render_board
from ludoteca.web.catalogue import sample_position
from ludoteca.web.pages.editor import tools
from ludoteca.workshop.print_sheet import raw_of, sheet

BLACK_FIRST = ("gomoku", "othello", "lines-of-action")
PIECE = re.compile(r'<g [^>]*class="piece (first|second) [^>]*>(.*?)</g>')


def with_both_sides(game: Game) -> Position:
    """A position with pieces of both sides."""
    position = game.start()
    while len({side for side, _ in PIECE.findall(position.svg())}) < 2:
        position = position.play(position.legal_moves[len(position.legal_moves) // 2])
    return position


def colours(picture: str) -> dict[str, str]:
    """The fill of the pieces of each side: `dark` or `light`."""
    found = {side: PIECE_FILL.search(drawn) for side, drawn in PIECE.findall(picture)}
    names = {COLOURS["dark"]: "dark", COLOURS["light"]: "light"}
    return {side: fill[1] or names[fill[2]] for side, fill in found.items() if fill}


PIECE_FILL = re.compile(r'fill="(?:var\(--(light|dark), [^)]*\)|(#fdfaf3|#34302d))"')


@pytest.mark.parametrize("game_id", ids())
def test_sides_called_black_and_white_are_dark_and_light(game_id: str) -> None:
    game = load(game_id)
    for side in SIDES:
        named = game.side_name(side)
        if named in ("Black", "White"):
            assert (side == game.dark_side) == (named == "Black")
    assert dark_first(game) == (game.dark_side == "first")


@pytest.mark.parametrize("game_id", [*BLACK_FIRST, "breakthrough"])
def test_every_renderer_uses_the_same_colours(game_id: str) -> None:
    game = load(game_id)
    position = with_both_sides(game)
    black = "first" if game_id in BLACK_FIRST else "second"
    expected = {side: "dark" if side == black else "light" for side in SIDES}
    pictures = {
        "svg": position.svg(theme=False),
        "notebook": position._repr_svg_(),
        "board": render_board(position, "en").picture,
        "editor": "".join(tool.picture for tool in tools(game, "en")),
        "print": sheet(game, raw_of(game_id), "en"),
        "gallery": sample_position(game_id).svg(theme=False),
        "tree": draw_tree(trees.tree_nodes(grow(position, 0), boards=True), "", theme=False),
    }
    for name, picture in pictures.items():
        assert colours(picture) == expected, name


@pytest.mark.parametrize("game_id", BLACK_FIRST)
def test_pixels_of_png_and_gif(game_id: str) -> None:
    """A disc of the first side is dark."""
    position = with_both_sides(load(game_id))
    cell = next(
        n for n, code in enumerate(position.snapshot.cells) if position.game.compiled.kinds.who[code] == 1
    )
    at = position.game.board.cells[cell]
    left, top, width = map(float, re.findall(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+)', position.svg())[0])
    for picture in (png(position, 640), animation([position], 640)):
        image: Any = Image.open(io.BytesIO(picture)).convert("L")
        scale = image.width / width
        # Beside the mark in the middle of the disc.
        x, y = (at.x * 100 + 20 - left) * scale, (5 - at.y * 100 - top) * scale
        assert image.getpixel((round(x), round(y))) < 90


def test_legend_of_the_evaluation_graph() -> None:
    """The swatch of black is dark, and the areas of the graph are in the colours of the sides."""
    game = load("gomoku")
    record = Record(game.name, moves=())
    drawn = graph(Analyser(record, game=game).run())
    swatches = re.findall(r'<rect[^>]*fill="(#[0-9a-f]+)" stroke="#8f867b"', drawn)
    assert swatches == [COLOURS["dark"], COLOURS["light"]]
