"""`ludoteca exercise` as text, JSON, SVG and pages to print."""

from xml.etree import ElementTree


def test_the_text_has_blanks_or_the_solution(run):
    blank = run("exercise", "tapatan", "--kind", "cuts", "--size", "medium")
    assert blank.out.startswith("Tapatan: where does alpha-beta cut?")
    assert "╳" not in blank.out
    solved = run("exercise", "tapatan", "--kind", "cuts", "--size", "medium", "--solution")
    assert solved.out.count("╳") == 2
    assert solved.out.rstrip().endswith("R, below H")
    assert "poda" in run("exercise", "tapatan", "--kind", "cuts", "--lang", "pt-BR").out


def test_json_without_and_with_the_solution(run):
    given = run("exercise", "kalah", "--kind", "values", "--json").json
    assert [node["asked"] for node in given["nodes"] if "value" not in node] == [["value"]] * 4
    solved = run("exercise", "kalah", "--kind", "values", "--solution", "--json").json
    assert all("value" in node for node in solved["nodes"])
    assert solved["seed"] == 0
    assert run("exercise", "kalah", "--kind", "values", "--seed", "5", "--json").json["seed"] == 5


def test_pages_to_print(run, tmp_path):
    file = tmp_path / "page.html"
    answer = run("exercise", "tapatan", "--kind", "window", "--html", str(file), "--lang", "es")
    assert answer.code == 0
    page = file.read_text("utf-8")
    assert page.count("<article") == 2
    assert "Solución" in page
    picture = run("exercise", "tapatan", "--svg", "-").out
    assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_positions_without_an_exercise_are_refused(run):
    over = run("exercise", "tic-tac-toe", "--position", "xxx/oo1/3 o")
    assert over.code == 2
    assert "The game is over" in over.err
    assert run("exercise", "tapatan", "--kind", "other").code == 2
