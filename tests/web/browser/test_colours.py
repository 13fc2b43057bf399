"""Nothing depends on colour alone."""

import io

import pytest
from PIL import Image, ImageChops, ImageOps

from tests.web.browser.playing import cell, expect_ply, first_path, play, start

KINDS = {
    "grey": None,
    "protanopia": (0.152, 1.053, -0.205, 0, 0.115, 0.786, 0.099, 0, -0.004, -0.048, 1.052, 0),
    "deuteranopia": (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0),
    "tritanopia": (1.256, -0.077, -0.179, 0, -0.078, 0.931, 0.148, 0, 0.005, 0.691, 0.304, 0),
}
"""Simulation of colour blindness: matrices of Machado, Oliveira and Fernandes (2009)."""


def seen(page, click, kind):
    """A cell as seen with colour blindness, with normalised brightness, so that only structure is left."""
    shot = Image.open(io.BytesIO(cell(page, click).screenshot())).convert("RGB").resize((80, 80))
    matrix = KINDS[kind]
    looked = shot.convert("RGB", matrix) if matrix else shot
    return ImageOps.equalize(looked.convert("L"))


def difference(one, other):
    """The share of pixels that differ clearly."""
    changed = ImageChops.difference(one, other).point(lambda level: 255 if level > 60 else 0)
    return sum(1 for pixel in changed.get_flattened_data() if pixel) / (80 * 80)


FIRST_MOVES: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "tic-tackle": ((), ("a1", "b1"), ("c1", "c2")),
    "hex": (("f6", "g6"), ("f6", "g6"), ("e5",)),
    "gomoku": (("h8", "j8"), ("h8", "j8"), ("h9",)),
    "coyote": ((), (), ()),
}
"""Moves that put pieces of both sides on the board, where they stand, and a move to look at."""


@pytest.mark.parametrize("game", FIRST_MOVES)
def test_pieces_and_last_moves_differ_in_structure(visit, game):
    """With every kind of colour blindness, for every kind of piece."""
    page = visit("/mine?anim=0")
    start(page, game)
    moves, stand, look_at = FIRST_MOVES[game]
    for number, move in enumerate(moves):
        play(page, move)
        expect_ply(page, number + 1)
    if not stand:
        pieces = page.locator("#board .cell-button[data-piece]").all()
        labels = {one.get_attribute("aria-label").partition(", ")[2]: one for one in pieces}
        assert len(labels) == 2
        stand = tuple(one.get_attribute("data-click") for one in labels.values())
        look_at = tuple(first_path(page))
    for kind in KINDS:
        first, second = (seen(page, click, kind) for click in stand)
        assert min(difference(first, second), difference(first, ImageOps.invert(second))) >= 0.05, kind
    # The same piece on another cell of its kind, before it has moved and just after.
    plain = {kind: seen(page, look_at[0] if len(look_at) > 1 else stand[0], kind) for kind in KINDS}
    play(page, *look_at)
    expect_ply(page, len(moves) + 1)
    for kind in KINDS:
        assert difference(plain[kind], seen(page, look_at[-1], kind)) >= 0.05, kind
