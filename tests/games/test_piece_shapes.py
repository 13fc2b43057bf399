"""The shapes of pieces: from the game's file, or from what the rules call the pieces."""

import pytest

from ludoteca.games import load, loads
from ludoteca.games.piece_shapes import _NAMED, shape_of
from ludoteca.games.scenes import scene, side_style
from ludoteca.games.spec.pieces import SHAPES
from ludoteca.render import SHAPES as DRAWN
from ludoteca.render import svg

WOLF = """
family = "hunt"
[board]
grid = [4, 4]
[pieces.wolf]
side = "first"
{shape}
moves = ["step"]
[pieces.sheep]
side = "second"
moves = ["step"]
[setup]
first = {{ wolf = "a1" }}
second = {{ sheep = "row 4" }}
[[end]]
when = "no move"
result = "mover loses"
"""


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        ("tic-tac-toe", "cross", "nought"),
        ("adugo", "jaguar", "dog"),
        ("fox-and-geese", "fox", "goose"),
        ("bagh-chal", "cow", "tiger"),
        ("snort", "cat", "dog"),
        ("snort/col", "disc", "disc"),
        ("asalto", "disc", "crowned"),
        ("hex", "disc", "disc"),
        ("kalah", "disc", "disc"),
    ],
)
def test_sides_look_like_what_they_are_called(game, first, second):
    assert [side_style(load(game), side).shape for side in (0, 1)] == [first, second]


def test_kings_are_crowned():
    game = load("draughts")
    kinds = game.compiled.kinds.names
    assert [shape_of(game, kinds.index(kind), 0) for kind in ("man", "king")] == ["disc", "crowned"]


def test_an_invented_game_and_its_own_choice():
    named = loads(WOLF.format(shape=""), "wolf")
    assert [side_style(named, side).shape for side in (0, 1)] == ["fox", "goat"]
    chosen = loads(WOLF.format(shape='shape = "ring"'), "wolf")
    assert side_style(chosen, 0).shape == "ring"
    assert named.rules_hash == chosen.rules_hash


def test_every_shape_can_be_drawn():
    assert set(SHAPES) <= set(DRAWN)
    assert set(_NAMED.values()) <= set(SHAPES)
    for shape in SHAPES:
        start = loads(WOLF.format(shape=f'shape = "{shape}"'), "wolf").start()
        assert f'class="piece first {shape}"' in svg(scene(start))
