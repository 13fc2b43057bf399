"""Details of keywords that no game of the library shows. What is expected was worked out by hand."""

from __future__ import annotations

import pytest

from ludoteca.errors import RulesError
from ludoteca.games import loads
from tests.diagrams import moves, outcome


def codes_of(rules: str) -> list[str]:
    with pytest.raises(RulesError) as refusal:
        loads(rules)
    return [problem.code for problem in refusal.value.problems]


# -- ends and progress --------------------------------------------------------------------------------

PASSED = """
board = { grid = [4, 2] }
turn.do = "step"
end = [{ when = { passed = "left" }, side = "second", result = "owner wins" }]
"""


def test_all_pieces_must_have_passed():
    game = loads(PASSED)
    assert outcome(game.position("1o2/x2o x").play("a1-b1")) is None
    assert outcome(game.position("1o2/x3 x").play("a1-b1")) == ("second", "passed")


def test_without_pieces_nobody_has_passed():
    game = loads(PASSED.replace('"step"', '{ step = "all", onto = "empty or enemy" }'))
    assert outcome(game.position("x3/1o2 x").play("a2xb1")) == ("first", "no move")


ONE_WAY = """
board = { grid = [4, 1] }
setup = { first = { piece = "a1" }, second = { piece = "d1" } }
turn.do = { first = "step", second = { step = ["left", "right"] } }
draw = { no-progress = 3 }
"""


def test_a_move_that_can_be_taken_back_is_no_progress():
    position = loads(ONE_WAY).start()
    for move in ("a1-b1", "d1-c1"):
        position = position.play(move)
    assert outcome(position.play("b1-a1")) == (None, "no progress")


def test_a_step_forward_is_progress_if_the_piece_cannot_go_back():
    rules = 'board = { grid = [3, 4] }\nturn.do = { step = ["forward", "sideways"] }\ndraw.no-progress = 2\n'
    game = loads(rules + 'setup = { first = { piece = "a1" }, second = { piece = "c4" } }')
    sideways = game.start().play("a1-b1").play("c4-b4")
    assert outcome(sideways) == (None, "no progress")
    assert outcome(game.start().play("a1-a2").play("c4-c3")) is None
    assert outcome(game.start().play("a1-b1").play("c4-c3")) is None


def test_a_piece_that_can_go_round_comes_back():
    """Three directions lead around a triangle, so that no step is progress and positions repeat."""
    rules = """
        board = { grid = [4, 4] }
        setup = { first = { piece = "a1" }, second = { piece = "d4" } }
        turn.do.first = { step = ["up right", "left", "down"] }
        turn.do.second = { step = ["down left", "right", "up"] }
        draw = { repetition = 2 }
    """
    position = loads(rules).start()
    for move in ("a1-b2", "d4-c3", "b2-a2", "c3-d3", "a2-a1"):
        position = position.play(move)
        assert outcome(position) is None
    assert outcome(position.play("d3-d4")) == (None, "repetition")


def test_a_side_without_cells_to_fill_fills_nothing():
    rules = """
        board.grid = [2, 2]
        turn.do = "place"
        end = [{ when = { fill = { second = "row 1" }, by-anyone = true }, result = "owner wins" }]
    """
    position = loads(rules).start().play("a1")
    assert outcome(position) is None
    assert outcome(position.play("b1")) == ("second", "fill")


def test_a_blocked_cell_is_not_filled():
    rules = """
        board.grid = [2, 2]
        setup.blocked = "a1"
        turn.do = "place"
        end = [{ when = { fill = "row 1", by-anyone = true }, result = "owner wins" }]
    """
    assert outcome(loads(rules).start().play("b1")) is None


def test_a_pass_may_repeat_a_position():
    rules = """
        board.grid = [3, 1]
        setup.board = "xo1"
        turn = { do = "step", pass = "forced" }
        draw = { repetition = 2, repeating = "forbidden" }
    """
    game = loads(rules)
    assert moves(game.start()) == {"pass"}
    assert game.playouts(20, seed=1).moves > 0
    counted = game.playouts(20, seed=1)
    assert counted.first + counted.draw + counted.second == 20


def test_seeds_repeat_after_two_moves():
    rules = """
        board = { pits = 1, stores = false }
        setup.seeds = 4
        turn.do = { sow = "counter-clockwise", take-counts = [30] }
        draw.repetition = 3
    """
    position = loads(rules).start()
    for _ in range(5):
        assert outcome(position) is None
        position = position.play("1")
    assert outcome(position) == (None, "repetition")


# -- placing and leaving ------------------------------------------------------------------------------

FALLS = """
board = { grid = [3, 3] }
turn.do = { place = "anywhere", falls = true }
"""


def test_a_piece_falls_below_one_that_floats():
    assert moves(loads(FALLS + 'setup.board = "3/o2/3"').start()) == {"a1", "b1", "c1"}


def test_a_piece_falls_past_a_hole():
    game = loads(FALLS.replace("[3, 3]", '[3, 3], holes = "a2"'))
    assert moves(game.start()) == {"a1", "b1", "c1"}
    assert moves(game.start().play("a1")) == {"a3", "b1", "c1"}


def test_none_in_hand_of_a_kind():
    game = loads(
        'board.grid = [3, 3]\nturn.do = ["place", "step"]\n'
        "setup = { hand = 3, hands = { piece = { second = 0 } } }"
    )
    assert game.start().text == "3/3/3 x hand=x3"


def test_a_piece_leaves_on_either_of_two_sides():
    rules = """
        board.grid = [2, 3]
        setup.board = "x1/x1/x1"
        turn.do = { first = { exit = ["forward", "backward"] }, second = "step" }
    """
    assert moves(loads(rules).start()) == {"a1-off", "a3-off"}


def test_only_actions_that_move_a_piece_are_its_moves():
    rules = 'board.grid = [3, 3]\nsetup.first.guard = "a1"\npieces.guard.moves = ["step", { remove = "own" }]'
    assert codes_of(rules) == ["pieces.moves-no-piece"]


def test_the_last_cell_takes_one_piece_of_two():
    rules = 'board.grid = [3, 1]\nturn.do = { place = "anywhere", pieces = 2 }'
    assert moves(loads(rules).start().play("a1+b1")) == {"c1"}


def test_a_chain_lands_where_it_captured_an_own_piece():
    rules = """
        board = { points = { a = [0, 0], b = [1, 1], c = [2, 0], d = [1, -1] }, joined = ["a b c", "c d b"] }
        setup = { first = { piece = "a b" }, second = { piece = "d" } }
        turn.do = { leap = "all", over = "any", take = true, chain = "finish" }
    """
    position = loads(rules).start()
    assert moves(position) == {"axcxb", "bxc"}
    assert position.play("axcxb").is_over


def test_a_counted_slide_passes_over_enemies_unless_told_otherwise():
    rules = 'board.grid = [4, 1]\nsetup.board = "xo2"\nturn.do = { slide = "all", counted = true }'
    assert moves(loads(rules).start()) == {"a1-c1"}
    assert not moves(loads(rules.replace("true }", 'true, over = "own" }')).start())


def test_a_capture_may_be_forbidden_to_complete_a_line():
    rules = """
        board.grid = [3, 2]
        setup.board = "xx1/oox"
        turn.do = { step = "all", onto = "enemy", without = { align = 3 } }
    """
    position = loads(rules).start()
    assert moves(position) == {"a2xa1", "a2xb1", "b2xa1", "b2xb1", "c1xb1"}
    assert position.play("a2xa1").text == "1x1/xox o"


# -- compulsory captures ------------------------------------------------------------------------------


def test_a_capture_by_custody_is_compulsory_too():
    rules = """
        board = { grid = [4, 2], lines = "orthogonal" }
        setup.board = "x3/1ox1"
        turn = { do = { step = "all", custody = {} }, capture = "compulsory" }
    """
    assert moves(loads(rules).start()) == {"a2-a1"}
    assert loads(rules).start().play("a2-a1").text == "4/x1x1 o"
    assert codes_of(rules.replace("step", "slide")) == ["action.custody-slide"]


def test_a_slide_that_captures_is_as_compulsory_as_a_leap():
    rules = """
        board = { grid = [5, 2], lines = "orthogonal" }
        setup.board = "xo3/x3o"
        turn.capture = "compulsory"
        pieces.piece.moves = [{ leap = "all", take = true }, { slide = "all", onto = "empty or enemy" }]
    """
    assert moves(loads(rules).start()) == {"a2xc2", "a2xb2", "a1xe1"}


def test_a_rotation_is_no_capture():
    rules = """
        board = { grid = [4, 4], block = 2 }
        turn = { do = ["place", "rotate"], capture = "compulsory" }
    """
    assert len(moves(loads(rules).start())) == 16 + 8


def test_a_chain_by_custody_must_be_finished():
    rules = """
        board = { grid = [4, 2], lines = "orthogonal" }
        setup.board = "2ox/x1ox"
        turn = { do = { step = "all", custody = {} }, chain = "finish", capture = "compulsory" }
    """
    assert moves(loads(rules).start()) == {"a1-b1-b2"}
    assert moves(loads(rules.replace("finish", "free")).start()) == {"a1-b1", "a1-b1-b2"}
