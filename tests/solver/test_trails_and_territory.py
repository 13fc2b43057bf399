"""Proofs of trail and territory games, against plain minimax."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca import load
from ludoteca.errors import Stopped
from ludoteca.games import Game, Position
from ludoteca.kernel import AlphaBetaProver, DfpnProver, TerritoryProver
from ludoteca.solver import Task, check_certificate, choose
from ludoteca.solver.methods import AlphaBeta, Territory
from ludoteca.solver.proving.alphabeta import ExactValues
from ludoteca.solver.proving.convergence import rules_without_counters
from ludoteca.solver.proving.job import Job
from ludoteca.solver.proving.territory import is_supported
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.values import Value, value_at_end


def plain_value(position: Position, known: dict[str, Value]) -> Value:
    """Value for the side to move, by full minimax."""
    if position.is_over:
        return value_at_end(position)
    if position.text not in known:
        known[position.text] = max(
            (plain_value(position.play(move), known).before() for move in position.legal_moves),
            key=lambda value: value.rank,
        )
    return known[position.text]


def late_positions(game: Game, count: int, empty: int) -> list[Position]:
    """Positions of random games with at most `empty` empty cells."""
    rng = random.Random(game.name)
    found: list[Position] = []
    while len(found) < count:
        position = game.start()
        while not position.is_over:
            if position.snapshot.cells[: len(game.board.cells)].count(0) <= empty:
                found.append(position)
                break
            position = position.play(rng.choice(position.legal_moves))
    return found


LATE = [("rastros:size=4", 14), ("rastros", 12), ("rastros/7x7:size=4", 10), ("rastros/7x7:size=5", 9)]


@pytest.mark.parametrize(("name", "empty"), LATE)
def test_trail_endgames_agree_with_minimax(name: str, empty: int) -> None:
    game = load(name)
    images = symmetry_of(game).images
    rules = rules_without_counters(game)
    proofs = ExactValues(Job(AlphaBetaProver(rules, images, 4 << 20), Task(game.start()), AlphaBeta.name))
    hunter = DfpnProver(rules, images, 4 << 20, mobility=1)
    known: dict[str, Value] = {}
    for position in late_positions(game, 25, empty):
        value = plain_value(position, known)
        assert proofs.value(position) == value, position.text
        hunter.begin(position.snapshot)
        assert hunter.prove(0) == (value.for_first(position.mover) == "win"), position.text


def test_slimetrail_6x6() -> None:
    answer = AlphaBeta().solve(Task(load("rastros/7x7:size=6").start(), memory=256 << 20))
    assert {one.move for one in answer.moves if one.value == "win"} == {"d4-c3", "d4-d3", "d4-c4"}
    assert answer.plies == len(answer.example_moves) == 29


SHOOTING = [
    ("amazons/alquerque-5x5", 6),
    ("amazons/alquerque-5x5-one", 6),
    ("amazons/6x6", 5),
]


def archer_of(game: Game, counts: bool = True) -> TerritoryProver:
    return TerritoryProver(rules_without_counters(game), symmetry_of(game).images, 4 << 20, counts)


@pytest.mark.parametrize(("name", "empty"), SHOOTING)
@pytest.mark.parametrize("counts", [True, False])
def test_territory_endgames_agree_with_minimax(name: str, empty: int, counts: bool) -> None:
    game = load(name)
    archer = archer_of(game, counts)
    known: dict[str, Value] = {}
    for position in late_positions(game, 5, empty):
        wins = plain_value(position, known).for_first(position.mover) == "win"
        archer.begin(position.snapshot)
        assert archer.probe(0) in (None, wins), position.text
        assert archer.prove(0) == wins, position.text
        assert archer.prove(1) != wins, position.text
        assert archer.probe(0) == wins


@pytest.mark.parametrize(("name", "empty"), [("amazons/alquerque-5x5", 9), ("amazons/alquerque-5x5-one", 11)])
def test_counted_territory_is_sound(name: str, empty: int) -> None:
    """Counting without search, compared with a search without counting."""
    game = load(name)
    counting, searching = archer_of(game), archer_of(game, counts=False)
    settled = {0: 0, 1: 0}
    for position in late_positions(game, 40, empty):
        counting.begin(position.snapshot)
        if (found := counting.count_verdict()) >= 0:
            settled[found] += 1
            searching.begin(position.snapshot)
            assert searching.prove(0) == ((found == 1) == (position.mover == "first")), position.text
    assert min(settled.values()) > 0


def test_query_between_move_and_shot() -> None:
    """A position wins if some first action leads to a winning shot."""
    game = load("amazons/alquerque-5x5")
    archer = archer_of(game)
    for position in late_positions(game, 5, 7):
        with game.worker() as worker:
            worker.load(position.snapshot)
            after: list[bool] = []
            for action in worker.actions():
                worker.make(action)
                archer.begin(worker.snapshot())
                after.append(bool(archer.prove(worker.snapshot().mover)))
                worker.unmake()
        archer.begin(position.snapshot)
        assert archer.prove(position.snapshot.mover) == any(after), position.text


def test_amazons_alquerque_5x5_is_a_first_player_win() -> None:
    task = Task(load("amazons/alquerque-5x5").start(), memory=256 << 20)
    method, estimate = choose(task)
    assert (method.name, estimate.why) == ("arrows", "forward.arrows")
    answer = method.solve(task)
    assert (answer.value, answer.plies) == ("win", None)
    assert answer.best
    assert len(answer.moves) + int(str(answer.details["open_moves"])) == 106


def test_territory_certificate_is_valid(tmp_path: Path) -> None:
    game = load("amazons/alquerque-5x5")
    for position in late_positions(game, 1, 9):
        path = tmp_path / "proof.certificate"
        answer = Territory().solve(Task(position, memory=64 << 20, certificate=path))
        report = check_certificate(path)
        assert report.sound, report.problem
        assert report.positions == answer.details["certificate_positions"]


def test_stopped_territory_proof_resumes(tmp_path: Path) -> None:
    task = Task(load("amazons/alquerque-5x5").start(), memory=64 << 20, folder=tmp_path)
    with pytest.raises(Stopped, match="is kept in"):
        Territory().solve(replace(task, stopped=lambda: True))
    assert list(tmp_path.iterdir())
    assert Territory().solve(task).value == "win"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["amazons", "isola", "rastros", "hex", "snort", "domineering/5x5"])
def test_other_games_are_not_territory_games(name: str) -> None:
    game = load(name)
    assert not is_supported(game)
    with pytest.raises(ValueError, match="traits of the game do not fit"):
        TerritoryProver(game.rules, [tuple(range(len(game.board.cells)))], 1 << 20)
