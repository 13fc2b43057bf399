"""A playtest tells sound rules from flawed ones."""

from __future__ import annotations

from ludoteca.games import load, loads
from ludoteca.workshop.playtest import PlaytestReport, playtest

WALK = 'board.grid = [3, 3]\nsetup.board = "2o/3/x2"\nturn.do = "step"\n'


def lights(report: PlaytestReport) -> dict[str, str]:
    return {one.key: one.light for one in report.findings}


def test_a_sound_game_passes():
    report = playtest(load("tapatan"), 4.0)
    assert report.light == "good"
    assert lights(report)["both-win"] == "good"
    assert report.statistics.games == 300
    assert report.verdict("pt-BR") == "Nada de errado: vale a pena jogar."


def test_rules_that_never_end_are_bad():
    report = playtest(loads(WALK + "draw.length = 300\n"), 1.0)
    assert lights(report)["ends"] == "bad"
    assert lights(report)["both-win"] == "bad"
    assert report.light == "bad"


def test_a_side_that_cannot_win_is_named():
    text = WALK + '[[end]]\nwhen = { reach = "far row" }\nside = "first"\nresult = "owner wins"\n'
    report = playtest(loads(text), 1.0)
    (bad,) = [one for one in report.findings if one.key == "both-win"]
    assert bad.light == "bad"
    assert bad.text("pt-BR", report.game) == "segundo: nunca venceu."


def test_a_game_that_is_over_at_the_start():
    text = 'board.grid = [3, 3]\nturn.do = "place"\nsetup.board = "xxx/3/3"\n'
    report = playtest(loads(text + '[[end]]\nwhen = { align = 3 }\nresult = "owner wins"\n'), 1.0)
    assert lights(report) == {"starts": "bad"}
    assert report.as_dict("en")["verdict"].startswith("Something is wrong")


def test_unused_rules_are_named():
    text = 'board.grid = [3, 3]\nturn.do = "place"\n[[end]]\nwhen = { align = 3 }\nresult = "owner wins"\n'
    report = playtest(
        loads(text + '[[end]]\nwhen = { stalled = 9 }\nside = "second"\nresult = "draw"\n'), 1.5
    )
    (unused,) = [one for one in report.findings if one.key == "unused"]
    assert "end[2]" in unused.text("en", report.game)


def test_the_time_limit_is_kept():
    ticks = iter(range(10**9))
    report = playtest(load("amazons"), 20.0, clock=lambda: float(next(ticks)))
    assert report.seconds < 40
    assert lights(report)["ends"] == "doubt"  # no game finished
