"""The perfect player: shortest wins, longest losses, and an error without a tablebase."""

import random

import pytest

from ludoteca.games import load
from ludoteca.play.perfect import NoTable, Perfect
from ludoteca.solver import Task, table_for


@pytest.fixture(scope="module", autouse=True)
def own_folder(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDOTECA_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def played(name, first, second, most=100):
    position = load(name).start()
    while not position.is_over and position.ply < most:
        player = first if position.mover == "first" else second
        position = position.play(player.choose(position))
    return position


@pytest.mark.parametrize(("name", "plies"), [("three-mens-morris", 9), ("achi", 11), ("picaria", 7)])
def test_it_wins_in_the_fewest_plies_against_itself(name, plies):
    perfect = Perfect()
    end = played(name, perfect, perfect)
    assert end.outcome is not None
    assert end.outcome.winner == "first"
    assert end.ply == plies


class Careless:
    """Plays at random."""

    def __init__(self, seed):
        self.dice = random.Random(seed)

    def choose(self, position):
        return self.dice.choice(position.legal_moves)


@pytest.mark.parametrize("name", ["tapatan", "shisima", "mu-torere"])
def test_it_never_loses_a_drawn_game(name):
    perfect = Perfect()
    for seed in range(4):
        end = played(name, perfect, Careless(seed)) if seed % 2 else played(name, Careless(seed), perfect)
        assert not end.outcome or end.outcome.winner in (None, "first" if seed % 2 else "second")


def test_in_a_draw_it_leaves_the_fewest_drawing_replies(tmp_path):
    game = load("tapatan")
    position = game.start()
    table = table_for(position, Task(position, folder=tmp_path))

    def holding(after):
        values = [table.value(after.play(move)) for move in after.legal_moves]
        return sum(value is not None and value.kind == "draw" for value in values)

    ways = {move.text: holding(position.play(move)) for move in position.legal_moves}
    assert ways[Perfect().choose(position).text] == min(ways.values())


def test_a_game_without_a_table_is_refused_with_the_way_to_make_one():
    with pytest.raises(NoTable, match="none can be made quickly"):
        Perfect(most=10).prepare(load("dodgem"))


def test_games_without_repetition_are_played_by_proof():
    """Only two first moves win; the rest of the game is won against every reply."""
    perfect = Perfect(most=0)
    end = played("rastros", perfect, Careless(3))
    assert end.outcome is not None
    assert end.outcome.winner == "first"
