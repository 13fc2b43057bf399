"""Proofs that are stopped are taken up again, and end with the same answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludoteca import load
from ludoteca.errors import Stopped
from ludoteca.solver import Answer, Task
from ludoteca.solver.proving import AlphaBeta, Connection, Margins
from ludoteca.solver.proving.work import Work

LONG = [
    ("hex:size=4", AlphaBeta()),
    ("kalah:pits=4,seeds=4", Margins()),
]


class Interrupted:
    """Says stop when it was asked so often."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def told(answer: Answer) -> tuple[object, ...]:
    return answer.value, answer.plies, answer.margin, answer.moves, answer.example_moves


@pytest.mark.parametrize(("name", "method"), LONG, ids=lambda one: getattr(one, "name", one))
def test_stopped_work_goes_on_where_it_was(tmp_path: Path, name: str, method: Any) -> None:
    task = Task(load(name).start(), memory=128 << 20, folder=tmp_path)
    whole = method.solve(replace(task, folder=None))
    for _ in range(2):
        with pytest.raises(Stopped, match="is kept in"):
            method.solve(replace(task, stopped=Interrupted(0)))
    answer = method.solve(task)
    assert told(answer) == told(whole)
    assert not list(tmp_path.iterdir())


def test_work_is_kept_at_intervals_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, twice; a slow machine would do nothing but keep if it went on like that."""
    kept = 0
    keep = Work.keep

    def counted(work: Work) -> Path | None:
        nonlocal kept
        kept += 1
        if kept == 2:
            work.task = replace(work.task, keep_every=3600.0)
        return keep(work)

    monkeypatch.setattr(Work, "keep", counted)
    task = Task(load("hex:size=4").start(), memory=4 << 20, folder=tmp_path, keep_every=0.0)
    assert AlphaBeta().solve(task).value == "win"
    assert kept


@pytest.mark.parametrize("damage", [b"", b"LUDOTECA WORK 1\n{}\n", b"LUDOTECA WORK 1\nnothing"])
def test_kept_work_that_is_damaged_is_left_aside(tmp_path: Path, damage: bytes) -> None:
    task = Task(load("hex:size=3").start(), memory=64 << 20, folder=tmp_path)
    from ludoteca.kernel import Linker

    worker = Linker(task.position.game.rules, [tuple(range(9))], 1 << 20)
    file = Work(worker, task, Connection.name).keep()
    assert file is not None
    file.write_bytes(damage)
    assert Work(worker, task, Connection.name).done == {}
    assert Connection().solve(task).value == "win"
