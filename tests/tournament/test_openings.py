"""Openings are random, distinct, unfinished, balanced on request, and reproducible."""

from itertools import islice

import pytest

from ludoteca.games import load
from ludoteca.tournament.balance import BALANCED, BalanceMeter
from ludoteca.tournament.openings import openings


def some(
    game: str, number: int, seed: int = 1, plies: int | None = None, even: bool = False
) -> list[tuple[str, ...]]:
    return list(islice(openings(load(game).start(), seed, plies, even=even), number))


def test_openings_are_distinct_unfinished_and_two_to_four_plies_long():
    start = load("tic-tac-toe").start()
    found = some("tic-tac-toe", 100)
    ends = [start.play_all(opening) for opening in found]
    assert {len(opening) for opening in found} == {2, 3, 4}
    assert not any(end.is_over for end in ends)
    assert len({end.text for end in ends}) == 100


def test_the_seed_determines_the_openings():
    assert some("tic-tackle", 20) == some("tic-tackle", 20)
    assert some("tic-tackle", 20) != some("tic-tackle", 20, seed=2)


def test_the_length_can_be_chosen():
    assert {len(opening) for opening in some("tic-tackle", 30, plies=6)} == {6}
    assert some("tic-tackle", 3, plies=0) == [()] * 3


def test_a_small_game_repeats_its_openings():
    found = some("hex:size=2", 40, plies=1)
    assert len(set(found)) == 4
    assert found[:4] == found[4:8]


def test_shorter_openings_are_used_where_long_ones_end_the_game():
    # After five moves one side has always won.
    found = some("hex:size=2", 6, plies=5)
    assert all(0 < len(opening) < 5 for opening in found)


@pytest.mark.parametrize("name", ["kalah", "amazons", "isola"])
def test_openings_are_legal(name):
    start = load(name).start()
    assert all(not start.play_all(opening).is_over for opening in some(name, 5))


# -- balanced openings ------------------------------------------------------------------------------------


def imbalances(game: str, found: list[tuple[str, ...]]) -> list[float]:
    """Measured with a new meter each."""
    start = load(game).start()
    return [BalanceMeter(start.game).imbalance(start.play_all(opening)) for opening in found]


def test_balanced_openings_are_balanced():
    found = some("gomoku", 4, plies=4, even=True)
    assert {len(opening) for opening in found} == {4}
    assert len(set(found)) == 4
    assert (
        max(imbalances("gomoku", found)) <= BALANCED < max(imbalances("gomoku", some("gomoku", 4, plies=4)))
    )


def test_the_seed_determines_the_balanced_openings():
    assert some("tapatan", 10, even=True) == some("tapatan", 10, even=True)
    assert some("tapatan", 10, even=True) != some("tapatan", 10, seed=2, even=True)


def test_a_proved_draw_is_balanced_and_a_proved_win_is_not():
    game = load("tic-tac-toe")
    drawn, won = (game.position(text) for text in ("3/1x1/2o x", "3/1x1/1o1 x"))
    assert (BalanceMeter(game).imbalance(drawn), BalanceMeter(game).imbalance(won)) == (0, 0.5)


def test_the_least_unbalanced_openings_are_used_if_none_is_balanced():
    found = some("fox-and-hounds", 5, plies=4, even=True)
    assert len({load("fox-and-hounds").start().play_all(opening).text for opening in found}) == 5
    measured = imbalances("fox-and-hounds", found)
    assert min(measured) > BALANCED
    tried = imbalances("fox-and-hounds", some("fox-and-hounds", 30, plies=4))
    assert measured[0] == min(tried)


def test_a_small_game_repeats_all_its_balanced_openings():
    found = some("hex:size=2", 12, plies=1, even=True)
    assert sorted(found[:4]) == sorted(set(some("hex:size=2", 4, plies=1)))
    assert found[:4] == found[4:8]
