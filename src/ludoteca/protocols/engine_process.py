"""The process of another engine: lines with deadlines, limits of memory and time, and its certain end."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from typing import IO

from ludoteca.errors import PlayerFault
from ludoteca.messages import Number
from ludoteca.system import end_group, start_limited

MEGABYTES = 4096
"""The default limit of the memory of an engine process."""
CPU_SECONDS = 24 * 3600
"""The CPU time of an engine process."""
_LONGEST_LINE = 1 << 16
_MOST_WAITING = 1000
"""Lines that wait to be read; then the engine waits."""
_GRACE = 0.5
"""Seconds for an engine to end after the farewell."""


class EngineFault(PlayerFault):
    """An engine crashed, was too late, or answered with an illegal move."""


class EngineProcess:
    """One engine, from its start to its end. Used by one thread."""

    def __init__(self, command: Sequence[str], megabytes: int = MEGABYTES) -> None:
        """Start the engine. Raises `EngineFault` if the program cannot be started."""
        try:
            self._process = start_limited(command, megabytes, CPU_SECONDS)
        except OSError as error:
            raise EngineFault("engine.start", "crash", program=command[0], problem=str(error)) from None
        self._lines: queue.Queue[bytes | None] = queue.Queue(_MOST_WAITING)
        self._until, self._allowed = time.monotonic(), 0.0
        self._last = ""
        """The last line that was received: it often says why an engine ends."""
        assert self._process.stdout is not None
        ended = threading.Event()
        self._finalizer = weakref.finalize(self, _end, self._process, ended)
        arguments = (self._process.stdout, self._lines, ended)
        threading.Thread(target=_read, args=arguments, daemon=True, name="engine-output").start()

    def allow(self, seconds: float) -> None:
        """Set the deadline of the answers to come."""
        self._until, self._allowed = time.monotonic() + seconds, seconds

    def send(self, line: str) -> None:
        """Send one line. An engine that has ended is noticed by `receive`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            pass

    def receive(self) -> str:
        """The next line. Raises `EngineFault` at the deadline, and when the engine has ended."""
        try:
            found = self._lines.get(timeout=max(0.0, self._until - time.monotonic()))
        except queue.Empty:
            raise EngineFault("engine.late", "time", seconds=Number(round(self._allowed, 3))) from None
        if found is None:
            raise self._ended()
        if time.monotonic() > self._until:  # a stream of other lines never empties the queue
            raise EngineFault("engine.late", "time", seconds=Number(round(self._allowed, 3)))
        self._last = found.decode("utf-8", "replace").strip()
        return self._last

    def close(self, farewell: str = "") -> None:
        """End the engine: it is asked to, and then killed with the processes it started."""
        if self._finalizer.alive and farewell:
            self.send(farewell)
            _wait(self._process, _GRACE)
        self._finalizer()

    def _ended(self) -> EngineFault:
        self._lines.put(None)  # for the next call
        code = _wait(self._process, _GRACE)
        if code is None:
            return EngineFault("engine.closed", "crash")
        return EngineFault("engine.crashed", "crash", exit_code=code, line=self._last)


def _read(stream: IO[bytes], lines: queue.Queue[bytes | None], ended: threading.Event) -> None:
    """Put the lines of a stream into the queue, and None at its end; nobody reads them once it has ended."""
    line: bytes | None = b""
    with stream:
        while line is not None and not ended.is_set():
            line = stream.readline(_LONGEST_LINE) or None
            while not ended.is_set():
                try:
                    lines.put(line, timeout=_GRACE)
                    break
                except queue.Full:
                    continue


def _wait(process: subprocess.Popen[bytes], seconds: float) -> int | None:
    """The exit code of a process that ends in time; None if it does not."""
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None


def _end(process: subprocess.Popen[bytes], ended: threading.Event) -> None:
    """Kill a process with its descendants, and reap it. The thread that reads its output closes the pipe."""
    ended.set()
    end_group(process)
    assert process.stdin is not None
    try:
        process.stdin.close()
    except OSError:
        pass
