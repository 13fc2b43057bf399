"""The line solver against plain alpha-beta, and its certificates."""

from __future__ import annotations

import json
import random
import zlib
from pathlib import Path

import pytest

from ludoteca import load
from ludoteca.errors import Stopped
from ludoteca.games import Game, Position, loads
from ludoteca.kernel import AlphaBetaProver, LineProver
from ludoteca.solver import Task, check_certificate, choose
from ludoteca.solver.methods import AlphaBeta, Lines
from ludoteca.solver.proving.alphabeta import ExactValues
from ludoteca.solver.proving.certificate import MAGIC
from ludoteca.solver.proving.convergence import rules_without_counters
from ludoteca.solver.proving.job import Job
from ludoteca.solver.proving.lines import why_not_lines
from ludoteca.solver.proving.pairing import PairingStrategy
from ludoteca.solver.symmetry import symmetry_of

FRAME = """
[board]
grid = [{grid}]
[turn]
do = "place"
{ends}
[draw]
full-board = true
"""
SQUARES = '[[end]]\nwhen = { pattern = "xx/xx" }\nresult = "owner wins"\n'
TWO_KINDS = SQUARES + '[[end]]\nwhen = { align = 4 }\nresult = "owner wins"\n'
ONE_SIDED = '[[end]]\nside = "first"\nwhen = { align = 3 }\nresult = "owner wins"\n'
UNEVEN = (
    '[[end]]\nside = "first"\nwhen = { align = 4 }\nresult = "owner wins"\n'
    '[[end]]\nside = "second"\nwhen = { align = 3 }\nresult = "owner wins"\n'
)
OWN = {
    "squares": FRAME.format(grid="4, 4", ends=SQUARES),
    "squares and fours": FRAME.format(grid="5, 4", ends=TWO_KINDS),
    "one side's lines": FRAME.format(grid="5, 3", ends=ONE_SIDED),
    "uneven lines": FRAME.format(grid="4, 4", ends=UNEVEN),
}


def mnk(width: int, height: int, length: int) -> str:
    return f"mnk:width={width},height={height},in-a-row={length}"


def game_of(name: str) -> Game:
    return loads(OWN[name], "own") if name in OWN else load(name)


def both_solvers(game: Game) -> tuple[ExactValues, ExactValues]:
    """Values from the line solver, and from plain alpha-beta."""
    task = Task(game.start(), memory=64 << 20)
    images = symmetry_of(game).images
    plain = AlphaBetaProver(rules_without_counters(game), images, 32 << 20)
    lines = LineProver(game.rules, images, 1 << 20)
    return ExactValues(Job(lines, task, "lines")), ExactValues(Job(plain, task, "plain"))


def random_positions(game: Game, count: int, least: int, most: int) -> list[Position]:
    """Positions after random moves, not over, mostly without an immediate win."""
    rng = random.Random(7)
    found: list[Position] = []
    while len(found) < count:
        position = game.start()
        for _ in range(rng.randint(least, most)):
            if not position.is_over:
                position = position.play(rng.choice(list(position.legal_moves)))
        if position.is_over:
            continue
        sharp = any(position.play(move).is_over for move in position.legal_moves)
        if not sharp or rng.random() < 0.1:
            found.append(position)
    return found


RANDOM = [
    ("tic-tac-toe", 60, 0, 6),
    (mnk(4, 3, 3), 60, 0, 8),
    (mnk(4, 4, 3), 40, 1, 9),
    (mnk(4, 4, 4), 40, 4, 12),
    (mnk(5, 4, 4), 25, 7, 14),
    (mnk(5, 5, 4), 25, 10, 18),
    ("jogo-da-velha-4", 25, 10, 18),
    (mnk(6, 5, 4), 15, 12, 20),
    (mnk(5, 5, 3), 25, 2, 8),
    ("squares", 30, 4, 10),
    ("squares and fours", 20, 8, 14),
    ("one side's lines", 20, 3, 9),
    ("uneven lines", 25, 3, 10),
]


@pytest.mark.parametrize(("name", "count", "least", "most"), RANDOM, ids=lambda one: str(one))
def test_values_agree_with_alpha_beta(name: str, count: int, least: int, most: int) -> None:
    game = game_of(name)
    windows, plain = both_solvers(game)
    values = set()
    for position in random_positions(game, count, least, most):
        value = windows.value(position)
        assert value == plain.value(position), position.text
        values.add(value.kind)
    assert len(values) > 1, "all positions have the same value"


def test_first_moves_have_depths() -> None:
    """The second player wins after a first move at the edge, so untouched lines must count."""
    task = Task(load(mnk(4, 3, 3)).start(), memory=64 << 20)
    answers = [method.solve(task) for method in (Lines(), AlphaBeta())]
    assert answers[0].moves == answers[1].moves
    moves = {one.move: (one.value, one.plies) for one in answers[0].moves}
    assert moves["b2"] == ("win", 7)
    assert moves["a1"] == ("win", 9)
    assert moves["a2"] == ("loss", 10)
    assert len(answers[0].example_moves) == answers[0].plies == 7


VALUES = [
    (mnk(4, 4, 4), "draw"),
    (mnk(5, 4, 4), "draw"),
    (mnk(6, 4, 4), "draw"),
    (mnk(5, 5, 4), "draw"),
    (mnk(5, 5, 5), "draw"),
    ("jogo-da-velha-4", "draw"),
    ("jogo-da-velha-4/any-diagonal", "draw"),
    (mnk(5, 3, 3), "win"),
    (mnk(4, 4, 3), "win"),
]


@pytest.mark.parametrize(("name", "value"), VALUES)
def test_known_values(name: str, value: str) -> None:
    assert Lines().solve(Task(load(name).start(), memory=64 << 20)).value == value


def test_line_solver_is_chosen_for_larger_boards() -> None:
    task = Task(load("jogo-da-velha-4").start())
    method, estimate = choose(task)
    assert method.name == "lines"
    assert estimate.facts["lines"] == 24
    assert estimate.seconds is not None


NOT_LINES = [
    ("connect-four", "unaligned"),
    ("hex", "unaligned"),
    ("pentago", "unaligned"),
    ("gomoku/standard", "unaligned"),
    ("rastros", "unaligned"),
    ("tapatan", "unaligned"),
    (mnk(8, 8, 3), None),
    (mnk(9, 8, 3), "unaligned"),
]


@pytest.mark.parametrize(("name", "reason"), NOT_LINES)
def test_only_pure_line_games_fit(name: str, reason: str | None) -> None:
    assert why_not_lines(load(name)) == reason


def test_misere_line_games_do_not_fit() -> None:
    ends = '[[end]]\nwhen = { align = 3 }\nresult = "owner loses"\n'
    assert why_not_lines(loads(FRAME.format(grid="3, 3", ends=ends), "own")) == "unaligned"


CERTIFICATES = [
    ("tic-tac-toe", 200),
    (mnk(4, 3, 3), 500),
    (mnk(4, 4, 3), 2000),
    (mnk(4, 4, 4), 100),
    (mnk(5, 4, 4), 2000),
    ("jogo-da-velha-4", 5000),
]


@pytest.mark.parametrize(("name", "most"), CERTIFICATES)
def test_certificates_are_valid_and_short(tmp_path: Path, name: str, most: int) -> None:
    path = tmp_path / "proof.certificate"
    answer = Lines().solve(Task(load(name).start(), memory=64 << 20, certificate=path))
    report = check_certificate(path)
    assert report.sound, report.problem
    assert report.value == answer.value
    assert 0 < report.positions <= most


def test_certificate_with_bad_pairing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "proof.certificate"
    Lines().solve(Task(load(mnk(4, 4, 4)).start(), memory=64 << 20, certificate=path))
    line, _, body = path.read_bytes()[len(MAGIC) :].partition(b"\n")
    about, numbers = json.loads(line), bytearray(zlib.decompress(body))
    refused = 0
    for place in range(len(numbers)):
        spoilt = bytearray(numbers)
        spoilt[place] = (spoilt[place] + 1) % 16
        packed = zlib.compress(bytes(spoilt))
        about["checksum"] = zlib.crc32(packed)
        path.write_bytes(MAGIC + json.dumps(about).encode() + b"\n" + packed)
        refused += not check_certificate(path).sound
    assert refused > len(numbers) // 2


def holds(position: str, side: str, stones: str, pairs: str) -> bool:
    """Whether a stone and pairs, given by cell names, hold for a side of tic-tac-toe."""
    game = load("tic-tac-toe")
    number = {cell.name: number for number, cell in enumerate(game.board.cells)}
    chosen = [(number[pair[:2]], number[pair[3:]]) for pair in pairs.split()]
    at = game.position(position).snapshot
    return PairingStrategy(game, side).holds(at, [number[name] for name in stones.split()], chosen)


def test_pairing_strategy() -> None:
    edge, sharp = "3/3/oxo x", "oxo/xxo/3 o"
    assert holds(edge, "second", "", "b2-b3 a2-c2 a3-c3")
    assert not holds(edge, "second", "", "b2-b3 a2-c2"), "the top row is open"
    assert not holds(edge, "second", "", "b2-b3 a2-b2 a3-c3"), "a cell in two pairs"
    assert not holds(edge, "second", "", "b1-b3 a2-c2 a3-c3"), "a cell that is taken"
    assert not holds(edge, "second", "b2", "a3-c3"), "a stone, but it is not to move"
    assert not holds(edge, "first", "", "b2-b3 a2-c2 a3-c3"), "the columns of the other side are open"
    assert holds(sharp, "second", "b1", "")
    assert not holds(sharp, "second", "a1", "")
    assert not holds(sharp, "second", "", "a1-b1"), "an immediate threat must be answered"


def test_stopped_proof_resumes(tmp_path: Path) -> None:
    """Each interrupted run settles some more first moves."""
    start = load(mnk(5, 4, 4)).start()
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 1

    for _ in range(200):
        asked = 0
        try:
            answer = Lines().solve(Task(start, memory=4 << 20, folder=tmp_path, stopped=stopped))
            break
        except Stopped:
            assert list(tmp_path.glob("*.work"))
    assert answer.value == "draw"
    assert not list(tmp_path.glob("*.work"))
