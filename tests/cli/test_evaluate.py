"""`ludoteca evaluate` as text, SVG and JSON, and `play --show-thinking`."""

from xml.etree import ElementTree

MOVES = ("--moves", "h8 a1 i8 a3 j8")


def test_the_terms_of_an_evaluation(run):
    english = run("evaluate", "gomoku", *MOVES).out
    assert "gomoku-2015: runs of pieces with open ends" in english
    assert "Runs of 3 with two open ends" in english and "h8 i8 j8" in english
    assert (
        "Sequências de 3 com duas pontas abertas" in run("evaluate", "gomoku", *MOVES, "--lang", "pt-BR").out
    )
    assert "Filas de 3 con dos extremos abiertos" in run("evaluate", "gomoku", *MOVES, "--lang", "es").out


def test_json_output(run):
    found = run("evaluate", "gomoku", *MOVES, "--evaluator", "terms", "--json").json
    assert (found["game"], found["evaluator"], found["side"]) == ("gomoku", "terms", "second")
    assert sum(term["value"] for term in found["terms"]) == found["value"]


def test_a_position_may_be_given_as_text(run):
    found = run("evaluate", "tic-tac-toe", "--position", "3/1x1/3 o", "--json").json
    assert found["position"] == "3/1x1/3 o"


def test_svg_output(run, tmp_path):
    file = tmp_path / "evaluation.svg"
    assert run("evaluate", "gomoku", *MOVES, "--svg", str(file)).code == 0
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    assert 'class="label"' in file.read_text("utf-8")


def test_bad_input_is_explained(run):
    wrong = run("evaluate", "gomoku", "--evaluator", "gomoku-2016")
    assert wrong.code == 2 and "gomoku-2015" in wrong.err
    unfit = run("evaluate", "draughts", "--evaluator", "hex-2004")
    assert unfit.code == 2 and "hexagons" in unfit.err
    over = run("evaluate", "tic-tac-toe", "--moves", "a1 b1 a2 b2 a3")
    assert over.code == 2


def test_thinking_is_shown(run, tmp_path):
    file = tmp_path / "game.txt"
    words = ("--first", "level:1", "--second", "alphabeta:depth=2", "--seed", "1", "--record", str(file))
    shown = run("play", "tapatan", *words, "--show-thinking").out
    assert "depth 2 · positions searched: " in shown and "stopped because the depth was reached" in shown
    assert "stopped because" not in run("play", "tapatan", *words).out
    assert "[%think " in file.read_text("utf-8").replace("\n", " ")
