"""Shared by the solver commands: a task with a progress bar, sizes and durations as text."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.interrupts import interrupt_flag
from ludoteca.cli.output import Output
from ludoteca.cli.progress import Progress
from ludoteca.errors import Stopped
from ludoteca.messages import catalogue

if TYPE_CHECKING:
    from ludoteca.games import Position
    from ludoteca.solver import Estimate, Task


@contextmanager
def task_with_progress(output: Output, args: Namespace, position: Position) -> Iterator[Task]:
    """A task with a progress bar. Ctrl-C stops it gracefully, a second Ctrl-C immediately."""
    from ludoteca.solver import Task, tables_folder

    with Progress(output, 1) as bar:

        def show(done: int, total: int, what: str) -> None:
            bar.show(done, output.text(f"solve.doing.{what}"), total)

        given = getattr(args, "memory", None)
        memory = int(given * 2**30) if given else default_memory()
        threads = getattr(args, "threads", None) or os.cpu_count() or 1
        wanted_file = getattr(args, "certificate", None)
        with interrupt_flag() as interrupted:
            yield Task(
                position, memory, threads, show, interrupted, tables_folder(),
                Path(wanted_file) if wanted_file else None,
            )  # fmt: skip


def report_stopped(stopped: Stopped, output: Output) -> int:
    """Report an interrupted task and what was saved of it."""
    output.write_error(stopped.text(output.lang))
    return 130


def default_memory() -> int:
    """Three quarters of the machine's memory; 4 GiB if that is unknown."""
    from ludoteca.system import physical_memory

    memory = physical_memory()
    return memory * 3 // 4 if memory else 4 << 30


def explain(estimate: Estimate, output: Output) -> str:
    """Why the method was chosen."""
    return catalogue("solver").text(output.lang, estimate.why, **estimate.facts)


def format_size(size: int, output: Output) -> str:
    """A size with a binary unit: `1.5 GiB`."""
    for unit, bytes_of in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if size >= bytes_of:
            return f"{output.decimal(size / bytes_of)} {unit}"
    return f"{size} B"


def format_duration(seconds: float, output: Output) -> str:
    """A duration with a unit: `2.5 min`."""
    if seconds >= 3600:
        return f"{output.decimal(seconds / 3600)} h"
    if seconds >= 60:
        return f"{output.decimal(seconds / 60)} min"
    return f"{output.decimal(seconds, 2)} s"
