"""Forward proofs against published values."""

from __future__ import annotations

import pytest

from ludoteca import load
from ludoteca.solver import Answer, Task
from ludoteca.solver.methods import AlphaBeta, Margins, ProofNumbers
from ludoteca.solver.proving.convergence import why_not_convergent


def solved(name: str, method: AlphaBeta | Margins | ProofNumbers, position: str | None = None) -> Answer:
    game = load(name)
    at = game.start() if position is None else game.position(position)
    return method.solve(Task(at, memory=256 << 20))


VALUES = [
    ("tic-tac-toe", "draw"),
    ("mnk:width=4,height=3,in-a-row=3", "win"),
    ("mnk:width=4,height=4,in-a-row=3", "win"),
    ("mnk:width=4,height=4,in-a-row=4", "draw"),
    ("rastros", "win"),
    ("rastros/centre", "win"),
    ("hex:size=2", "win"),
    ("hex:size=3", "win"),
    ("domineering/5x5", "loss"),
]


@pytest.mark.parametrize(("name", "value"), VALUES)
@pytest.mark.parametrize("method", [AlphaBeta(), ProofNumbers()], ids=lambda method: method.name)
def test_known_values(name: str, value: str, method: AlphaBeta | ProofNumbers) -> None:
    assert solved(name, method).value == value


def test_winning_first_moves_of_slimetrail() -> None:
    answer = solved("rastros", AlphaBeta())
    assert set(answer.best) == {"d4-c4", "d4-d3"}
    assert answer.plies == len(answer.example_moves) == 15


HEX = {
    3: "..B/BBB/B..",
    4: "...B/..B./.B../B...",
}


@pytest.mark.parametrize("size", sorted(HEX))
def test_winning_first_moves_of_hex(size: int) -> None:
    answer = solved(f"hex:size={size}", AlphaBeta())
    winning = {
        f"{'abcd'[column]}{row + 1}"
        for row, line in enumerate(HEX[size].split("/"))
        for column, mark in enumerate(line)
        if mark == "B"
    }
    assert {one.move for one in answer.moves if one.value == "win"} == winning


KALAH = {
    "kalah": {1: (0, -2, 6, -2), 2: (2, -2, -2), 3: (0, 4, 2, 2), 4: (2, 6)},
    "kalah/empty-capture": {1: (0, -2, 6, -2), 2: (2, -2, -2), 3: (0, 4, 2, 2), 4: (2, 6)},
}


@pytest.mark.parametrize(
    ("name", "margin"),
    [
        (f"{game}:pits={pits},seeds={seeds}", margin)
        for game, rows in KALAH.items()
        for pits, margins in rows.items()
        for seeds, margin in enumerate(margins, start=1)
    ],
)
def test_kalah_margins(name: str, margin: int) -> None:
    answer = solved(name, Margins())
    assert answer.margin == margin
    assert answer.value == ("win" if margin > 0 else "loss" if margin < 0 else "draw")


def test_othello_4x4_margin() -> None:
    assert solved("othello:size=4", Margins()).margin == 3 - 11


CONVERGING = (
    "tic-tac-toe", "rastros", "hex", "amazons", "domineering", "clobber", "konane", "pentago", "connect-four",
    "breakthrough", "othello", "kalah", "isola", "snort", "fox-and-hounds", "gomoku",
)  # fmt: skip
REPEATING = ("tapatan", "oware", "dodgem", "draughts", "nine-mens-morris", "ataxx", "teeko", "halma")


@pytest.mark.parametrize("name", CONVERGING)
def test_convergent_games(name: str) -> None:
    assert why_not_convergent(load(name)) is None


@pytest.mark.parametrize("name", REPEATING)
def test_games_with_repetition_are_refused(name: str) -> None:
    assert why_not_convergent(load(name)) is not None
    assert not AlphaBeta().estimate(Task(load(name).start())).fits
