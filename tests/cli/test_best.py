"""`ludoteca best`: move, score and best line."""

import json

import pytest


def test_json_output(run):
    answer = json.loads(run("best", "tic-tackle", "--nodes", "5000", "--json").out)
    assert answer["move"] == answer["continuation"][0]
    assert answer["score"]["kind"] == "estimate"
    assert 0 <= answer["score"]["win_chance"] <= 1
    assert {"depth", "nodes", "seconds"} <= set(answer)


@pytest.mark.parametrize(
    ("position", "score"),
    [
        ("xx1/oo1/3 x", {"kind": "win", "plies": 1}),
        ("x1o/1o1/x1x o", {"kind": "loss", "plies": 2}),
        ("xox/1o1/1x1 o", {"kind": "draw", "plies": 4}),
    ],
)
def test_proved_scores_have_a_distance(run, position: str, score: dict[str, object]):
    answer = json.loads(run("best", "tic-tac-toe", "--position", position, "--depth", "9", "--json").out)
    assert answer["score"] == score


def test_output_is_translated(run):
    english = run("best", "tic-tac-toe", "--position", "xx1/oo1/3 x").out
    assert english.startswith("c3  wins in 1\n")
    assert run("best", "tic-tac-toe", "--position", "xx1/oo1/3 x", "--lang", "pt-BR").out.startswith(
        "c3  vence em 1"
    )


def test_reasons_are_given(run):
    asked = ("best", "tic-tac-toe", "--position", "x2/1o1/x2 o", "--depth", "9")
    reasons = run(*asked, "--json").json["reasons"]
    assert [reason["kind"] for reason in reasons] == ["stops-win", "keeps-draw"]
    assert reasons[0]["words"] == "stops a2, which would win against any other move"
    assert reasons[0]["line"][1] == "a2"
    assert reasons[0]["numbers"] == {"beaten": 5, "tried": 5}
    english, portuguese = run(*asked).out, run(*asked, "--lang", "pt-BR").out
    assert "\n  stops a2, which would win against any other move (" in english
    assert "\n  impede a2, que venceria contra qualquer outro lance (" in portuguese


def test_a_finished_game_and_bad_limits_are_refused(run):
    over = run("best", "tic-tac-toe", "--position", "xxx/oo1/3 o")
    assert over.code == 2
    assert "the game is over" in over.err
    bad = run("best", "tic-tac-toe", "--seconds", "soon")
    assert bad.code == 2
    assert "“soon” is not a number from 0 to 3600" in bad.err
