"""Ratings against measured levels."""

import pytest

from ludoteca.web.store.database import Database
from ludoteca.web.store.ratings import LEAST, NEW, Opponent, Rating, rate, ratings
from ludoteca.web.store.schema import GameRow, ResultRow

WEAKEST = Opponent(787, 40, start=787)
STRONGEST = Opponent(2554, 40, start=787)


def test_a_win_against_the_weakest_level_puts_a_newcomer_above_it():
    elo, deviation = rate([(1.0, WEAKEST)])
    assert 850 < elo < 1100
    assert 200 < deviation < NEW
    lost, _ = rate([(0.0, WEAKEST)])
    assert lost == pytest.approx(2 * 787 - elo)
    assert rate([(0.5, WEAKEST)])[0] == pytest.approx(787)


def test_a_loss_against_a_much_stronger_level_says_little():
    elo, deviation = rate([(0.0, STRONGEST)])
    assert elo == pytest.approx(787, abs=5)
    assert deviation == pytest.approx(NEW, abs=5)


def test_who_beats_the_strongest_level_again_and_again_comes_near_to_it():
    assert 1300 < rate([(1.0, STRONGEST)])[0] < 1700
    assert 2300 < rate([(1.0, STRONGEST)] * 6)[0] < 3200


def test_the_example_of_glickman():
    """From 1500 with deviation 200: 1464 and 151 after three games, which he counts all at once."""
    games = [
        (1.0, Opponent(1400, 30, 1500)),
        (0.0, Opponent(1550, 100, 1500)),
        (0.0, Opponent(1700, 300, 1500)),
    ]
    elo, deviation = rate([(0.5, Opponent(1500, 0, 1500))] * 2 + games)
    assert elo == pytest.approx(1464, abs=15)
    assert deviation == pytest.approx(151, abs=15)


def test_more_games_narrow_the_interval_down_to_a_limit():
    widths = [rate([(i % 2, WEAKEST) for i in range(number)])[1] for number in (1, 4, 12, 500)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == LEAST
    found = [Rating("", "x", 0, deviation, 0).is_provisional for deviation in widths]
    assert found == [True, True, False, False]


def test_an_uncertain_opponent_counts_less():
    sure, vague = (rate([(1.0, Opponent(787, deviation, 787))])[0] for deviation in (0, 150))
    assert 787 < vague < sure


def test_ratings_come_best_first_and_skip_unrated_opponents(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    database.migrate()
    with database.writing() as session:
        for number, (player, opponent, result) in enumerate(
            [("Ana", "level:2", "win"), ("Bia", "level:2", "loss"), ("Ana", "Bia", "win")]
        ):
            session.add(GameRow(id=str(number), called="x", rules="", kind="shared"))
            session.flush()
            session.add(ResultRow(
                game=str(number), side="first", visitor="v", player=player, opponent=opponent, called="x",
                result=result, reason="align", plies=9,
            ))  # fmt: skip
    with database.reading() as session:
        found = ratings(session, "v", lambda _, player: WEAKEST if player.startswith("level") else None)
    assert [one.player for one in found] == ["Ana", "Bia"]
    assert [one.games for one in found] == [1, 1]
    assert found[0].elo > WEAKEST.elo > found[1].elo
    assert found[0].low < found[0].elo < found[0].high
    assert found[0].is_provisional
    database.close()
