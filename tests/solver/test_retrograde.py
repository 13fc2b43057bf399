"""Retrograde analysis against published values and an independent slow solver."""

import random

import pytest

from ludoteca.games import ids, load, variants
from ludoteca.solver import Task, solve
from ludoteca.solver.retrograde.space import Space, TooManySlices, why_not_indexable
from ludoteca.solver.retrograde.verification import verify
from tests.tactics.retrograde import Table as SlowTable

# Values for the first player: published, or computed by programs that share no code with this one.
KNOWN = {
    "tapatan": "draw",
    "three-mens-morris": "win",
    "achi": "win",
    "shisima": "draw",
    "mu-torere": "draw",
    "dodgem": "win",
    "fox-and-hounds/5x5": "loss",
    "fox-and-hounds/full-lines-4": "loss",
    "pong-hau-ki": "draw",
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_values(name, folder):
    answer = solve(Task(load(name).start(), folder=folder))
    assert answer.value == KNOWN[name]
    assert answer.method == "retrograde"


def test_counts_of_tapatan(folder):
    answer = solve(Task(load("tapatan").start(), folder=folder))
    assert (answer.positions, answer.won, answer.drawn, answer.lost) == (3040, 1672, 544, 824)
    assert answer.longest == 10
    assert answer.details["final"] == 296


def test_only_the_centre_wins_three_mens_morris(folder):
    answer = solve(Task(load("three-mens-morris").start(), folder=folder))
    assert [one.move for one in answer.moves if one.value == "win"] == ["b2"]
    assert answer.best == ("b2",)
    assert answer.plies == 9


def test_longest_win_is_playable(folder):
    answer = solve(Task(load("dodgem").start(), folder=folder))
    position = load("dodgem").position(answer.example).play_all(answer.example_moves)
    assert position.is_over
    assert len(answer.example_moves) == answer.longest


@pytest.mark.parametrize(
    "name",
    [
        "tapatan/placement", "tapatan/free", "achi", "dodgem", "tsoro-yematatu", "hobak-gonu",
        "fox-and-hounds/5x5", "three-mens-morris/nine-holes", "mu-torere/first-move",
        "pong-hau-ki/alternating",
    ],
)  # fmt: skip
def test_agrees_with_slow_solver(name, table_of):
    game, table = load(name), table_of(name)
    slow = SlowTable(game.start())
    rng = random.Random(name)
    positions = list(slow)
    for position in rng.sample(positions, min(300, len(positions))):
        want, got = slow.value(position), table.value(position)
        assert got is not None
        kind = "draw" if want.winner is None else "win" if want.winner == position.mover else "loss"
        assert (got.kind, got.plies or 0) == (kind, want.plies), position.text


@pytest.mark.parametrize(
    "name", ["tapatan", "achi", "picaria", "mu-torere", "dodgem", "fox-and-hounds/5x5", "felli", "hobak-gonu"]
)
def test_tables_verify(name, table_of):
    table = table_of(name)
    verdict = verify(table, Task(table.game.start(), threads=2))
    assert verdict.positions > 0
    assert verdict.wrong == 0


def test_threads_and_chunk_size_do_not_matter(tmp_path, monkeypatch):
    monkeypatch.setattr("ludoteca.solver.retrograde.analysis.CHUNK", 64)
    found = set()
    for threads in (1, 2, 3):
        start = load("picaria").start()
        folder = tmp_path / str(threads)
        answer = solve(Task(start, threads=threads, folder=folder))
        from ludoteca.solver import find_table

        table = find_table(start, folder)
        assert table is not None
        found.add((table.checksum, answer.positions, answer.longest))
    assert len(found) == 1


def with_stated_value():
    """Games and variants whose files state a value and whose tables are small."""
    for game_id in ids():
        for variant in (None, *variants(game_id)):
            name = f"{game_id}/{variant}" if variant else game_id
            game = load(name)
            if game.spec.checks is None or game.spec.checks.value is None or why_not_indexable(game):
                continue
            try:
                if Space.after(game.start()).indices <= 30_000:
                    yield name
            except TooManySlices:
                continue


def test_values_stated_in_game_files(table_of):
    names = list(with_stated_value())
    assert len(names) > 10
    for name in names:
        start = load(name).start()
        value, checks = table_of(name).value(start), start.game.spec.checks
        assert value is not None
        assert checks is not None
        assert value.for_first(start.mover) == checks.value, name
