"""The main loop of a worker process: one job after the other, until the pipe is closed."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ludoteca.errors import LudotecaError, cause

Tell = Callable[[Any], None]
_LOG = logging.getLogger(__name__)


def main(descriptor: int) -> None:
    """Serve jobs on a pipe that was inherited by its file descriptor."""
    serve(Connection(descriptor))


def serve(pipe: Connection) -> None:
    """Serve jobs. Only a `LudotecaError` is sent back as it is."""
    # Ctrl-C goes to the whole process group; the server decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _lower_priority()
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


_NICE = 5


def _lower_priority() -> None:
    """Give pages priority. With Linux autogroups, niceness counts within a session only, so the autogroup of
    this session is set as well; without them the file does not exist."""
    if hasattr(os, "nice"):
        os.nice(_NICE)
    group = Path("/proc/self/autogroup")
    if group.exists():
        try:
            group.write_text(str(_NICE))
        except OSError as refused:
            _LOG.debug("autogroup unchanged: %s", refused)
