"""What the commands about solved games share: a task with a bar, and how sizes and times are told."""

from __future__ import annotations

import os
import signal
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from ludoteca.cli.progress import Progress
from ludoteca.cli.screen import Screen
from ludoteca.errors import Stopped
from ludoteca.messages import catalogue

if TYPE_CHECKING:
    from ludoteca.games import Position
    from ludoteca.solver import Estimate, Task


@contextmanager
def watched(screen: Screen, asked: Namespace, position: Position) -> Iterator[Task]:
    """A task whose progress is shown. Ctrl-C asks it to stop, and a second time ends it at once."""
    from ludoteca.solver import Task, tables_folder

    stopping: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        if stopping:
            raise KeyboardInterrupt
        stopping.append(number)

    with Progress(screen, 1) as bar:

        def show(done: int, total: int, what: str) -> None:
            bar.show(done, screen.say(f"solve.doing.{what}"), total)

        given = getattr(asked, "memory", None)
        memory = int(given * 2**30) if given else default_memory()
        threads = getattr(asked, "threads", None) or os.cpu_count() or 1
        before = signal.signal(signal.SIGINT, stop)
        try:
            asked_for = getattr(asked, "certificate", None)
            yield Task(
                position, memory, threads, show, lambda: bool(stopping), tables_folder(),
                Path(asked_for) if asked_for else None,
            )  # fmt: skip
        finally:
            signal.signal(signal.SIGINT, before)


def halted(stopped: Stopped, screen: Screen) -> int:
    """Say what was kept of work that was told to stop."""
    screen.tell(stopped.text(screen.lang))
    return 130


def default_memory() -> int:
    """Three quarters of what the machine has; 4 GiB where it does not say."""
    from ludoteca.system import physical_memory

    memory = physical_memory()
    return memory * 3 // 4 if memory else 4 << 30


def explain(estimate: Estimate, screen: Screen) -> str:
    """Why this method, in the person's language."""
    return catalogue("solver").text(screen.lang, estimate.why, **estimate.facts)


def in_bytes(size: int, screen: Screen) -> str:
    """A size as people read it."""
    for unit, bytes_of in (("GiB", 2**30), ("MiB", 2**20), ("KiB", 2**10)):
        if size >= bytes_of:
            return f"{screen.decimal(size / bytes_of)} {unit}"
    return f"{size} B"


def in_time(seconds: float, screen: Screen) -> str:
    """A duration as people read it."""
    if seconds >= 3600:
        return f"{screen.decimal(seconds / 3600)} h"
    if seconds >= 60:
        return f"{screen.decimal(seconds / 60)} min"
    return f"{screen.decimal(seconds, 2)} s"
