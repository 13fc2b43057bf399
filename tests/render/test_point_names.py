"""The names of points belong to their points."""

import re
from dataclasses import replace
from math import hypot

import pytest

from ludoteca.games import ids, load
from ludoteca.games.scenes import scene
from ludoteca.render import svg
from ludoteca.render.frame import UNIT, frame_of
from ludoteca.render.pieces import RADIUS

GRAPHS = [name for name in ids() if load(name).board.shape == "graph"]
_LABEL = r'<text x="([-0-9.]+)" y="([-0-9.]+)"[^>]*>([^<]+)</text>'


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("name", GRAPHS)
def test_a_name_is_clearly_nearer_to_its_own_point(name, flipped):
    shown = replace(scene(load(name).start(), flipped), hands=("", ""))
    frame = frame_of(shown)
    points = {cell.name: frame.cell(n) for n, cell in enumerate(shown.board.cells)}
    drawn = svg(shown)
    drawn = drawn[drawn.rindex('class="coordinates"') :]
    found = {text: (float(x), float(y)) for x, y, text in re.findall(_LABEL, drawn)}
    assert set(found) == set(points)
    for text, (x, y) in found.items():
        near = sorted((hypot(x - px, y - py), other) for other, (px, py) in points.items())
        assert near[0][1] == text
        assert near[1][0] - near[0][0] > 0.05 * UNIT
        px, py = points[text]
        wide, tall = 6 * len(text), 7  # half the size of the letters, at least
        dx, dy = max(abs(x - px) - wide, 0), max(abs(y - py) - tall, 0)
        assert hypot(dx, dy) > 1.15 * RADIUS  # beside a piece and its ring
