"""Lesson packs: their content, their texts in every language, and what follows from the rules alone."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ludoteca.games import ids, load, loads
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.games.reader import read_toml
from ludoteca.games.spec.actions import VERBS
from ludoteca.lessons import floor, lesson_page, make_content, notes
from ludoteca.lessons.content import Discussion
from ludoteca.messages import LANGUAGES, catalogue
from ludoteca.play.examples import SPECIAL
from ludoteca.play.figures import task_text, verbs_text
from ludoteca.puzzles import puzzles_path, read_puzzles
from ludoteca.workshop.print_sheet import raw_of

KINDS = ("coyote", "kalah", "hex:size=5", "tapatan", "draughts", "amazons/6x6")
"""A hunt, mancala, connection, alignment, draughts, territory."""


@pytest.fixture(scope="module")
def contents():
    def content(name):
        game = load(name)
        return make_content(game, read_puzzles(puzzles_path(name), game), seconds=4)

    return {name: content(name) for name in KINDS}


def pages(text):
    """The headings of the pages."""
    return re.findall(r"<h1>(.*?)</h1>", text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", KINDS)
def test_a_pack_has_all_its_parts(contents, name, lang):
    game, content, say = load(name), contents[name], catalogue("lessons").text
    text = lesson_page(game, raw_of(name), content, lang)
    found = pages(text)
    for key in ("notes", "figures", "puzzles", "floor", "answers"):
        assert say(lang, f"pack.{key}") in found
    assert text.count('class="exercise-sheet"') == 4
    assert text.count('class="lesson-puzzle"') == 2 * (len(content.puzzles) + bool(content.discussion))
    assert "<script" not in text and "<style>" not in text.split("</head>")[1]
    assert not re.search(r">[^<]*\b(pack|need|plan|facts|teach|ask|puzzle|floor|answer)\.[a-z]+", text)
    body = text.split("<body>")[1].split("</body>")[0]
    ElementTree.fromstring(f"<body>{body}</body>")


def test_the_answers_are_not_on_the_sheet_of_the_puzzles(contents):
    content = contents["tapatan"]
    text = lesson_page(load("tapatan"), raw_of("tapatan"), content, "en")
    before, answers = text.split("Answers to the puzzles</h1>")
    for puzzle in content.puzzles:
        assert f"Solution: {puzzle.line[0]}." in answers
    assert "Solution:" not in before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_blocks_of_the_notation_are_explained(lang):
    game = load("pentago")
    text = lesson_page(game, raw_of("pentago"), make_content(game, seconds=0), lang)
    assert text.count("1 a6, 2 d6, 3 a3, 4 d3.") == 2, "on the puzzles and on the answers"


def test_a_game_without_puzzles_has_a_position_to_discuss(contents):
    game = load("tapatan")
    start = game.start()
    discussed = Discussion(start.text, start.legal_moves[0].text)
    for number, said in ((0, "could prove no puzzle"), (1, "could prove only 1 puzzle for")):
        content = replace(
            contents["tapatan"], puzzles=contents["tapatan"].puzzles[:number], discussion=discussed
        )
        text = lesson_page(game, raw_of("tapatan"), content, "en")
        assert said in text
        assert text.count("A position to discuss") >= 2
        assert f"prefers {discussed.move}." in text


def test_without_time_there_is_still_a_lesson():
    game = load("tapatan")
    content = make_content(game, seconds=0)
    assert not content.puzzles and content.discussion and content.first_moves == 5
    assert "Notes for the teacher" in lesson_page(game, raw_of("tapatan"), content, "en")


def test_a_game_that_was_just_written():
    text = (LIBRARY_DIR / "achi.toml").read_text("utf-8")
    text = re.sub(r"(?ms)^\[text\..*", "", text)
    game = loads(text, "my-game")
    content = make_content(game, seconds=20)
    assert len(content.puzzles) == 3 and len(content.trees) == 2
    assert "my-game" in lesson_page(game, read_toml(text, "my-game"), content, "pt-BR")


def test_what_was_counted(contents):
    content = contents["tapatan"]
    assert (content.first_moves, content.two_moves, content.different) == (5, 20, 3)
    assert contents["hex:size=5"].first_moves == 25 and contents["hex:size=5"].two_moves == 600
    assert contents["kalah"].different == 0
    assert 5 < content.length < 100


def test_equal_seeds_give_equal_content():
    game = load("achi")
    assert make_content(game, seconds=200, seed=3) == make_content(game, seconds=200, seed=3)


def test_the_steps_are_told():
    told: list[str] = []
    make_content(load("tapatan"), seconds=1, watch=told.append)
    assert told == ["examples", "numbers", "puzzles", "trees"]


# -- notes and floor ----------------------------------------------------------------------------------


def keys(texts, prefix):
    """The keys of English texts."""
    say = catalogue("lessons")
    return [
        next(key for key in say if key.startswith(prefix) and say.text("en", key) == text) for text in texts
    ]


def test_notes_follow_from_the_traits(contents):
    def taught(name):
        return keys(notes.taught(load(name), "en"), "teach.")

    assert "teach.hunt" in taught("coyote") and "teach.hunt" not in taught("tapatan")
    assert "teach.count" in taught("kalah") and "teach.symmetry" not in taught("kalah")
    assert "teach.connect" in taught("hex:size=5")
    assert "teach.space" in taught("amazons/6x6")
    assert "teach.rotate" in taught("pentago")

    def asked(name):
        return keys(notes.asked(load(name), contents[name], "en"), "ask.")

    assert asked("coyote")[0] == "ask.hunt" and asked("tapatan")[0] == "ask.begin"
    assert "ask.must-capture" in asked("draughts")
    assert "ask.no-draw" in asked("hex:size=5")
    assert "ask.sow" in asked("kalah")


@pytest.mark.parametrize("game_id", ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_notes_and_a_version_for_the_floor(game_id, lang):
    game = load(game_id)
    assert 2 <= len(notes.taught(game, lang)) <= 6
    steps = floor.instructions(game, lang)
    assert 5 <= len(steps) <= 9 and all(step.endswith((".", ")")) for step in steps)
    measures = floor.measure(game)
    assert 30 <= measures.side <= 100
    assert 1.0 <= max(measures.width, measures.height) <= 8.0


def test_the_floor_board_is_measured():
    assert floor.measure(load("tapatan")) == floor.FloorBoard(3, 3, 100, 2.0, 2.0)
    assert floor.measure(load("draughts")).columns == 8
    assert "13 pupils are the pieces: Chickens: 12; Coyote: 1." in " ".join(
        floor.instructions(load("coyote"), "en")
    )
    assert floor.measure(load("pentago")).side == 40, "plates need less room than people"
    draughts = " ".join(floor.instructions(load("draughts"), "en"))
    assert "24 pupils are the pieces" in draughts and "promoted put on a hat" in draughts
    assert "One pupil is the piece that both sides move." in floor.instructions(load("rastros"), "en")
    assert "paper plates" in " ".join(floor.instructions(load("gomoku"), "en"))
    assert "48 balls" in " ".join(floor.instructions(load("kalah"), "en"))
    assert "0,8 m" in floor.metres(0.8, "pt-BR")


def test_long_plans_are_for_two_lessons(contents):
    steps = notes.plan(contents["coyote"], has_tree=True)
    assert notes.needs_two_lessons(steps)
    assert [step.key for step in steps] == ["rules", "floor", "pairs", "puzzles", "tree", "talk"]
    assert "tree" not in [step.key for step in notes.plan(contents["coyote"], has_tree=False)]


# -- captions and tasks -------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_verb_has_a_caption_and_a_task(lang):
    for verb in (*VERBS, *SPECIAL.values(), "capture", "flip"):
        assert verbs_text(lang, [verb])[0].isupper()
        assert task_text(lang, [verb]).endswith(".")


def test_captions_and_tasks_read_as_sentences():
    assert verbs_text("en", ["slide", "shoot"]) == "Slide in a line and shoot"
    assert verbs_text("pt-BR", ["leap", "capture"]) == "Saltar e capturar"
    assert task_text("en", ["leap", "capture"]) == "Leap over an enemy piece and capture it."
    assert task_text("es", ["place", "rotate"]) == "Coloca una pieza y gira uno de los bloques."
