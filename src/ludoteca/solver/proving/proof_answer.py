"""The answer of a finished forward proof."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ludoteca.solver.answers import Answer, MoveValue
from ludoteca.solver.proving.certificate import Reaches, StrategyHints, never, write_certificate
from ludoteca.solver.proving.job import Job


def proof_answer(
    job: Job, begun: float, value: str, moves: Sequence[MoveValue], reaches: Reaches,
    plies: int | None = None, line: Sequence[str] = (), hints: StrategyHints | None = None,
    known: Reaches = never, **details: object,
) -> Answer:  # fmt: skip
    """The answer of a finished forward proof; writes the certificate and deletes the checkpoint.

    `value` is from the first player's point of view.
    """
    task, worker = job.task, job.worker
    details = {"stored": worker.stored, **details}
    if task.certificate is not None:
        details["certificate_positions"] = write_certificate(
            task.certificate, task.position, value, reaches, hints, known
        )
    job.discard()
    return Answer(
        value, plies, tuple(moves), job.method, time.monotonic() - begun, worker.bytes,
        positions=worker.nodes, example=task.position.text if line else "", example_moves=tuple(line),
        file=str(task.certificate or ""), details=details,
    )  # fmt: skip
