"""`ludoteca tree` as text, SVG and JSON."""

from xml.etree import ElementTree

POSITION = ("--position", "xox/1o1/1x1 o")


def test_text_output_is_translated(run):
    english = run("tree", "tic-tac-toe", *POSITION, "--depth", "4")
    assert english.out.startswith("Tic-tac-toe: search tree, depth 4\nAlpha-beta searched 47 nodes")
    assert "Best line: a1 c1 c2 a2, value 0." in english.out.replace("\n", " ")
    assert "└─ ■ a2 draw *" in english.out
    portuguese = run("tree", "tic-tac-toe", *POSITION, "--depth", "4", "--lang", "pt-BR")
    assert portuguese.out.startswith("Jogo da Velha: árvore de busca, profundidade 4\nAlfa-beta buscou 47")


def test_json_output(run):
    pruned = run("tree", "tic-tac-toe", *POSITION, "--depth", "4", "--json").json
    whole = run("tree", "tic-tac-toe", *POSITION, "--depth", "4", "--no-prune", "--json").json
    assert pruned["value"] == whole["value"] == 0
    assert (pruned["eyes"], pruned["prune"], whole["prune"]) == ("second", True, False)
    assert pruned["nodes"] < whole["nodes"] == whole["nodes_without_pruning"] == 61
    assert pruned["branches_pruned"] == 4
    first, second = pruned["tree"]["children"][:2]
    assert (first["alpha"], first["beta"], second["alpha"]) == (None, None, 0)
    assert second["cut"]
    assert second["pruned"] == ["a2", "c2"]


def test_moves_and_order_options(run):
    found = run("tree", "tic-tac-toe", "--moves", "b2 a1", "--depth", "1", "--order", "best", "--json").json
    assert found["eyes"] == "first"
    values = [child["value"] for child in found["tree"]["children"]]
    assert values == sorted(values, reverse=True)


def test_svg_output(run, tmp_path):
    file = tmp_path / "tree.svg"
    answer = run("tree", "tic-tac-toe", "--depth", "2", "--svg", str(file))
    assert answer.code == 0
    assert answer.out == ""
    assert str(file) in answer.err
    ElementTree.fromstring(file.read_text("utf-8"))
    assert "var(--" not in file.read_text("utf-8")
    assert run("tree", "tic-tac-toe", "--depth", "1", "--svg", "-").out.startswith("<svg")


def test_long_trees_are_truncated(run):
    answer = run("tree", "tic-tac-toe", "--depth", "3")
    assert answer.out.rstrip().endswith("more lines. --svg FILE draws the whole tree.")


def test_large_trees_and_finished_games_are_refused(run):
    large = run("tree", "tic-tac-toe", "--depth", "5", "--no-prune")
    assert large.code == 2
    assert "this tree would have 18730 nodes, and at most 3000 can be shown" in large.err
    large = run("tree", "tic-tac-toe", "--depth", "5", "--no-prune", "--lang", "pt-BR")
    assert "esta árvore teria 18730 nós" in large.err
    assert "teria mais de 20000 nós" in run("tree", "gomoku", "--depth", "4", "--lang", "pt").err
    over = run("tree", "tic-tac-toe", "--position", "xxx/oo1/3 o", "--lang", "pt-BR")
    assert (over.code, over.err) == (2, "ludoteca: a partida acabou.\n")


def test_algorithms_and_values_of_the_classics(run):
    start = ("tree", "kalah:pits=3,seeds=2", "--depth", "3", "--values", "kalah-2017", "--json")
    found = {name: run(*start, "--algorithm", name).json for name in ("minimax", "negamax", "breadth-first")}
    assert {one["value"] for one in found.values()} == {found["minimax"]["value"]}
    steps = found["breadth-first"]["steps"]
    assert steps[1]["kind"] == "expand"
    assert "queue" in steps[1]["text"]
    assert any(child["again"] for child in found["minimax"]["tree"]["children"])
    assert "◆" in run("tree", "tapatan", "--algorithm", "expectiminimax").out
    refused = run("tree", "kalah", "--values", "hex-2004")
    assert refused.code == 2
    assert run("tree", "kalah", "--values", "no-such").code == 2
