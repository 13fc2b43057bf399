"""Trees as SVG and as text."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from ludoteca.classics.tree_values import scorer_for
from ludoteca.engine.tree import ALGORITHMS, grow
from ludoteca.games import ids, load
from ludoteca.messages import LANGUAGES
from ludoteca.play import trees
from ludoteca.render.tree import TreeNode
from ludoteca.render.tree_layout import layout_tree
from ludoteca.render.tree_text import tree_text

SVG = "{http://www.w3.org/2000/svg}"


def grown(name: str = "tic-tac-toe", text: str | None = "xox/1o1/1x1 o", depth: int = 4, **how):
    game = load(name)
    return grow(game.position(text) if text else game.start(), depth, **how)


def test_nothing_overlaps_and_parents_stand_in_the_middle():
    root = trees.tree_nodes(grown("tapatan", None, 4))
    places = layout_tree(root, lambda node: node.children, lambda node: 10.0)
    row = [root]
    assert min(places.values()) == 5.0
    while row:
        assert all(places[id(right)] - places[id(left)] >= 10 - 1e-9 for left, right in pairwise(row))
        for node in row:
            if node.children:
                ends = places[id(node.children[0])], places[id(node.children[-1])]
                assert places[id(node)] == pytest.approx(sum(ends) / 2)
        row = [child for node in row for child in node.children]


def test_subtrees_move_together_where_they_have_room():
    """A deep narrow branch is placed under its shallow neighbours."""
    deep = TreeNode(
        "max", children=(TreeNode("min", children=(TreeNode("leaf"), TreeNode("leaf"), TreeNode("leaf"))),)
    )
    root = TreeNode("max", children=(TreeNode("leaf"), deep, TreeNode("leaf")))
    places = layout_tree(root, lambda node: node.children, lambda node: 1.0)
    assert [places[id(child)] - places[id(root)] for child in root.children] == [-1, 0, 1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "text", "depth"),
    [("tic-tac-toe", "xox/1o1/1x1 o", 4), ("tic-tac-toe", None, 2), ("kalah:pits=3,seeds=2", None, 3),
     ("hex:size=3", None, 1), ("tsoro-yematatu", None, 1)],
)  # fmt: skip
def test_the_picture_is_complete_and_accessible(name, text, depth, lang):
    tree = grown(name, text, depth)
    picture = trees.svg(tree, lang)
    drawn = ElementTree.fromstring(picture)
    assert drawn.get("role") == "img"
    assert drawn.findtext(f"{SVG}title") == trees.title(tree, lang)
    assert drawn.findtext(f"{SVG}desc") == trees.summary(tree, lang)
    assert "prefers-color-scheme:dark" in drawn.findtext(f"{SVG}style", "")
    assert not re.search(r"href|<script|url\(|http(?!://www\.w3\.org/2000/svg)", picture)
    said = [text.text for text in drawn.iter(f"{SVG}text")]
    assert all(what in said for _, what in trees.legend(tree, lang))
    for node in tree.root.walk():
        assert node.move is None or node.move.text in said


def test_every_branch_is_drawn_and_pruned_ones_are_dashed():
    tree = grown()
    root = trees.tree_nodes(tree)
    drawn = ElementTree.fromstring(trees.svg(tree))
    paths = [path for path in drawn.iter(f"{SVG}path") if path.get("d", "").count("C")]
    assert len(paths) == sum(1 for _ in root.walk()) - 1
    dashed = [path for path in paths if path.get("stroke-dasharray")]
    assert len(dashed) == sum(node.kind == "pruned" for node in root.walk()) == 4
    assert len([path for path in paths if path.get("class") == "accent-line"]) == len(tree.line) - 1


def test_small_trees_have_boards_and_large_ones_do_not():
    assert trees.svg(grown()).count("<svg") == 1 + grown().nodes
    assert trees.svg(grown(text=None, depth=3)).count("<svg") == 1


@pytest.mark.parametrize("name", ids())
def test_a_tree_of_every_game(name):
    position = load(name).start()
    if len(position.legal_moves) > 400:
        return
    tree = grow(position, 1)
    ElementTree.fromstring(trees.svg(tree, "pt-BR", theme=False))
    assert len(tree.root.children) == len(position.legal_moves)


def test_without_theme_the_colours_are_written_out():
    assert "var(--" in trees.svg(grown())
    assert "var(--" not in trees.svg(grown(), theme=False)


def test_the_same_tree_gives_the_same_picture():
    assert trees.svg(grown()) == trees.svg(grown())


def test_a_tree_as_lines_of_text():
    tree = grown(text="xo1/ox1/1xo x")
    assert tree_text(trees.tree_nodes(tree)) == [
        "▲ 0 [−∞, +∞] *",
        "├─ ▼ a1 0 [−∞, +∞] *",
        "│  ├─ ▲ c2 win 3 [−∞, +∞]",
        "│  │  └─ ■ c3 win 3",
        "│  └─ ▲ c3 0 [−∞, win 3] *",
        "│     └─ ■ c2 draw *",
        "├─ ▼ c2 ≤ 0 [0, +∞]",
        "│  ├─ ▲ a1 0 [0, +∞]",
        "│  │  └─ ■ c3 draw",
        "│  └─ ╳ c3",
        "└─ ▼ c3 ≤ 0 [0, +∞]",
        "   ├─ ▲ a1 0 [0, +∞]",
        "   │  └─ ■ c2 draw",
        "   └─ ╳ c2",
    ]
    plain = tree_text(trees.tree_nodes(tree), unicode=False)
    assert plain[0] == "^ 0 [-oo, +oo] *"
    assert all(line.isascii() for line in plain)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_step_has_a_sentence(lang, algorithm):
    tree = grown("kalah:pits=3,seeds=2", None, 3, algorithm=algorithm)
    told = trees.steps(tree, lang)
    assert len(told) == len(tree.record.steps)
    assert all(step["text"] and "{" not in step["text"] for step in told)
    assert any(step["kind"] == "cut" for step in told) == (algorithm == "alphabeta")
    assert trees.steps(grown("tic-tac-toe", None, 4), lang) == []  # too many


def test_negamax_shows_values_for_the_side_to_move():
    plain, negated = (grown(algorithm=name) for name in ("minimax", "negamax"))
    assert plain.root.value == negated.root.value
    for one, other in zip(plain.root.walk(), negated.root.walk(), strict=True):
        value = trees.ValueTexts(negated, "en").value(other, other.value)
        sign = 1 if one.is_max else -1
        assert value == trees.value_text(sign * one.value, "en")


def test_the_sentences_and_the_outline_of_negamax_are_for_the_side_to_move():
    tree = grown("tapatan", None, 2, algorithm="negamax")
    outline = trees.outline(tree, "en")
    texts = trees.ValueTexts(tree, "en")
    for node, one in zip(tree.root.children, outline["children"], strict=True):
        assert one["value"] == texts.value(node, node.value) and one["kind"] == "min"
        assert [leaf["value"] for leaf in one["children"]] == [
            texts.value(leaf, leaf.value) for leaf in node.children
        ]
    said = [step["text"] for step in trees.steps(tree, "en") if step["kind"] == "update"]
    assert said and all("seen from" in text and "smallest" not in text for text in said)
    legend = dict(trees.legend(tree, "en"))
    assert "minimum" not in legend["min"] and legend["number"] == "value for the side to move at the node"


def test_the_outline_names_wins_of_an_evaluator_as_the_picture_does():
    position = load("gomoku").position("15/15/15/15/15/15/15/3xxxx8/15/15/15/3oooo8/15/15/15 x")
    tree = grow(position, 1, algorithm="minimax", scorer=scorer_for(position.game, "gomoku-2015"))
    values = {one["value"] for one in trees.outline(tree, "en")["children"]}
    assert "won" in values and not any(value.startswith("+1000000") for value in values)


def test_extra_turns_and_empty_pits_are_marked():
    tree = grown("kalah", None, 2, prunes=False)
    (again,) = [child for child in trees.tree_nodes(tree).children if child.move.endswith(trees.AGAIN)]
    assert [one.move for one in again.children if one.kind == "invalid"] == ["∅ 3"]
    assert "∅" in trees.svg(tree)
    assert trees.empty_pits(load("tapatan").start()) == []
    marks = [sign for sign, _ in trees.legend(tree, "en")]
    assert marks[-2:] == ["again", "invalid"]


def test_chance_nodes_have_a_shape_and_a_line_in_the_legend():
    tree = grown("tapatan", None, 2, algorithm="expectiminimax")
    assert {node.kind for node in trees.tree_nodes(tree).children} == {"chance"}
    assert "chance" in dict(trees.legend(tree, "en"))
    assert tree.root.children[0].value == pytest.approx(
        sum(child.value for child in tree.root.children[0].children) / len(tree.root.children[0].children)
    )
