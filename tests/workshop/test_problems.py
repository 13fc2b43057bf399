"""Problems have a place, a message and fixes that work."""

from __future__ import annotations

import pytest

from ludoteca.errors import RulesError, UnknownGame
from ludoteca.messages import LANGUAGES
from ludoteca.workshop.drafts import Draft, copy_of
from ludoteca.workshop.fixes import diagnose
from tests.games.error_cases import file_cases

START = 'board.grid = [3, 3]\nturn.do = "place"\n'


def only(text: str):
    (problem,) = diagnose(Draft(text))
    return problem


def test_a_line_that_is_too_long_for_the_board():
    draft = copy_of("tapatan").fill("end[1].when.align", "9")
    (problem,) = diagnose(draft)
    assert (problem.where, problem.card) == ("end[1].when", "end")
    assert draft.text.splitlines()[problem.line - 1] == "when   = { align = 9 }"
    assert problem.message("pt-BR") == "Uma linha de 9 não cabe neste tabuleiro."
    assert [fix.label("pt-BR") for fix in problem.fixes] == ["Usar 3", "Fazer o tabuleiro 9×9"]
    for fix in problem.fixes:
        assert fix.apply(draft).game is not None


@pytest.mark.parametrize(
    ("text", "line", "label"),
    [
        ("family = hunt\n" + START, 1, "Put it in quotes"),
        ("board.grid = [3, 3\n" + 'turn.do = "place"\n', 2, "Close it with ]"),
        (START + 'family = "hunts"\n', 3, "Use “hunt”"),
        (START.replace("grid", "gird"), 1, "Use “grid”"),
        (START.replace("place", "plase"), 2, "Use “place”"),
        (START.replace("[3, 3]", "[3, 99]"), 1, "Use 20"),
        (START.replace("[3, 3]", "3"), 1, "Use 3, 3"),
        (START + 'setup.board = "xxx/3"\n', 3, "Fit the start position to the board"),
        (
            START + '[[end]]\nwhen = { align = 3 }\nresult = "mover wins"\n',
            5,
            "Use “the player who achieves this wins”",
        ),
        (START + "[[end]]\nwhen = { align = 3, board-full = true }\nresult = 'draw'\n", 4, "Use “align”"),
        (START + f"text.en.play = {['x'] * 13}\n", 3, f"Use “{', '.join(['x'] * 12)}”"),
        (START + "turn.swap = 1\n", 3, "Use “yes”"),
        (START + "board.joined = ['a b']\n", 3, "Remove “joined”"),
        (START + '[[end]]\nresult = "draw"\n', 3, "Add “when”"),
        ('turn.do = "place"\n', 1, "Add “board”"),
        (START + 'phase = [{ do = "place" }, { do = "step" }]\n', 2, "Remove “turn”"),
        ('board.pits = 6\nturn.do = "sow"\n', 1, "Add “seeds = 4”"),
    ],
)
def test_problems_have_a_line_and_a_fix(text, line, label):
    draft = Draft(text)
    problem = diagnose(draft)[0]
    labels = [fix.label("en") for fix in problem.fixes]
    assert problem.line == line, problem
    assert label in labels, (problem.problem, labels)
    fixed = problem.fixes[labels.index(label)].apply(draft)
    assert fixed.raw is not None
    assert problem.problem not in fixed.problems


def test_a_fix_changes_nothing_else():
    draft = Draft(START + "# a remark\nfamily = 'hunts'  # another\n")
    (fix, *_) = diagnose(draft)[0].fixes
    assert fix.apply(draft).text == START + '# a remark\nfamily = "hunt"  # another\n'


def test_a_valid_draft_has_no_problems():
    assert diagnose(copy_of("tapatan")) == ()


def test_problems_as_data():
    value = only(START + 'family = "hunts"\n').as_dict("pt-BR")
    assert value["card"] == "names"
    assert value["where"] == "family"
    assert value["fixes"][0] == "Usar “hunt”"


def test_every_problem_of_a_file_is_translated():
    problems = [problem for _, make, _ in file_cases() for problem in problems_of(make)]
    assert len(problems) > 100
    for problem in problems:
        assert all(problem.sentence(lang) != problem.sentence("en") for lang in LANGUAGES[1:]), problem


def problems_of(make):
    try:
        make()
    except RulesError as error:
        return error.problems
    except UnknownGame:
        return []
    raise AssertionError("no problem was found")
