"""Reading files into specs: merging, substitution, replacement."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.games import load, loads
from ludoteca.games.expressions import ExpressionError, evaluate
from ludoteca.games.fields import Table, keys_of
from ludoteca.games.problems import MOST_PROBLEMS, Problems, as_toml, nearest, shown
from ludoteca.games.reader import merge
from ludoteca.games.spec import GameSpec

PLAIN = 'board.grid = [3, 3]\nturn.do = "place"\n'

GAME = """\
[parameters.size]
default = 4
least   = 2
most    = 8
step    = 2

[parameters.rules]
default  = 0
variants = { 0 = "", 1 = "swap" }

[board]
grid  = ["$size", "${size + 1}"]
lines = "orthogonal"

[regions]
middle = "cell ${size // 2} $size"

[turn]
do = { place = "anywhere" }

[[end]]
when   = { reach = "middle" }
result = "owner wins"

[checks]
perft = [20]

[variants.swap]
turn.swap = true

[variants.small]
parameters.size.default = 2

[variants.small-swap]
based-on  = "small"
turn.swap = true
checks.perft = [6, 36]

[variants.phases]
setup.hand = 3
phase = [{ do = "place", until = "hands are empty" }, { do = "step" }]

[variants.stepping]
setup.first.piece = "near row"
setup.second.piece = "near row"
turn.do = { step = "forward" }

[variants.round]
board.wheel = [8, 1]
regions.middle = "c"
"""


def spec(variant: str = "", **values: int) -> GameSpec:
    return loads(GAME, "my-game", variant, values).spec


# -- parameters ---------------------------------------------------------------------------------------


def test_parameters_are_filled_in():
    assert spec().board.grid == (4, 5)
    assert spec(size=6).board.grid == (6, 7)
    assert spec(size=6).regions["middle"] == ("cell 3 6", "cell 3 6")
    assert spec(size=6).values == {"size": 6}


def test_a_name_lists_only_unusual_parameters():
    assert loads(GAME).name == "my-game"
    assert loads(GAME, values={"size": 4}).name == "my-game"
    assert loads(GAME, "my-game", "swap", {"size": 6}).name == "my-game/swap:size=6"


def test_a_parameter_may_stand_for_a_variant():
    assert spec(rules=1).variant == "swap"
    assert spec(rules=0).variant == ""
    assert spec("swap", rules=1).variant == "swap"


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("size", 7),
        ("in-a-row", 3),
        ("size - 1", 6),
        ("size-in-a-row", 4),
        ("2*size+1", 15),
        ("(size + 1) // 2 % 3", 1),
        ("min(size, 4)", 4),
        ("max(size, 4, in-a-row + 10)", 13),
        ("in", 5),
        ("row", 1),
    ],
)
def test_expressions(expression: str, value: int):
    assert evaluate(expression, {"size": 7, "in-a-row": 3, "in": 5, "row": 1}) == value


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "-1",
        "2 ** 9",
        "size.real",
        "size()",
        "[1]",
        "1 if 1 else 2",
        "max(1, key=2)",
        "1or 2",
        "'a'",
        "__import__('os')",
    ],
)
def test_other_expressions_are_refused(expression: str):
    with pytest.raises(ExpressionError):
        evaluate(expression, {"size": 7})


# -- variants -----------------------------------------------------------------------------------------


def test_tables_are_merged_and_all_else_is_replaced():
    base = {"a": {"b": 1, "c": [1, 2]}, "d": 1}
    assert merge(base, {"a": {"c": [3]}, "d": {"e": 2}}) == {"a": {"b": 1, "c": [3]}, "d": {"e": 2}}
    assert base == {"a": {"b": 1, "c": [1, 2]}, "d": 1}


def test_a_variant_is_based_on_another():
    small = spec("small-swap")
    assert small.board.grid == (2, 3)
    assert small.turn is not None
    assert small.turn.swap


def test_checks_hold_for_one_set_of_rules_only():
    assert spec().checks is not None
    assert spec(size=6).checks is None
    assert spec("swap").checks is None
    small = spec("small-swap").checks
    assert small is not None
    assert small.perft == (6, 36)


def test_phases_take_the_place_of_the_turn():
    phases = spec("phases")
    assert phases.turn is None
    assert [turn.until for turn in phases.phase] == ["hands are empty", None]


def test_an_action_with_its_verb_takes_the_place_of_another():
    turn = spec("stepping").turn
    assert turn is not None
    assert [(action.verb, action.value) for action in turn.do[0]] == [("step", ("forward",))]


def test_an_action_without_its_verb_is_changed():
    variant = '[turn]\ndo = { leap = "all", take = true }\n[variants.chain]\nturn.do.chain = "free"\n'
    turn = loads(
        'board.grid = [5, 5]\nsetup.board = "ooooo/5/5/5/xxxxx"\n' + variant, variant="chain"
    ).spec.turn
    assert turn is not None
    assert [(action.verb, action.take, action.chain) for action in turn.do[0]] == [("leap", True, "free")]


def test_another_shape_of_the_board_leaves_nothing_of_the_old_one():
    board = spec("round").board
    assert (board.wheel, board.grid, board.lines) == ((8, 1), None, "all")


# -- values -------------------------------------------------------------------------------------------


def test_one_value_may_stand_for_a_list_and_for_both_sides():
    game = loads(PLAIN + 'end = { when = { reach = "far row" }, result = "owner wins" }\n')
    assert game.spec.end[0].when.reach == ("far row", "far row")
    sided = loads(PLAIN + 'end = [{ when = { reach = { first = "a3" } }, result = "owner wins" }]\n')
    assert sided.spec.end[0].when.reach == ("a3", None)


def test_byte_order_mark_and_windows_line_ends(tmp_path: Path):
    file = tmp_path / "windows.toml"
    file.write_bytes(("\ufeff" + PLAIN).replace("\n", "\r\n").encode())
    assert load(str(file)).name == "windows"
    assert loads("\ufeff" + PLAIN).start().text == "3/3/3 x"


def test_a_region_is_known_by_its_whole_name():
    """Only whole names match."""
    game = loads(PLAIN + 'regions = { a = "near row", e = "centre" }\nturn.then = { do = { block = "a e" } }')
    assert "a3/b2" in {move.text for move in game.start().legal_moves}


def test_regions_that_refer_to_each_other_are_resolved_once():
    regions = "".join(f'regions.r{n} = "{" ".join(f"r{m}" for m in range(n)) or "a1"}"\n' for n in range(30))
    assert loads(PLAIN + regions).start().legal_moves


def test_words_beside_each_other_mean_one_set():
    game = loads('board.grid = [3, 3]\nturn.do = { place = "cell 1 1 and dark within not edge" }')
    assert [move.text for move in game.start().legal_moves] == ["b2"]


# -- words about values -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        ("a", '"a"'),
        ([1, ["x"]], '[1, ["x"]]'),
        ({"a": 1, "b": {}}, "{ a = 1, b = {} }"),
        (float("nan"), "nan"),
        ("x" * 100, '"' + "x" * 38 + "…"),
        (16**60, "0x1" + "0" * 36 + "…"),
    ],
)
def test_values_are_shown_as_in_the_file(value: object, text: str):
    assert shown(value) == text


def test_deep_and_long_values_are_truncated():
    assert as_toml([[[[1]]]]) == "[[[…]]]"
    assert as_toml(list(range(100))) == "[0, 1, 2, 3, 4, 5, 6, 7]"


def test_the_nearest_known_word_is_suggested():
    assert nearest("stepp", ["place", "step"]) == "step"
    assert nearest("qqq", ["place", "step"]) == ""
    assert nearest("x" * 100_000, ["x" * 100_000]) == ""


def test_reading_notes_the_words_and_phrases_that_are_used():
    problems = Problems("my-game.toml")
    Table(GameSpec).read({"board": {"grid": [3, 3]}, "turn": {"do": {"place": "far row"}}}, "", problems)
    assert problems.words == {
        ("GameSpec", "board"), ("Board", "grid"), ("GameSpec", "turn"), ("Turn", "do"), ("Action", "place"),
    }  # fmt: skip
    assert problems.phrases == [("cells", "far row")]


def test_problems_are_reported_once():
    problems = Problems("f")
    for number in range(2 * MOST_PROBLEMS):
        problems.add("a", "region.empty", phrase=number // 2)
    expected = [f'f: a: there are no cells in "{number}".' for number in range(MOST_PROBLEMS)]
    assert list(map(str, problems.found)) == expected
    problems.add("a", "region.empty", phrase="one more")
    problems.add("a", "region.empty", phrase="and another")
    assert list(map(str, problems.found[MOST_PROBLEMS:])) == ["f: and more."]


def test_keys_are_written_with_dashes():
    assert {"no-progress", "full-board"} <= set(
        keys_of(GameSpec.__dataclass_fields__["draw"].metadata["reader"].of)
    )
