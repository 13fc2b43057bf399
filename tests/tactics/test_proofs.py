"""Both provers agree with published values and with each other."""

import json
from pathlib import Path

import pytest

from ludoteca.games import SIDES, Game, load
from tests.tactics.forced_wins import BudgetExceeded, ForcedWinSearch
from tests.tactics.retrograde import Table

KNOWN = Path(__file__).parents[1] / "data" / "known_values.jsonl"


def known(name: str) -> list[tuple[str, int]]:
    lines = map(json.loads, KNOWN.read_text(encoding="utf-8").splitlines())
    return [(line["position"], line["value"]) for line in lines if line["game"] == name]


def value(game: Game, text: str, most_nodes: int) -> int:
    """1, 0 or -1 for the mover, by exhaustive search."""
    position = game.position(text)
    mover = position.mover
    if ForcedWinSearch(game, mover, most_nodes).ever(position):
        return 1
    return -1 if ForcedWinSearch(game, SIDES[1 - SIDES.index(mover)], most_nodes).ever(position) else 0


@pytest.mark.parametrize("name", ["tapatan", "three-mens-morris"])
def test_retrograde_analysis_agrees_with_known_values(name: str):
    game = load(name)
    table = Table(game.start())
    assert len(known(name)) >= 100
    for text, worth in known(name):
        position = game.position(text)
        winner = table.value(position).winner
        assert (0 if winner is None else 1 if winner == position.mover else -1) == worth, text


def test_the_number_of_positions_and_the_longest_win_are_known():
    table = Table(load("tapatan").start())
    assert len(table) == 3040 - 296
    assert max(value.plies for value in table.values()) == 10


@pytest.mark.parametrize(("name", "least"), [("connect-four", 15), ("pentago", 5)])
def test_search_agrees_with_known_values(name: str, least: int):
    """Near the end of the game."""
    game = load(name)
    seen = 0
    for text, worth in known(name):
        try:
            found = value(game, text, 20_000)
        except BudgetExceeded:
            continue
        assert found == worth, text
        seen += 1
    assert seen >= least


@pytest.mark.parametrize("name", ["tapatan", "achi", "dodgem"])
def test_search_and_retrograde_analysis_agree(name: str):
    game = load(name)
    table = Table(game.start())
    places = list(zip(table, table.values(), strict=True))
    for position, found in places[:: len(places) // 40]:
        for side in SIDES:
            plies = ForcedWinSearch(game, side).distance(position, 7)
            wanted = found.plies if found.winner == side and found.plies <= 7 else None
            assert plies == wanted, position.text
