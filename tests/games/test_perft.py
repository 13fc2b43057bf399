"""Perft: numbers from each game's `[checks]` and from other programs."""

from __future__ import annotations

import tomllib
from itertools import accumulate
from pathlib import Path

import pytest

from ludoteca.games import Game, Position
from ludoteca.games.spec import Sample
from tests.games.catalogue import names, opened

QUICK, PATIENT = 8_000_000, 200_000_000
"""Perft limits of the normal and the slow suite."""

with (Path(__file__).parents[1] / "data" / "perft.toml").open("rb") as file:
    COUNTED_BY_OTHERS: dict[str, dict[str, list[int]]] = tomllib.load(file)


def own_counts() -> list[tuple[str, tuple[int, ...]]]:
    checks = [(name, opened(name).spec.checks) for name in names() if ":" not in name]
    return [(name, tuple(own.perft)) for name, own in checks if own and own.perft]


def others_counts() -> list[tuple[str, tuple[int, ...]]]:
    known = names()
    return [(name, tuple(row["perft"])) for name, row in COUNTED_BY_OTHERS.items() if name in known]


def samples() -> list[tuple[str, Sample]]:
    checks = [(name, opened(name).spec.checks) for name in names() if ":" not in name]
    return [(name, one) for name, own in checks if own for one in own.samples]


def within(counts: tuple[int, ...], limit: int) -> tuple[int, ...]:
    return tuple(count for count, total in zip(counts, accumulate(counts), strict=True) if total <= limit)


def check(game: Game, counts: tuple[int, ...], position: Position | None = None) -> None:
    """Check perft numbers; on failure show the count of each move (divide)."""
    position = position or game.start()
    counted = game.perft(len(counts), position=position).counts if counts else ()
    if counted == counts:
        return
    wrong = next(n for n, (a, b) in enumerate(zip(counted, counts, strict=True)) if a != b)
    under = [
        f"  {move}  {1 if wrong == 0 else game.perft(wrong, position=position.play(move)).counts[-1]}"
        for move in position.legal_moves
    ]
    pytest.fail(
        f"{game.name}: {counted[wrong]} sequences of {wrong + 1} moves, not {counts[wrong]}\n\n"
        f"{position.draw()}\n{position.text}\n\n" + "\n".join(under)
    )


@pytest.mark.parametrize(
    ("name", "counts"), own_counts(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_counts_in_the_games_own_file(name: str, counts: tuple[int, ...]):
    check(opened(name), within(counts, QUICK))


@pytest.mark.parametrize(
    ("name", "counts"), others_counts(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_counts_of_others(name: str, counts: tuple[int, ...]):
    check(opened(name), within(counts, QUICK))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "counts"), others_counts(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_counts_of_others_to_their_full_depth(name: str, counts: tuple[int, ...]):
    check(opened(name), within(counts, PATIENT))


@pytest.mark.parametrize(
    ("name", "counts"), others_counts(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_counting_without_making_the_last_moves_changes_nothing(name: str, counts: tuple[int, ...]):
    depth = len(within(counts, 50_000))
    assert depth == 0 or opened(name).perft(depth, bulk=False).counts == counts[:depth]


@pytest.mark.parametrize(
    ("name", "fact"), samples(), ids=lambda value: value if isinstance(value, str) else value.position
)
def test_the_positions_in_the_games_own_file(name: str, fact: Sample):
    position = opened(name).position(fact.position)
    texts = {move.text for move in position.legal_moves}
    if fact.moves is not None:
        assert texts == set(fact.moves)
    if fact.count is not None:
        assert len(texts) == fact.count
    if fact.outcome is not None:
        outcome = position.outcome
        assert (outcome.winner or "draw" if outcome else "unfinished") == fact.outcome
    if fact.perft is not None:
        check(opened(name), within(fact.perft, QUICK), position)
