"""The suite is valid, and the engine solves most of it with few nodes.

All of it, with time instead of nodes: `benchmarks/tactics.py`. All proofs: `python -m tests.tactics.prove`.
"""

import pytest

from benchmarks.tactics import answer
from ludoteca.engine import Limits
from tests.tactics.cases import Case, read
from tests.tactics.prove import PROOFS, SHORTEST, prove

CASES = read()
SAMPLE = CASES[:: max(1, len(CASES) // 60)]
NODES = 60_000
SMALL = (
    "tapatan",
    "achi",
    "dodgem",
    "fox-and-hounds/5x5",
    "connect-four",
    "othello/6x6",
    "rastros",
    "tic-tackle",
)


def test_there_are_enough_cases_of_enough_games():
    assert len(CASES) >= 200
    assert len({case.game.split("/")[0].split(":")[0] for case in CASES}) >= 20
    assert len({(case.game, case.position) for case in CASES}) == len(CASES)
    assert {case.kind for case in CASES} == set(SHORTEST)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game} {case.position}")
def test_a_case_can_be_read(case: Case):
    position = case.opened()
    assert position.text == case.position
    assert case.best in [move.text for move in position.legal_moves]
    assert len(position.legal_moves) > 1
    assert case.plies >= SHORTEST[case.kind]
    assert case.proof in PROOFS


@pytest.mark.parametrize("game", SMALL)
def test_a_case_of_each_kind_of_proof_is_proved_again(game: str):
    prove(next(case for case in CASES if case.game == game))


def test_the_engine_solves_nine_of_ten_with_few_nodes():
    answers = [answer(case, Limits(nodes=NODES)) for case in SAMPLE]
    failed = [f"{one.case.game} {one.case.position}: {one.move}" for one in answers if not one.solved]
    assert len(failed) <= len(answers) // 10, failed
