"""Cells that stand for the one below them, where pieces fall."""

from ludoteca.games import load
from ludoteca.web.move_tree import landing_cells


def test_empty_cells_of_a_column_stand_for_its_lowest_one():
    position = load("connect-four").start().play_all("d1 d2 a1")
    found = landing_cells(position)
    assert found["d6"] == found["d4"] == "d3" and found["a6"] == "a2" and found["g2"] == "g1"
    assert not {"d1", "d2", "d3", "a1", "a2", "g1"} & set(found)
    assert len(found) == 42 - 3 - 7


def test_a_full_column_takes_nothing():
    found = landing_cells(load("connect-four").start().play_all("d1 d2 d3 d4 d5 d6"))
    assert not [cell for cell in found if cell.startswith("d")]


def test_other_games_have_none():
    assert landing_cells(load("gomoku").start()) == {}
