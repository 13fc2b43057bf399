"""Verify the cases of the suite without the engine.

    python -m tests.tactics.prove [GAME ...]

Every proof is exhaustive over the moves of both sides. There are four kinds; each case names its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from ludoteca.games import SIDES, Position
from tests.tactics.cases import Case, read
from tests.tactics.forced_wins import ForcedWinSearch
from tests.tactics.retrograde import Table

SHORTEST = {"win": 5, "save": 5}
"""The least plies of a case: three own moves, of the win or of the refutation."""

NODES = 5_000_000
"""The node limit of one query."""

LATER = 2
"""Extra plies within which no other move may win, where its absence cannot be proved."""

LONGEST = 25
"""The most plies of the refutation of a mistake."""


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def by_exhaustion(case: Case, position: Position) -> None:
    """Proof by exhaustive search after every move."""
    own = ForcedWinSearch(position.game, position.mover, NODES)
    theirs = ForcedWinSearch(position.game, other(position.mover), NODES)
    if case.kind == "win":
        _wins(case, position, own)
        for move in _others(case, position):
            assert not own.ever(position.play(move)), f"{move} wins too"
    else:
        assert not own.ever(position.play(case.best)), f"{case.best} even wins"
        assert not theirs.ever(position.play(case.best)), f"{case.best} loses too"
        assert 1 + max(_losses(case, position, theirs)) == case.plies


def by_force(case: Case, position: Position) -> None:
    """Proof that one move wins and every other loses."""
    assert case.kind == "win"
    _wins(case, position, ForcedWinSearch(position.game, position.mover, NODES))
    assert _losses(case, position, ForcedWinSearch(position.game, other(position.mover), NODES))


def nearby(case: Case, position: Position) -> None:
    """Proof that one move wins, and no other within some more plies.

    Whether another wins later is unknown: these games can repeat positions.
    """
    assert case.kind == "win"
    own = ForcedWinSearch(position.game, position.mover, NODES)
    _wins(case, position, own)
    for move in _others(case, position):
        assert not own.within(position.play(move), case.plies - 1 + LATER), f"{move} wins too"


def by_table(case: Case, position: Position) -> None:
    """Proof by retrograde analysis."""
    table = Table(position)
    mover, enemy = position.mover, other(position.mover)
    values = {move.text: table.value(position.play(move)) for move in position.legal_moves}
    best = values.pop(case.best)
    if case.kind == "win":
        assert (best.winner, best.plies + 1) == (mover, case.plies), f"{case.best} leads to {best}"
        assert all(value.winner != mover for value in values.values()), "another move wins too"
    else:
        assert best.winner is None, f"{case.best} leads to {best}"
        assert all(value.winner == enemy for value in values.values()), "another move does not lose"
        assert 1 + max(value.plies for value in values.values()) == case.plies


PROOFS: dict[str, Callable[[Case, Position], None]] = {
    "exhaustion": by_exhaustion,
    "force": by_force,
    "near": nearby,
    "table": by_table,
}


def prove(case: Case) -> None:
    """Prove a case again. Raises AssertionError if it fails."""
    position = case.opened()
    assert not position.is_over
    assert position.text == case.position, "the position is not written canonically"
    assert case.best in {move.text for move in position.legal_moves}
    assert len(position.legal_moves) > 1
    assert case.plies >= SHORTEST[case.kind]
    PROOFS[case.proof](case, position)


def _others(case: Case, position: Position) -> list[str]:
    return [move.text for move in position.legal_moves if move.text != case.best]


def _wins(case: Case, position: Position, own: ForcedWinSearch) -> None:
    assert own.within(position.play(case.best), case.plies - 1), f"{case.best} does not win in time"
    assert not own.within(position, case.plies - 1), "there is a nearer win"


def _losses(case: Case, position: Position, theirs: ForcedWinSearch) -> list[int]:
    """The plies in which each other move loses."""
    found = [theirs.distance(position.play(move), LONGEST) for move in _others(case, position)]
    losses = [plies for plies in found if plies is not None]
    assert len(losses) == len(found), "another move may not lose"
    return losses


def main(games: list[str]) -> int:
    failed = 0
    for case in read():
        if games and case.game not in games:
            continue
        try:
            prove(case)
        except AssertionError as problem:
            failed += 1
            print(f"{case.game}  {case.position}  {case.best}: {problem}")
    print(f"{failed} cases failed" if failed else "every case holds")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
