"""`ludoteca analyse` as text, SVG and JSON, complete or interrupted."""

from contextlib import nullcontext
from xml.etree import ElementTree

import pytest

import ludoteca.cli.background

RECORD = """[Game "tic-tac-toe"]
[First "Ana"]
[Second "Bia"]

1. b2 b1 2. a1 c3 3. a3 c1 4. a2 first
"""


@pytest.fixture
def file(tmp_path) -> str:
    kept = tmp_path / "game.txt"
    kept.write_text(RECORD, "utf-8")
    return str(kept)


def test_text_output(run, file):
    answer = run("analyse", file)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0] == "Tic-tac-toe: Ana (X) vs Bia (O)"
    assert lines[3:16] == [
        "100 %│      ██████████████████",
        "     │      ██████████████████",
        "     │      ██████████████████",
        " 50 %│┄┄┄┄┄┄██████████████████",
        "     │████████████████████████",
        "     │████████████████████████",
        "     │████████████████████████",
        "     │████████████████████████",
        "  0 %└────────────────────────",
        "            ?",
        "            ?",
        "         1.    2.    3.    4.",
        "",
    ]
    assert "   1.  b2     draw" in lines
    assert "   1…  b1 ??  draw → loss in 6" in lines
    assert "   4.  a2     win in 1" in lines
    assert any(line.startswith("       lets the opponent win in 5 moves (b1 ") for line in lines)
    assert any(line.startswith("       better ") and "keeps the draw" in line for line in lines)
    assert "Ana (X)     100 %                0           0            0" in lines
    assert lines[-1] == "Ana (X) wins. Three in a row."


def test_output_is_translated(run, file):
    answer = run("analyse", file, "--lang", "pt-BR")
    assert answer.out.startswith("Jogo da Velha: Ana (X) × Bia (O)\nChances de vitória: Ana (X).")
    assert "1…  b1 ??  empate → perde em 6" in answer.out
    assert "deixa o adversário vencer em 5 lances" in answer.out
    assert "erros graves ??" in answer.out


def test_json_output(run, file):
    found = run("analyse", file, "--nodes", "20000", "--json").json
    assert found["complete"]
    assert found["chances"] == [0.5, 0.5, 1, 1, 1, 1, 1, 1]
    move = found["moves"][1]
    assert (move["number"], move["move"], move["by"], move["mark"]) == ("1…", "b1", "second", "blunder")
    assert move["before"]["kind"] == "draw"
    assert move["after"] == {"kind": "loss", "plies": 6, "chance": 0.0}
    assert move["drop"] == 0.5
    assert move["best"] == move["continuation"][0]
    assert move["faults"][0]["kind"] == "allows-win"
    assert move["faults"][0]["words"] == "lets the opponent win in 5 moves"
    assert "keeps-draw" in [reason["kind"] for reason in move["reasons"]]
    assert found["sides"]["second"]["blunders"] == 1
    assert found["sides"]["first"]["accuracy"] == 100


def test_svg_output(run, file, tmp_path):
    picture = tmp_path / "graph.svg"
    answer = run("analyse", file, "--svg", str(picture))
    assert str(picture) in answer.err
    ElementTree.fromstring(picture.read_text("utf-8"))
    assert run("analyse", file, "--svg", "-").out.startswith("<svg")


def test_record_from_stdin(run):
    assert run("analyse", "-", "--json", typed=RECORD).json["complete"]


def test_ctrl_c_prints_the_partial_analysis(run, tmp_path, monkeypatch):
    file = tmp_path / "long.txt"
    file.write_text('[Game "gomoku"]\n\n1. h8 h9 2. j9 a1 *\n', "utf-8")

    def impatient(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ludoteca.cli.background, "_bar", lambda output, title: nullcontext(impatient))
    answer = run("analyse", str(file), "--seconds", "60", "--json")
    assert answer.code == 130
    assert "Stopped." in answer.err
    assert answer.json["complete"] is False
    text = run("analyse", str(file), "--seconds", "60")
    assert text.code == 130
    assert "of 4 moves, from the end." in text.out


def test_bad_records_are_refused(run, tmp_path):
    bad = tmp_path / "bad.txt"
    bad.write_text(RECORD.replace("c3", "z9"), "utf-8")
    answer = run("analyse", str(bad), "--lang", "pt-BR")
    assert answer.code == 2
    assert "o lance 4 não é possível" in answer.err
    assert run("analyse", str(tmp_path / "nothing.txt")).code == 2
