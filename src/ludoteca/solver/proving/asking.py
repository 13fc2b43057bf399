"""The value of one position by a forward proof, where there is no table."""

from __future__ import annotations

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES
from ludoteca.solver.answers import Task
from ludoteca.solver.proving.arrows import Arrows
from ludoteca.solver.proving.lines import Lines
from ludoteca.solver.proving.margins import Margins
from ludoteca.solver.proving.numbers import Connection, ProofNumbers
from ludoteca.solver.proving.search import AlphaBeta
from ludoteca.solver.values import OPPOSITE, Value

FORWARD = (Margins(), Connection(), Lines(), Arrows(), AlphaBeta(), ProofNumbers())
"""In the order in which they are asked."""


def proved_value(task: Task) -> tuple[Value, list[tuple[str, Value]], str]:
    """What a position and each of its moves are worth for the mover, and the method that proved it.

    Raises `Unsolvable` with all the reasons.
    """
    position, reasons = task.position, []
    for method in FORWARD:
        estimate = method.estimate(task)
        if estimate.fits:
            break
        reasons.append((method.name, estimate.why, dict(estimate.facts)))
    else:
        raise Unsolvable(position.game.name, reasons)
    answer = method.solve(task)

    def own(value: str) -> str:
        return value if position.mover == SIDES[0] else OPPOSITE[value]

    moves = [(one.move, Value(own(one.value), one.plies)) for one in answer.moves]
    return Value(own(answer.value), answer.plies), moves, method.name
