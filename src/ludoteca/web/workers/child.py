"""The life of a child process: one job after the other, until the pipe is closed."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from ludoteca.errors import LudotecaError

Tell = Callable[[Any], None]


def main(descriptor: int) -> None:
    """Answer at a pipe that was handed over by its number."""
    live(Connection(descriptor))


def live(pipe: Connection) -> None:
    """Answer jobs. Only errors meant for people go back as such; others are said to be ours."""
    # Ctrl-C reaches the whole family; whoever serves decides what becomes of us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)  # pages come first
    from ludoteca.web.workers.jobs import answer

    pipe.send(("ready", None))
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            found: Any = answer(job, lambda value: pipe.send(("progress", value)))
        except LudotecaError as problem:
            found = _portable(problem)
        except Exception as problem:
            found = LudotecaError(
                f"something went wrong while thinking: {type(problem).__name__}: {problem}."
            )
        try:
            pipe.send(("answer", found))
        except OSError:
            return


def _portable(problem: LudotecaError) -> Exception:
    """An error that survives the journey; some take more than a message."""
    import pickle

    try:
        pickle.loads(pickle.dumps(problem))
        return problem
    except Exception:
        return LudotecaError(str(problem))
