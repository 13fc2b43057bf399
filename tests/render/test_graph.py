"""The evaluation graph as text and as SVG."""

import re
from xml.etree import ElementTree

import pytest

from ludoteca.render.graph import SIGNS, Graph, Mark, graph
from ludoteca.render.graph_text import graph_text

SVG = "{http://www.w3.org/2000/svg}"
LEGEND = [(kind, kind) for kind in SIGNS]
CHANCES = (0.5, 0.52, 0.48, 0.62, 0.55, 0.3, 0.38, 0.2, 0.85, 1.0)
NUMBERS = ("", "1.", "", "2.", "", "3.", "", "4.", "", "5.")
GAME = Graph(
    CHANCES,
    NUMBERS,
    (Mark(3, "mistake", "2…"), Mark(4, "inaccuracy", "2."), Mark(8, "blunder", "4… c3 ??")),
    ("Ana (White)", "Bia (Black)"),
)


def test_the_graph_as_text():
    assert graph_text(GAME, 80) == [
        "100 %│                           ███",
        "     │                        ▆▆▆███",
        "     │                        ██████",
        " 50 %│┄┄┄▁▁▁┄┄┄███▃▃▃┄┄┄┄┄┄┄┄┄██████",
        "     │██████▇▇▇██████         ██████",
        "     │███████████████▃▃▃███   ██████",
        "     │█████████████████████▅▅▅██████",
        "     │██████████████████████████████",
        "  0 %└──────────────────────────────",
        "               ?  ?           ?",
        "                  !           ?",
        "         1.    2.    3.    4.    5.",
    ]


def test_the_graph_as_plain_text():
    lines = graph_text(GAME, 80, unicode=False)
    assert lines[3] == " 50 %|---------###...---------######"
    assert lines[6] == "     |#####################:::######"
    assert all(line.isascii() for line in lines)


def test_a_long_game_is_squeezed_into_the_width():
    chances = tuple(0.5 + 0.4 * (-1) ** (n // 40) for n in range(300))
    numbers = ("", *(f"{n // 2 + 1}." if n % 2 == 0 else "" for n in range(299)))
    lines = graph_text(Graph(chances, numbers, (Mark(98, "mistake"), Mark(99, "blunder"))), 80)
    assert max(map(len, lines)) == 80
    # Two marks in one column: the worse one is shown.
    assert [line.strip() for line in lines[9:11]] == ["?", "?"]


def test_positions_without_an_evaluation_leave_a_gap():
    lines = graph_text(Graph((None, None, 0.5, 1.0), ("", "1.", "", "2.")), 80)
    assert lines[7] == "     │······██████"
    assert lines[0] == "100 %│         ███"


@pytest.mark.parametrize("drawn", [Graph((0.5,)), Graph(()), Graph((None, None)), GAME])
def test_every_graph_can_be_drawn(drawn):
    assert graph_text(drawn)
    ElementTree.fromstring(graph(drawn, "title", "description", LEGEND))


def test_the_picture_is_standalone_and_scales():
    picture = graph(GAME, "Ana v Bia", "what is to be seen", LEGEND)
    drawn = ElementTree.fromstring(picture)
    assert (drawn.get("role"), drawn.get("width")) == ("img", None)
    assert drawn.findtext(f"{SVG}title") == "Ana v Bia"
    assert drawn.findtext(f"{SVG}desc") == "what is to be seen"
    assert "prefers-color-scheme:dark" in drawn.findtext(f"{SVG}style", "")
    assert not re.search(r"href|<script|url\(|var\(|http(?!://www\.w3\.org/2000/svg)", picture)


def test_marks_differ_by_shape_and_have_notes():
    drawn = ElementTree.fromstring(graph(GAME, "", "", LEGEND))
    groups = {kind: [g for g in drawn.iter(f"{SVG}g") if g.get("class") == kind] for kind in SIGNS}
    shapes = {kind: [part.tag for part in one[0]] for kind, one in groups.items()}
    assert f"{SVG}circle" in shapes["inaccuracy"]
    assert f"{SVG}polygon" in shapes["mistake"]
    assert groups["blunder"][0].findtext(f"{SVG}title") == "4… c3 ??"
    corners = [
        part.get("points", "").count(",")
        for kind in ("mistake", "blunder")
        for part in groups[kind][0].iter(f"{SVG}polygon")
    ]
    assert corners == [4, 4]


def test_everything_stays_inside_and_long_names_are_cut():
    long = Graph(
        tuple(n / 40 for n in range(41)), ("", *(f"{n}." for n in range(40))), (), ("A" * 60, "B" * 60)
    )
    drawn = ElementTree.fromstring(graph(long, "", "", LEGEND))
    _, _, width, height = map(float, drawn.get("viewBox", "").split())
    for text in drawn.iter(f"{SVG}text"):
        assert 0 <= float(text.get("x", 0)) <= width
        assert 0 <= float(text.get("y", 0)) <= height
    names = [text.text for text in drawn.iter(f"{SVG}text") if text.get("font-weight") == "600"]
    assert all(name and name.endswith("…") and len(name) < 24 for name in names)
