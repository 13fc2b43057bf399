"""Formats of tournaments: who meets whom, and how often."""

from collections import Counter
from itertools import combinations

import pytest

from ludoteca.tournament.formats import FORMATS, GAUNTLET, KNOCKOUT, ROUND_ROBIN, SWISS, Format, GameKey


def played(form: Format, points=lambda key: 1.0 if (key.a < key.b) else 0.0) -> dict[GameKey, float]:
    """All games of a tournament; by default the player that was named first wins."""
    results: dict[GameKey, float] = {}
    while due := [key for key in form.order(form.schedule(results).fixtures) if key not in results]:
        results |= {key: points(key) for key in due}
    return results


def test_keys_are_written_and_read():
    key = GameKey(3, 0, 11, 5)
    assert str(key) == "3.1.12.6"
    assert GameKey.parse(str(key)) == key
    for text in ("", "1.2.3", "0.1.2.1", "1.1.2.x", "1.1.2.0"):
        with pytest.raises(ValueError):
            GameKey.parse(text)


@pytest.mark.parametrize("players", range(2, 12))
def test_a_round_robin_has_every_pair_once_and_nobody_twice_in_a_round(players):
    form = Format(ROUND_ROBIN, players, 2)
    fixtures = form.schedule({}).fixtures
    assert sorted((one.a, one.b) for one in fixtures) == list(combinations(range(players), 2))
    for turn in {one.round for one in fixtures}:
        busy = [player for one in fixtures if one.round == turn for player in (one.a, one.b)]
        assert len(busy) == len(set(busy)) == players - players % 2
    assert form.total == len(played(form)) == players * (players - 1)


def test_eight_players_and_sixteen_games_are_448():
    assert Format(ROUND_ROBIN, 8, 16).total == 448


def test_a_round_robin_can_be_repeated():
    form = Format(ROUND_ROBIN, 4, 2, rounds=3)
    assert form.total == 36
    assert {key.round for key in played(form)} == set(range(1, 10))


def test_a_gauntlet_is_one_against_all():
    form = Format(GAUNTLET, 5, 4)
    assert form.total == 16
    assert {(key.a, key.b) for key in played(form)} == {(0, 1), (0, 2), (0, 3), (0, 4)}


def test_all_meetings_advance_alike():
    form = Format(ROUND_ROBIN, 4, 4)
    order = list(form.order(form.schedule({}).fixtures))
    assert len(order) == len(set(order)) == 24
    assert [key.number for key in order[:12]] == [0, 1] * 6


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8, 9, 16, 33, 64])
@pytest.mark.parametrize("seed", range(3))
def test_swiss_rounds_have_no_rematch_and_no_second_bye(players, seed):
    form = Format(SWISS, players, 2)
    results = played(form, lambda key: ((key.a * 31 + key.b * 17 + key.number * 7 + seed) % 3) / 2)
    schedule = form.schedule(results)
    pairs = [(one.a, one.b) for one in schedule.fixtures]
    assert len(pairs) == len(set(pairs)) == form.swiss_rounds * (players // 2)
    assert form.total == len(results)
    free = [player for _, player in schedule.byes]
    assert len(free) == len(set(free)) == (form.swiss_rounds if players % 2 else 0)


def test_swiss_pairs_equal_scores():
    form = Format(SWISS, 8, 2, rounds=3)
    first = form.schedule({}).fixtures
    assert [(one.a, one.b) for one in first] == [(0, 4), (1, 5), (2, 6), (3, 7)]
    results = played(form)
    second = [one for one in form.schedule(results).fixtures if one.round == 2]
    assert [(one.a, one.b) for one in second] == [(0, 2), (1, 3), (4, 6), (5, 7)]


def test_swiss_waits_for_the_round():
    form = Format(SWISS, 4, 2)
    results = played(form)
    first = {key: value for key, value in results.items() if key.round == 1}
    last = max(first)
    del first[last]
    assert {one.round for one in form.schedule(first).fixtures} == {1}


def test_swiss_rematches_only_where_there_is_no_other_way():
    form = Format(SWISS, 6, 2, rounds=5)
    for seed in range(20):
        results = played(form, lambda key, seed=seed: ((key.a * 5 + key.b * 3 + key.round + seed) % 3) / 2)
        pairs = Counter((one.a, one.b) for one in form.schedule(results).fixtures)
        assert sum(pairs.values()) == 15
        assert max(pairs.values()) <= 2


@pytest.mark.parametrize("players", [2, 3, 5, 6, 8, 13])
def test_a_knockout_has_one_champion(players):
    form = Format(KNOCKOUT, players, 2)
    results = played(form)
    schedule = form.schedule(results)
    assert schedule.champion == 0
    assert len(schedule.fixtures) == players - 1
    lost = Counter(one.b for one in schedule.fixtures)
    assert set(lost) == set(range(1, players))
    if players > 2:
        final = schedule.fixtures[-1]
        assert (final.a, final.b) == (0, 1)


def test_a_tied_knockout_goes_on_and_then_the_first_player_advances():
    form = Format(KNOCKOUT, 2, 2)
    results = played(form, lambda key: 0.5 if key.number < 4 else 0.0)
    assert len(results) == 6
    assert form.schedule(results).champion == 1
    drawn = played(form, lambda key: 0.5)
    assert len(drawn) == 2 + 2 * 4
    assert form.schedule(drawn).champion == 0


@pytest.mark.parametrize("name", FORMATS)
def test_the_schedule_depends_on_the_results_only(name):
    form = Format(name, 7, 2, rounds=4 if name == SWISS else None)
    results = played(form, lambda key: (key.a + key.number) % 2)
    backwards = dict(reversed(results.items()))
    assert form.schedule(results) == form.schedule(backwards)
