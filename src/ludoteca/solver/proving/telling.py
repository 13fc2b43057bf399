"""What a forward proof has found, as an answer; with its certificate, if one is wanted."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ludoteca.solver.answers import Answer, MoveValue
from ludoteca.solver.proving.certificate import Advice, Reaches, nothing, write_certificate
from ludoteca.solver.proving.work import Work


def answer_of(
    work: Work, begun: float, value: str, moves: Sequence[MoveValue], reaches: Reaches,
    plies: int | None = None, line: Sequence[str] = (), advice: Advice | None = None,
    known: Reaches = nothing, **more: object,
) -> Answer:  # fmt: skip
    """The answer to a task, and the end of its work. `value` is the first player's; `more` are details."""
    task, worker = work.task, work.asked
    details: dict[str, object] = {"stored": worker.stored, **more}
    if task.certificate is not None:
        details["certificate_positions"] = write_certificate(
            task.certificate, task.position, value, reaches, advice, known
        )
    work.forget()
    return Answer(
        value, plies, tuple(moves), work.method, time.monotonic() - begun, worker.bytes,
        positions=worker.nodes, example=task.position.text if line else "", example_moves=tuple(line),
        file=str(task.certificate or ""), details=details,
    )  # fmt: skip
