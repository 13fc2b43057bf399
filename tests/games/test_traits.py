"""Traits against the behaviour of random games. `tests/data/traits.txt` lists the traits of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from ludoteca.games import Game, Position, load, loads
from ludoteca.games.compiler.traits import Traits
from tests.games.catalogue import names, opened
from tests.games.random_games import random_games

LINES = """
[board]
grid = [5, 5]
[turn]
do = {do}
[[end]]
when = {{ align = 4 }}
result = "{result}"
[draw]
full-board = true
"""


def games(trait: Callable[[Traits], bool]) -> list[Game]:
    """All games that a property of their traits selects; at least one."""
    found = [game for game in map(opened, names()) if trait(game.traits)]
    assert found
    return found


def moves(game: Game) -> Iterator[tuple[Position, Position]]:
    """Each position of random games with its successor, swaps left out."""
    for walk in random_games(game):
        for before, after in pairwise(walk):
            if after.last and after.last.text != "swap":
                yield before, after


def cells(position: Position) -> bytes:
    return position.snapshot.cells[: len(position.game.board.cells)]


def pieces(position: Position) -> int:
    return len(cells(position)) - cells(position).count(0)


def owners(position: Position) -> list[int]:
    return [position.game.compiled.kinds.who[code] for code in cells(position)]


def state(position: Position) -> tuple[object, ...]:
    """The part of a position that counts for repetition."""
    at = position.snapshot
    return at.cells, at.pits, at.mover, at.hand(0), at.hand(1)


def test_placement_only_games_never_vacate_a_cell():
    for game in games(lambda traits: traits.placement_only):
        for before, after in moves(game):
            kept = [new for old, new in zip(cells(before), cells(after), strict=True) if old]
            assert all(kept), after.text


def test_pieces_leave_the_board_only_where_they_can():
    for game in games(lambda traits: not traits.removes_pieces):
        for before, after in moves(game):
            assert pieces(after) >= pieces(before), after.text


def test_pieces_change_sides_only_where_they_can():
    for game in games(lambda traits: traits.placement_only and not traits.converts):
        for before, after in moves(game):
            kept = [new == old for old, new in zip(owners(before), owners(after), strict=True) if old]
            assert all(kept), after.text


def test_pieces_are_captured_where_they_can_be():
    for game in games(lambda traits: traits.captures and not traits.has_hands):
        assert any(pieces(after) < pieces(before) for before, after in moves(game)), game.name


def test_positions_repeat_only_where_they_may():
    for game in games(lambda traits: not traits.may_repeat):
        for walk in random_games(game):
            seen = [state(position) for position in walk]
            assert len(set(seen)) == len(seen), game.name


def test_cells_are_blocked_where_they_can_be():
    for game in games(lambda traits: traits.blocks_cells):
        assert any(cells(after).count(1) > cells(before).count(1) for before, after in moves(game)), game.name


def test_cells_are_not_blocked_elsewhere():
    for game in games(lambda traits: not traits.blocks_cells):
        assert all(cells(after).count(1) == cells(before).count(1) for before, after in moves(game)), (
            game.name
        )


def test_sides_alternate_without_extra_turns():
    for game in games(lambda traits: not traits.extra_turns):
        for before, after in moves(game):
            assert after.is_over or before.mover != after.mover, after.text


def test_extra_turns_occur():
    found = games(lambda traits: traits.extra_turns)
    turns = [move for game in found for move in moves(game) if not move[1].is_over]
    assert any(before.mover == after.mover for before, after in turns)


def test_passes_occur_only_where_allowed():
    for game in games(lambda traits: not (traits.optional_pass or traits.forced_pass)):
        assert all(after.last.text != "pass" for _, after in moves(game) if after.last), game.name


def test_a_swap_is_offered_only_where_allowed():
    for game in map(opened, names()):
        replies = game.start().play(game.start().legal_moves[0]).legal_moves
        assert any(move.text == "swap" for move in replies) == game.traits.swap, game.name


def test_hands_and_pits_are_used_only_where_declared():
    for game in map(opened, names()):
        start = game.start().snapshot
        assert game.traits.has_hands == bool(sum(start.hand(0)) + sum(start.hand(1))), game.name
        assert game.traits.sows == bool(sum(start.pits)), game.name


@pytest.mark.parametrize(
    ("do", "result", "trait", "expected"),
    [
        ('"place"', "owner wins", "line_game", True),
        ('"place"', "owner wins", "line_placement", True),
        ('"place"', "owner loses", "line_game", False),
        ('"place"', "owner loses", "line_loses", True),
        ('{ place = "anywhere", falls = true }', "owner wins", "line_game", False),
        ('{ place = "anywhere", falls = true }', "owner wins", "line_placement", True),
        ('{ place = "anywhere", falls = true }', "owner wins", "pieces_fall", True),
        ('{ place = "near row" }', "owner wins", "free_placement", False),
    ],
)
def test_small_changes_of_a_line_game(do: str, result: str, trait: str, expected: bool):
    game = loads(LINES.format(do=do, result=result), "own")
    assert getattr(game.traits, trait) is expected


KINDS = {
    "line_game": {"tic-tac-toe", "jogo-da-velha-4"},
    "connection_game": {"hex", "hex/swap"},
    "territory_game": {"amazons", "amazons/6x6"},
    "rotation_game": {"pentago"},
    "trail_race": {"rastros"},
    "extra_turns": {"kalah"},
    "hunted": {"fox-and-hounds", "coyote"},
}


@pytest.mark.parametrize("trait", KINDS)
def test_kinds_of_games(trait: str):
    some = {"connect-four", "othello", "breakthrough", "tapatan"}.union(*KINDS.values())
    assert {name for name in some if getattr(load(name).traits, trait)} == KINDS[trait]


def test_games_without_draws_never_end_in_one():
    for game in games(lambda traits: not traits.may_draw):
        ends = [walk[-1].outcome for walk in random_games(game)]
        assert not any(end is not None and end.winner is None for end in ends)
