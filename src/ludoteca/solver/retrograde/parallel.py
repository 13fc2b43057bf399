"""Chunks of a table processed in several threads, which can be interrupted between chunks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Worker = TypeVar("Worker")
Result = TypeVar("Result")

CHUNK = 1 << 14
"""Positions in a chunk: a few hundredths of a second."""
_POLL = 0.1
"""Seconds between calls of `interrupted`."""


def process(
    workers: Sequence[Worker], chunks: Iterable[int], work: Callable[[Worker, int], Result],
    finished: Callable[[int, Result], None], interrupted: Callable[[], bool],
) -> list[int]:  # fmt: skip
    """Process chunks in ascending order, one thread per worker. Returns the chunks left when interrupted.

    `finished` is called with each result, one at a time. The first exception of a thread is raised here.
    """
    left = sorted(chunks, reverse=True)
    lock, pause = threading.Lock(), threading.Event()
    errors: list[BaseException] = []

    def run(worker: Worker) -> None:
        while not pause.is_set():
            with lock:
                if not left:
                    return
                chunk = left.pop()
            try:
                result = work(worker, chunk)
            except BaseException as error:
                errors.append(error)
                pause.set()
                return
            with lock:
                finished(chunk, result)

    if len(left) <= 1:
        run(workers[0])
    else:
        threads = [threading.Thread(target=run, args=(one,), daemon=True) for one in workers[: len(left)]]
        _watch(threads, pause, interrupted)
    if errors:
        raise errors[0]
    return left


def _watch(threads: list[threading.Thread], pause: threading.Event, interrupted: Callable[[], bool]) -> None:
    """Run threads to their end; pause them when interrupted."""
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(_POLL)
                if interrupted():
                    pause.set()
    except BaseException:
        pause.set()
        raise
    finally:
        for thread in threads:
            thread.join()
