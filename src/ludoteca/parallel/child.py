"""The main loop of a worker process: one task after the other, until the pipe is closed."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from ludoteca.errors import LudotecaError, cause
from ludoteca.parallel.tasks import OutOfMemory, TaskFailed, TaskLimits
from ludoteca.system import connect, cpu_limit, end_with_parent, limit_process, lower_priority, memory_limit


def main(address: str) -> None:
    """Serve tasks on the connection that the parent made. Its first message says how."""
    # Ctrl-C goes to the whole process group; the parent decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    pipe = connect(address)
    options = pipe.recv()
    if options["low_priority"]:
        lower_priority()
    for module in options["preload"]:
        import_module(module)
    limit_process(options["file_megabytes"])
    pipe.send(("ready", None))
    serve(pipe)


def serve(pipe: Connection) -> None:
    while True:
        try:
            function, arguments, limits, reports = pipe.recv()
        except (EOFError, OSError):
            return
        except Exception as problem:
            answer: tuple[str, Any] = ("error", _failure(problem))
        else:
            if reports:
                arguments = (*arguments, lambda value: pipe.send(("progress", value)))
            answer = run(function, arguments, limits)
        try:
            _send(pipe, answer)
        except OSError:
            return


def run(function: Callable[..., Any], arguments: tuple[Any, ...], limits: TaskLimits) -> tuple[str, Any]:
    """`result` and the result of a call, or `error` and a `LudotecaError`."""
    try:
        with memory_limit(limits.megabytes), cpu_limit(limits.cpu_seconds):
            return "result", function(*arguments)
    except LudotecaError as problem:
        return "error", problem
    except MemoryError:
        return "error", OutOfMemory("worker.memory")
    except Exception as problem:
        return "error", _failure(problem)


def _failure(problem: Exception) -> TaskFailed:
    return TaskFailed(cause(problem), traceback.format_exc())


def _send(pipe: Connection, answer: tuple[str, Any]) -> None:
    try:
        pipe.send(answer)
    except OSError:
        raise
    except Exception as problem:  # the result cannot be pickled
        pipe.send(("error", _failure(problem)))
