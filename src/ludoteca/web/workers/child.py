"""The life of a child process: one job after the other, until the pipe is closed."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ludoteca.errors import LudotecaError

Tell = Callable[[Any], None]
_LOG = logging.getLogger(__name__)


def main(descriptor: int) -> None:
    """Answer at a pipe that was handed over by its number."""
    live(Connection(descriptor))


def live(pipe: Connection) -> None:
    """Answer jobs. Only errors meant for people go back as such; others are said to be ours."""
    # Ctrl-C reaches the whole family; whoever serves decides what becomes of us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stand_back()
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


_NICE = 5


def _stand_back() -> None:
    """Pages come first. Where Linux groups processes by session, as ours are, niceness counts within a group
    only, and has to be said for the group too; where it does not, there is no such file."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    group = Path("/proc/self/autogroup")
    if group.exists():
        try:
            group.write_text(str(_NICE))
        except OSError as refused:
            _LOG.debug("the group of processes keeps its place: %s", refused)


def _portable(problem: LudotecaError) -> Exception:
    """An error that survives the journey; some take more than a message."""
    import pickle

    try:
        pickle.loads(pickle.dumps(problem))
        return problem
    except Exception:
        return LudotecaError(str(problem))
