"""The smell test tells sound rules from unsound ones, in words."""

from __future__ import annotations

import pytest

from ludoteca.games import load, loads
from ludoteca.workshop.playtest import PHRASES, Smell, smell
from tests.cli.test_words import _places

WALK = 'board.grid = [3, 3]\nsetup.board = "2o/3/x2"\nturn.do = "step"\n'


def lights(found: Smell) -> dict[str, str]:
    return {one.key: one.light for one in found.findings}


def test_a_good_game_smells_good():
    found = smell(load("tapatan"), 4.0)
    assert found.light == "good"
    assert lights(found)["both-win"] == "good"
    assert found.watched.games == 300
    assert found.verdict("pt-BR") == "Cheira bem: vale a pena jogar."


def test_rules_that_never_end_are_bad():
    found = smell(loads(WALK + "draw.length = 300\n"), 1.0)
    assert lights(found)["ends"] == "bad"
    assert lights(found)["both-win"] == "bad"
    assert found.light == "bad"


def test_a_side_that_cannot_win_is_named():
    text = WALK + '[[end]]\nwhen = { reach = "far row" }\nside = "first"\nresult = "owner wins"\n'
    found = smell(loads(text), 1.0)
    (bad,) = [one for one in found.findings if one.key == "both-win"]
    assert bad.light == "bad"
    assert bad.text("pt-BR", found.game) == "segundo: nunca venceu."


def test_a_game_that_is_over_at_once():
    text = 'board.grid = [3, 3]\nturn.do = "place"\nsetup.board = "xxx/3/3"\n'
    found = smell(loads(text + '[[end]]\nwhen = { align = 3 }\nresult = "owner wins"\n'), 1.0)
    assert lights(found) == {"starts": "bad"}
    assert found.as_dict("en")["verdict"].startswith("Something is wrong")


def test_rules_that_are_never_used_are_named():
    text = 'board.grid = [3, 3]\nturn.do = "place"\n[[end]]\nwhen = { align = 3 }\nresult = "owner wins"\n'
    found = smell(loads(text + '[[end]]\nwhen = { stalled = 9 }\nside = "second"\nresult = "draw"\n'), 1.5)
    (unused,) = [one for one in found.findings if one.key == "unused"]
    assert "end[2]" in unused.text("en", found.game)


def test_the_budget_is_kept():
    ticks = iter(range(10**9))
    found = smell(load("amazons"), 20.0, clock=lambda: float(next(ticks)))
    assert found.seconds < 40
    assert lights(found)["ends"] == "doubt"  # no game was finished


@pytest.mark.parametrize("key", list(PHRASES))
def test_both_languages_have_the_same_places(key):
    english, portuguese = PHRASES._texts[key]
    assert _places(english) == _places(portuguese)
