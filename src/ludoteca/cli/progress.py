"""A progress bar on stderr; nothing without a terminal."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from ludoteca.cli.interrupts import interrupts_deferred
from ludoteca.cli.output import Output


class Progress:
    """Shows completed steps, a description, and the remaining time."""

    def __init__(self, output: Output, total: int) -> None:
        self._screen, self._total = output, total
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Progress:
        if self._screen.err.isatty():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                TextColumn,
                TimeElapsedColumn,
                TimeRemainingColumn,
            )
            from rich.progress import Progress as Bar

            self._bar = Bar(
                TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
                TimeRemainingColumn(), console=Console(file=self._screen.err), transient=True,
            )  # fmt: skip
            self._task = self._bar.add_task("", total=self._total)
            with interrupts_deferred():
                self._bar.start()
        return self

    def show(self, done: int, standing: str, total: int | None = None) -> None:
        """Update the bar; give `total` only if it changes."""
        if self._bar is not None:
            total = self._total if total is None else total
            self._bar.update(self._task, completed=done, description=standing, total=total)

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            with interrupts_deferred():
                self._bar.stop()
