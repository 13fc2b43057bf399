"""The board of a page: the renderer's picture with a button over every cell."""

import re

import pytest

from ludoteca.games import all_names, ids, load
from ludoteca.games.scenes import scene
from ludoteca.render import svg
from ludoteca.web import board_view
from ludoteca.web.board_layout import board_scene, neighbours, stylesheet
from ludoteca.web.catalogue import sample_position
from ludoteca.web.move_tree import END, page_tree, subtree, tree


@pytest.mark.parametrize("game", ids())
def test_the_picture_is_what_the_renderer_draws(game):
    """Assembled from cached parts: the same as drawn at once, from either seat."""
    start = load(game).start()
    for position in (start, start.play(start.legal_moves[0])):
        for flipped in (False, True):
            whole = svg(board_scene(position, "en", flipped))
            assert board_view.render_board(position, "en", flipped).picture == board_view.as_layer(whole)


@pytest.mark.parametrize("game", ids())
def test_every_cell_has_a_button_a_place_and_a_name(game):
    position = sample_position(game)
    cells = [cell for row in board_view.cell_rows(position, "pt-BR") for cell in row]
    assert sorted(cell.number for cell in cells) == list(range(len(position.game.board.cells)))
    assert len({cell.label for cell in cells}) == len(cells)
    css = stylesheet(position.game)
    for cell in cells:
        assert f'.board [data-n="{cell.number}"]{{' in css
        assert f'.board.flipped [data-n="{cell.number}"]{{' in css


@pytest.mark.parametrize("game", ids())
def test_arrow_keys_reach_every_cell(game):
    around = [[int(way) if way else None for way in one.split(",")] for one in neighbours(load(game).board)]
    seen, waiting = {0}, [0]
    while waiting:
        for way in around[waiting.pop()]:
            if way is not None and way not in seen:
                seen.add(way)
                waiting.append(way)
    assert seen == set(range(len(around)))


@pytest.mark.parametrize("game", ids())
def test_the_tree_of_clicks_holds_exactly_the_legal_moves(game):
    position = load(game).start()

    def leaves(node, path=()):
        for click, more in node.items():
            if click == END:
                yield path, more
            else:
                if more is None:
                    more = subtree(position, (*path, click))["tree"]
                yield from leaves(more, (*path, click))

    told = sorted(leaves(page_tree(position)))
    assert told == sorted((move.path, move.text) for move in position.legal_moves)
    assert tree(()) == {}


def test_the_picture_is_hidden_from_screen_readers():
    position = load("tapatan").start()
    layer = board_view.render_board(position, "en").picture
    assert "<title>" not in layer
    assert 'aria-hidden="true"' in layer
    assert len(re.findall(r'id="piece-', layer)) == 6
    assert scene(position).title == "Tapatan"
    assert len(all_names()) > 64
