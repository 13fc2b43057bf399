"""Ratings by the formula, and only against what was measured."""

import pytest

from ludoteca.web.store.database import Database
from ludoteca.web.store.ratings import FAST, USUAL, rate, ratings
from ludoteca.web.store.schema import GameRow, ResultRow


def test_a_win_against_an_equal_is_worth_half_of_what_is_at_stake():
    assert rate([(1.0, 0.0)]) == (FAST / 2, 1)
    assert rate([(0.5, 0.0)] * 6) == (0.0, 6)


def test_less_is_at_stake_when_more_is_known():
    before, _ = rate([(0.5, 0.0)] * 5)
    after, _ = rate([*[(0.5, 0.0)] * 5, (1.0, 0.0)])
    assert after - before == pytest.approx(USUAL / 2)


def test_ratings_come_best_first_and_leave_out_what_was_not_measured(tmp_path):
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
        found = ratings(session, "v", lambda _, player: 200.0 if player.startswith("level") else None)
    assert [one.player for one in found] == ["Ana", "Bia"]
    assert [one.games for one in found] == [1, 1]
    assert found[0].elo > 0 > found[1].elo
    assert found[0].is_provisional
    database.close()
