"""Elo ratings against measured levels."""

import pytest

from ludoteca.web.store.database import Database
from ludoteca.web.store.ratings import FAST, USUAL, rate, ratings
from ludoteca.web.store.schema import GameRow, ResultRow


def test_a_win_against_an_equal_gains_half_the_k_factor():
    assert rate([(1.0, 0.0)]) == (FAST / 2, 1)
    assert rate([(0.5, 0.0)] * 6) == (0.0, 6)


def test_the_k_factor_shrinks_after_the_first_games():
    before, _ = rate([(0.5, 0.0)] * 5)
    after, _ = rate([*[(0.5, 0.0)] * 5, (1.0, 0.0)])
    assert after - before == pytest.approx(USUAL / 2)


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
        found = ratings(session, "v", lambda _, player: 200.0 if player.startswith("level") else None)
    assert [one.player for one in found] == ["Ana", "Bia"]
    assert [one.games for one in found] == [1, 1]
    assert found[0].elo > 0 > found[1].elo
    assert found[0].is_provisional
    database.close()
