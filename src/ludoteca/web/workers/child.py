"""The main loop of a worker process: one job after the other, until the pipe is closed."""

from __future__ import annotations

import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from ludoteca.errors import LudotecaError, cause
from ludoteca.system import connect, lower_priority

Tell = Callable[[Any], None]


def main(address: str) -> None:
    """Serve jobs on the connection that the server made."""
    serve(connect(address))


def serve(pipe: Connection) -> None:
    """Serve jobs. Only a `LudotecaError` is sent back as it is."""
    # Ctrl-C goes to the whole process group; the server decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_priority()
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
            found = problem
        except Exception as problem:
            found = LudotecaError("computer.failed", problem=cause(problem))
        try:
            pipe.send(("answer", found))
        except OSError:
            return
