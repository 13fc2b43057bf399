"""Stopped proofs resume from their checkpoint with the same answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludoteca import load
from ludoteca.errors import Stopped
from ludoteca.solver import Answer, Task
from ludoteca.solver.methods import AlphaBeta, Connection, Margins
from ludoteca.solver.proving.job import Job

LONG = [
    ("hex:size=4", AlphaBeta()),
    ("kalah:pits=4,seeds=4", Margins()),
]


class StopAfter:
    """A stop condition that becomes true after a number of calls."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def essentials(answer: Answer) -> tuple[object, ...]:
    return answer.value, answer.plies, answer.margin, answer.moves, answer.example_moves


@pytest.mark.parametrize(("name", "method"), LONG, ids=lambda one: getattr(one, "name", one))
def test_stopped_proof_resumes(tmp_path: Path, name: str, method: Any) -> None:
    task = Task(load(name).start(), memory=128 << 20, folder=tmp_path)
    whole = method.solve(replace(task, folder=None))
    for _ in range(2):
        with pytest.raises(Stopped, match="is kept in"):
            method.solve(replace(task, stopped=StopAfter(0)))
    answer = method.solve(task)
    assert essentials(answer) == essentials(whole)
    assert not list(tmp_path.iterdir())


def test_checkpoints_at_intervals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves at once for the first two checkpoints only, so that a slow machine makes progress."""
    saved = 0
    save = Job.save

    def counted(job: Job) -> Path | None:
        nonlocal saved
        saved += 1
        if saved == 2:
            job.task = replace(job.task, keep_every=3600.0)
        return save(job)

    monkeypatch.setattr(Job, "save", counted)
    task = Task(load("hex:size=4").start(), memory=4 << 20, folder=tmp_path, keep_every=0.0)
    assert AlphaBeta().solve(task).value == "win"
    assert saved


@pytest.mark.parametrize("damage", [b"", b"LUDOTECA WORK 1\n{}\n", b"LUDOTECA WORK 1\nnothing"])
def test_damaged_checkpoint_is_ignored(tmp_path: Path, damage: bytes) -> None:
    task = Task(load("hex:size=3").start(), memory=64 << 20, folder=tmp_path)
    from ludoteca.kernel import ConnectionProver

    worker = ConnectionProver(task.position.game.rules, [tuple(range(9))], 1 << 20)
    file = Job(worker, task, Connection.name).save()
    assert file is not None
    file.write_bytes(damage)
    assert Job(worker, task, Connection.name).results == {}
    assert Connection().solve(task).value == "win"
