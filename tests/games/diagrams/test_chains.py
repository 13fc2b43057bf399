"""Chains between several sides and corners, and rings. What is expected was worked out by hand."""

from __future__ import annotations

import random

import pytest

from ludoteca.games import Game, loads
from tests.diagrams import moves, outcome, standing
from tests.games.catalogue import opened
from tests.oracle import Oracle
from tests.oracle.state import MoveResult

HEXAGON = "havannah:size=4"
"""Rows of 4, 5, 6, 7, 6, 5 and 4 cells; d4 is the centre."""
RING = "c3 d3 c4 e4 c5 d5"
"""The six cells around the centre."""
WIDE_RING = "b2 c2 d2 b3 e3 b4 f4 b5 e5 b6 c6 d6"
"""The twelve cells around those."""


@pytest.mark.parametrize(
    ("x", "o", "expected"),
    [
        pytest.param(RING, "", ("first", "ring"), id="six around an empty cell"),
        pytest.param(RING, "d4", ("first", "ring"), id="six around an enemy stone"),
        pytest.param(f"{RING} d4", "", ("first", "ring"), id="six around an own stone"),
        pytest.param("d3 c4 e4 c5 d5", "", None, id="five of six"),
        pytest.param("d3 c4 d4 e4 c5 d5", "", None, id="five of six and the centre"),
        pytest.param("d3 c4 e4 c5 d5", "c3", None, id="an enemy stone on the sixth"),
        pytest.param("c3 d3 e3 c4 f4 c5 d5 e5", "", ("first", "ring"), id="eight around two cells"),
        pytest.param("c3 d3 e3 c4 d4 f4 c5 d5 e5", "e4", ("first", "ring"), id="around a stone of each side"),
        pytest.param(WIDE_RING, "", ("first", "ring"), id="twelve around seven empty cells"),
        pytest.param(WIDE_RING, f"{RING} d4"[3:], ("first", "ring"), id="twelve around enemy stones"),
        pytest.param(WIDE_RING.replace("c2 ", ""), "", None, id="a gap in a wide ring"),
        pytest.param("b1 b2 b3 a3", "a1 a2", None, id="the edge closes no ring"),
        pytest.param("a3 b4 a5", "", None, id="nor does it around a corner"),
        pytest.param("", RING, ("second", "ring"), id="a ring of the second player"),
        pytest.param("c3 d3 d4 c4", "", None, id="a lump of four surrounds nothing"),
        pytest.param("a1 b1 c1 d1", "", ("first", "connect"), id="a bridge along a side"),
        pytest.param("a4 b4 c4 d4 e4 f4 g4", "", ("first", "connect"), id="a bridge of opposite corners"),
        pytest.param("a1 b1 c1", "", None, id="one corner and a side"),
        pytest.param("a1 b1 c1 d2 e2", "", None, id="one corner and two sides"),
        pytest.param("b1 b2 b3 a3 b4 b5 a5", "", ("first", "connect"), id="a fork of three sides"),
        pytest.param("b1 b2 b3 b4 a4", "", None, id="a corner belongs to no side: top and corner"),
        pytest.param("a2 b2 b1 c1 d1", "", None, id="two sides and the corner of a third"),
        pytest.param("a2 b2 b1 c1 e2 f3", "", None, id="three sides, but two chains"),
        pytest.param("a2 b2 c2 d2 e2 b1", "", ("first", "connect"), id="a fork past two corners"),
    ],
)  # fmt: skip
def test_rings_bridges_and_forks(x: str, o: str, expected: tuple[str, str] | None):
    position = standing(HEXAGON, x, o, "o")
    assert outcome(position) == expected
    marked = " ".join(position.winning_cells)
    assert bool(marked) == bool(expected)
    assert outcome(standing(HEXAGON, *((marked, "") if x else ("", marked)), "o")) == expected


def test_the_ring_comes_first_in_the_file():
    position = standing(HEXAGON, f"{RING} a4 b4 c4 e4 f4 g4 d4", "", "o")
    assert outcome(position) == ("first", "ring")


def test_the_last_stone_of_a_ring_decides():
    before = standing(HEXAGON, "d3 c4 e4 c5 d5", "a1 b1 c1 a2 e3", "x")
    assert outcome(before.play("c3")) == ("first", "ring")
    assert outcome(before.play("d4")) is None
    assert set(before.play("c3").winning_cells) == set(RING.split())


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        ("a1 a2 a3 a4", ("first", "connect")),  # a whole side touches the others in its corners
        ("c3 c4 d4 b3 a3", ("first", "connect")),
        ("a3 b3 c3", None),  # left and right only
        ("a4 b4 c4", None),  # left and bottom only
        ("a2 b3 b4", None),  # not one chain
    ],
)
def test_a_chain_between_three_sides(x: str, expected: tuple[str, str] | None):
    assert outcome(standing("y:size=4", x, "", "o")) == expected


def test_the_marked_cells_are_a_shortest_chain():
    """A chain between the three sides of a triangle has at least as many cells as a side."""
    marked = standing("y:size=5", "a3 a4 a5 b3 c3 b4 b5 c5", "", "o").winning_cells
    assert len(marked) == 5
    assert outcome(standing("y:size=5", " ".join(marked), "", "o")) == ("first", "connect")


def test_the_swap_keeps_the_stone_where_it_is():
    position = opened("y/swap:size=4").start().play("b3")
    assert "swap" in moves(position)
    assert position.play("swap").text == "1/2/1o1/4 x ply=2"


# -- compared with the oracle -------------------------------------------------------------------------


def random_board(game: Game, rng: random.Random, marks: str) -> str:
    return "/".join("".join(rng.choice(marks) for _ in row) for row in game.board.rows)


def test_a_full_triangle_has_exactly_one_winner():
    rng = random.Random(1)
    games = [opened(f"y:size={size}") for size in (3, 4, 5, 7, 10)]
    oracles = [Oracle(game.spec) for game in games]
    for number in range(10_000):
        game, oracle = games[number % 5], oracles[number % 5]
        text = random_board(game, rng, "xo")
        cells = oracle.rules.read_rows(text)
        full = MoveResult("", tuple(cells[n] for n in range(len(cells))), ((0,), (0,)), ((), ()), (0, 0))
        holds = [oracle.ends.shows(game.spec.end[0].when, full, side) for side in (0, 1)]
        assert sum(holds) == 1, text
        ended = game.position(f"{text} x").outcome
        assert ended is not None
        assert ended.winner == ("first", "second")[holds.index(True)], text


SINGLE = """
board.hexagon = {size}
turn.do = "place"
draw.full-board = true
[[end]]
when = {when}
result = "owner wins"
side = "first"
[text.en]
name = "Single"
"""
ENDS = (
    "{ ring = true }",
    '{ connect = "corners", at-least = 2 }',
    '{ connect = "sides", at-least = 3, no-corners = true }',
    '{ connect = ["top", "bottom-left", "bottom-right"] }',
)


@pytest.mark.parametrize("when", ENDS, ids=("ring", "bridge", "fork", "named"))
def test_random_positions_agree_with_the_oracle(when: str):
    rng = random.Random(2)
    games = [loads(SINGLE.format(size=size, when=when), f"single-{size}") for size in (3, 4, 5)]
    oracles = [Oracle(game.spec) for game in games]
    found = 0
    for number in range(10_000):
        game, oracle = games[number % 3], oracles[number % 3]
        text = random_board(game, rng, "xxo." if number % 2 else "xxxo..")
        cells = oracle.rules.read_rows(text)
        laid = tuple(cells.get(n) for n in range(len(game.board.cells)))
        holds = oracle.ends.shows(
            game.spec.end[0].when, MoveResult("", laid, ((0,), (0,)), ((), ()), (0, 0)), 0
        )
        ended = game.position(f"{text} o").outcome
        assert (ended is not None and ended.winner == "first") == holds, text
        found += holds
    assert 500 < found < 9_500


def test_random_games_agree_with_the_oracle_after_each_move():
    """The kernel follows chains stone by stone; the oracle looks at each position anew."""
    rng = random.Random(3)
    game = opened(HEXAGON)
    oracle = Oracle(game.spec)
    reasons = set()
    for _ in range(300):
        position, side = game.start(), 0
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves))
            cells = oracle.rules.read_rows(position.text.split()[0])
            laid = tuple(cells.get(n) for n in range(len(game.board.cells)))
            result = MoveResult("", laid, ((0,), (0,)), ((), ()), (0, 0))
            assert not any(oracle.ends.shows(end.when, result, 1 - side) for end in game.spec.end)
            holds = [end.when.ring for end in game.spec.end if oracle.ends.shows(end.when, result, side)]
            expected: tuple[str | None, str] | None
            expected = (("first", "second")[side], "ring" if holds[0] else "connect") if holds else None
            if expected is None and None not in laid:
                expected = (None, "full board")
            assert outcome(position) == expected, position.text
            side = 1 - side
        reasons.add(position.outcome.reason)
    assert reasons >= {"ring", "connect"}
