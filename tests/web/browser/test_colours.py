"""A18: nothing is told by colour alone."""

import io

import pytest
from PIL import Image, ImageChops, ImageOps

from tests.web.browser.playing import cell, expect_ply, play, start

KINDS = {
    "grey": None,
    "protanopia": (0.152, 1.053, -0.205, 0, 0.115, 0.786, 0.099, 0, -0.004, -0.048, 1.052, 0),
    "deuteranopia": (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0),
    "tritanopia": (1.256, -0.077, -0.179, 0, -0.078, 0.931, 0.148, 0, 0.005, 0.691, 0.304, 0),
}
"""How colours look to some eyes: matrices of Machado, Oliveira and Fernandes (2009)."""


def seen(page, click, kind):
    """A cell as such eyes see it, its brightness evened out so that only structure is left."""
    shot = Image.open(io.BytesIO(cell(page, click).screenshot())).convert("RGB").resize((80, 80))
    matrix = KINDS[kind]
    looked = shot.convert("RGB", matrix) if matrix else shot
    return ImageOps.equalize(looked.convert("L"))


def difference(one, other):
    """The share of pixels that differ clearly."""
    changed = ImageChops.difference(one, other).point(lambda level: 255 if level > 60 else 0)
    return sum(1 for pixel in changed.get_flattened_data() if pixel) / (80 * 80)


@pytest.mark.parametrize("kind", KINDS)
def test_pieces_and_last_moves_differ_in_structure(visit, kind):
    page = visit("/mine?anim=0")
    start(page, "tic-tackle")
    first, second = (seen(page, click, kind) for click in ("a1", "b1"))
    assert min(difference(first, second), difference(first, ImageOps.invert(second))) >= 0.05
    plain = seen(page, "c1", kind)
    play(page, "c1", "c2")
    expect_ply(page, 1)
    assert difference(plain, seen(page, "c2", kind)) >= 0.05
