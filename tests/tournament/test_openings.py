"""Openings are random, different, unfinished, and the same for the same seed."""

from itertools import islice

import pytest

from ludoteca.games import load
from ludoteca.tournament.openings import openings


def some(game: str, number: int, seed: int = 1, plies: int | None = None) -> list[tuple[str, ...]]:
    return list(islice(openings(load(game).start(), seed, plies), number))


def test_they_are_different_unfinished_and_two_to_four_moves_long():
    start = load("tic-tac-toe").start()
    found = some("tic-tac-toe", 100)
    ends = [start.play_all(opening) for opening in found]
    assert {len(opening) for opening in found} == {2, 3, 4}
    assert not any(end.is_over for end in ends)
    assert len({end.text for end in ends}) == 100


def test_the_seed_decides():
    assert some("tic-tackle", 20) == some("tic-tackle", 20)
    assert some("tic-tackle", 20) != some("tic-tackle", 20, seed=2)


def test_their_length_can_be_chosen():
    assert {len(opening) for opening in some("tic-tackle", 30, plies=6)} == {6}
    assert some("tic-tackle", 3, plies=0) == [()] * 3


def test_a_small_game_runs_out_and_begins_again():
    found = some("hex:size=2", 40, plies=1)
    assert len(set(found)) == 4
    assert found[:4] == found[4:8]


def test_where_long_openings_always_end_the_game_shorter_ones_will_do():
    # Two cells by one and a half: after five moves somebody has always won.
    found = some("hex:size=2", 6, plies=5)
    assert all(0 < len(opening) < 5 for opening in found)


@pytest.mark.parametrize("name", ["kalah", "amazons", "isola"])
def test_they_can_be_played(name):
    start = load(name).start()
    assert all(not start.play_all(opening).is_over for opening in some(name, 5))
