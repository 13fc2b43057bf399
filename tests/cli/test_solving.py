"""`solve`, `value`, `verify` and `explore`, as text and JSON."""

import json

import pytest

from ludoteca.cli.main import main


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))


def told(capsys, *words):
    """The JSON object that a command prints, and its exit code."""
    code = main([*words, "--json"])
    return json.loads(capsys.readouterr().out), code


def test_solve_json_output(capsys):
    found, code = told(capsys, "solve", "tapatan")
    assert code == 0
    assert found["value"] == "draw"
    assert found["plies"] is None
    assert found["positions"] == 3040
    assert found["longest"] == 10
    assert found["method"] == "retrograde"
    assert found["moves"][0] == {"move": "a1-b1", "value": "draw", "plies": None}
    assert {"seconds", "bytes", "why", "file"} <= found.keys()


def test_solve_prints_the_method_and_the_estimate(capsys):
    assert main(["solve", "achi", "--estimate"]) == 0
    said = capsys.readouterr().err
    assert "retrograde" in said
    assert "positions" in said


def test_solve_reports_why_no_method_applies(capsys):
    found, code = told(capsys, "solve", "brandubh", "--method", "retrograde")
    assert code == 1
    assert found["value"] is None
    assert found["reasons"][0]["method"] == "retrograde"


def test_solve_makes_a_table_of_endgames(capsys):
    found, code = told(capsys, "solve", "draughts", "--endgames", "2")
    assert code == 0
    assert (found["pieces"], found["positions"]) == (2, 3968)
    assert main(["verify", found["file"]]) == 0
    assert main(["solve", "draughts", "--endgames", "--estimate"]) == 0
    assert "4 pieces" in capsys.readouterr().err


def test_solve_reports_why_there_are_no_endgames(capsys):
    found, code = told(capsys, "solve", "tapatan", "--endgames")
    assert code == 1
    assert "no piece leaves the board" in found["reasons"][0]["why"]


def test_an_unknown_method_is_refused(capsys):
    assert main(["solve", "achi", "--method", "magic"]) == 2
    assert "retrograde" in capsys.readouterr().err


def test_value_is_for_the_mover(capsys):
    found, _ = told(capsys, "value", "three-mens-morris", "--moves", "b2")
    assert (found["value"], found["plies"]) == ("loss", 8)
    found, _ = told(capsys, "value", "tapatan", "--position", "o2/xo1/xxo x")
    assert (found["value"], found["plies"]) == ("loss", 0)


def test_value_takes_a_position(capsys):
    found, _ = told(capsys, "value", "tapatan", "--position", "3/oox/oxx o")
    assert (found["value"], found["plies"]) == ("win", 1)


def test_verify_accepts_a_correct_tablebase(capsys):
    told(capsys, "solve", "dodgem")
    found, code = told(capsys, "verify", "dodgem")
    assert code == 0
    assert found["wrong"] == 0
    again, _ = told(capsys, "verify", found["file"])
    assert again["checksum"] == found["checksum"]


def test_verify_without_a_tablebase_suggests_solve(capsys):
    assert main(["verify", "dodgem"]) == 2
    assert "ludoteca solve dodgem" in capsys.readouterr().err


def test_explore_counts_values_by_material_and_depth(capsys, tmp_path):
    found, code = told(capsys, "explore", "three-mens-morris", "--svg", str(tmp_path / "values.svg"))
    assert code == 0
    assert found["positions"] == 5390
    assert [layer["ply"] for layer in found["layers"]] == [0, 1, 2, 3, 4, 5, None]
    assert sum(layer["won"] + layer["drawn"] + layer["lost"] for layer in found["layers"]) == 5390
    assert sum(row["won"] for row in found["distances"]) == found["won"]
    assert len(found["hardest"]["moves"]) == found["longest"]
    assert "+9" in (tmp_path / "values.svg").read_text("utf-8")


def test_explore_shows_first_moves_on_the_board(capsys):
    assert main(["explore", "three-mens-morris", "--lang", "pt-BR"]) == 0
    said = capsys.readouterr().out
    assert "2  -───+───-" in said
    assert "Primeiros lances" in said
