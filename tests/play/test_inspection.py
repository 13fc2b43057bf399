"""Validation of game files: checks, statistics of random games, and examples."""

import pytest

from ludoteca.errors import UnknownGame
from ludoteca.games import ids, load, loads
from ludoteca.messages import LANGUAGES
from ludoteca.play.catalogue import cards
from ludoteca.play.examples import find_examples, verbs_of
from ludoteca.play.file_checks import failed_checks
from ludoteca.play.inspection import inspect
from ludoteca.play.sampling import Step, sample

LINE = """
[board]
grid = [3, 3]
[turn]
do = "place"
[[end]]
when = { align = 3 }
result = "owner wins"
[draw]
full-board = true
"""


# -- checks -------------------------------------------------------------------------------------------


def test_correct_checks_pass():
    assert failed_checks(loads(LINE + "[checks]\nperft = [9, 72, 504]")) == []
    assert failed_checks(loads(LINE)) == []


def test_every_failed_check_is_reported():
    checks = """
    [checks]
    perft = [9, 71, 504]
    [[checks.samples]]
    position = "xx1/oo1/3 x"
    count = 6
    outcome = "first"
    moves = ["c3"]
    [[checks.samples]]
    position = "xx/3 x"
    """
    problems = failed_checks(loads(LINE + checks))
    assert len(problems) == 5
    assert "checks.perft[2]: 71 sequences of 2 moves are stated, but there are 72." in str(problems[0])
    assert "6 moves are stated, but there are 5." in str(problems[1])
    assert "the legal moves are a1, b1, c1, c2, c3." in str(problems[2])
    assert '"first" is stated, but it is "unfinished".' in str(problems[3])
    assert "cannot be read" in str(problems[4])


def test_large_counts_are_skipped():
    game = loads(LINE + "[checks]\nperft = [9, 72, 999999]")
    assert failed_checks(game, most_nodes=1000) == []
    assert failed_checks(game)


# -- random games -------------------------------------------------------------------------------------


def test_statistics_of_random_games():
    statistics = sample(loads(LINE), seconds=5, seed=1, most=200)
    assert statistics.games == 200
    assert sum(statistics.winners.values()) == 200
    assert 5 <= statistics.shortest <= statistics.length <= statistics.longest <= 9
    assert 4 < statistics.branching < 9
    assert statistics.ends_not_reached() == []
    assert statistics.actions_not_done() == []
    assert statistics.draws_not_reached() == []


def test_the_same_seed_gives_the_same_games():
    one, other = (sample(load("kalah"), seconds=60, seed=3, most=20) for _ in range(2))
    assert (one.moves, one.winners, one.rules) == (other.moves, other.winners, other.rules)


def test_rules_that_never_apply_are_reported_with_their_place():
    odd = """
    [board]
    grid = [3, 3]
    [pieces.man]
    moves = ["step"]
    [pieces.ghost]
    moves = ["slide"]
    [setup]
    board = "ooo/3/xxx"
    [turn]
    do = "move"
    [[end]]
    when = { enemy-left = 0 }
    result = "owner wins"
    [draw]
    repetition = 3
    length = 60
    """
    statistics = sample(loads(odd), seconds=5, seed=1, most=30)
    assert statistics.ends_not_reached() == ["end[1] (enemy-left)"]
    assert statistics.actions_not_done() == ["pieces.ghost.moves[1] (slide)"]
    assert statistics.kinds_not_used() == ["ghost"]


def test_the_time_limit_holds_in_long_games():
    ticks = iter(range(100_000))
    statistics = sample(load("hex:size=19"), seconds=10, clock=lambda: float(next(ticks)))
    assert statistics.games == 0  # the clock ran out in the first game


# -- validation ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ids())
def test_every_game_of_the_library_is_valid(game_id):
    found = inspect(game_id, seconds=0.02)
    assert found.problems == []
    assert found.statistics is not None


def test_errors_in_variants_and_parameters_are_found(tmp_path):
    file = tmp_path / "odd.toml"
    variants = """
    [variants.wrong]
    turn.do = "plaice"
    [variants.unproved]
    checks.perft = [8]
    """
    file.write_text(LINE + variants)
    problems = inspect(str(file), seconds=0.1).problems
    assert len(problems) == 2
    assert 'no action called "plaice". Did you mean "place"?' in str(problems[0])
    assert "8 sequences of 1 moves are stated, but there are 9." in str(problems[1])


def test_a_missing_file_raises_unknown_game(tmp_path):
    with pytest.raises(UnknownGame):
        inspect(str(tmp_path / "none.toml"), seconds=0.1)


# -- examples and catalogue ---------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", ids())
def test_examples_are_legal_moves_of_different_kinds(game_id):
    found = find_examples(load(game_id), games=3)
    assert found.moves
    for example in found.moves:
        assert example.move in example.before.legal_moves
        assert example.before.play(example.move) == example.after
        assert verbs_of(Step(example.before, example.move.actions, example.after)) == example.verbs
    assert len({example.verbs for example in found.moves}) == len(found.moves)
    assert all(position.is_over for position in found.endings)


def test_captures_and_flips_are_recognized():
    def verbs(game: str) -> set[tuple[str, ...]]:
        return {example.verbs for example in find_examples(load(game), games=5).moves}

    assert {("step",), ("leap", "capture")} <= verbs("alquerque")
    assert ("place", "flip") in verbs("othello")
    assert ("slide", "shoot") in verbs("amazons/6x6")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_a_catalogue_entry(lang):
    shown = {card.id: card for card in cards(lang)}
    assert sorted(shown) == ids()
    assert all(card.name for card in shown.values())
    (size, *_) = shown["hex"].parameters
    assert (size.name, size.least, size.most, size.range) == ("size", 2, 19, "2–19")
